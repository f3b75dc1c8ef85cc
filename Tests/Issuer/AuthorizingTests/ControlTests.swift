import Authorizing
import Ledger
import Testing

@Suite("Card controls")
struct ControlTests {
    private func code(_ controls: [CardControls], _ counters: Counters = Counters(), isWithdrawal: Bool = false)
        throws -> ResponseCode?
    {
        var facts = try Sample.facts {
            if isWithdrawal { ($0.type, $0.verification.pin) = ("ATM_WITHDRAWAL", .right) }
        }
        facts.controls = controls
        facts.counters = counters
        return Decision(facts).trace.failure?.code
    }

    @Test("A payment by a switched-off channel is declined", arguments: Channel.allCases)
    func channels(_ channel: Channel) throws {
        let off = [CardControls(switchedOff: [channel])]
        #expect(try code(off) == (channel == .pointOfSale ? .notAllowedToCard : nil))
        #expect(try code(off, isWithdrawal: true) == (channel == .atm ? .notAllowedToCard : nil))
    }

    @Test("A filter's list of blocked values comes before the allowed ones; without lists everything is allowed")
    func filters() throws {
        let (germany, france) = (try #require(CountryCode("DE")), try #require(CountryCode("FR")))
        typealias Countries = CardControls.Filter<CountryCode>
        #expect(Countries().allows(germany))
        #expect(!Countries(allowed: []).allows(germany))
        #expect(Countries(allowed: [germany]).allows(germany))
        #expect(!Countries(allowed: [germany]).allows(france))
        #expect(Countries(blocked: [germany]).allows(france))
        #expect(!Countries(allowed: [germany], blocked: [germany]).allows(germany))
    }

    @Test("A limit counts what was spent in its window", arguments: [
        (3766, 1, nil), (3767, 1, .amountLimit), (0, 4, nil), (0, 5, .countLimit), (3767, 5, .amountLimit),
        (.max, .max, .amountLimit),
    ] as [(Int64, Int, ResponseCode?)])
    func windows(_ amount: Int64, _ count: Int, _ expected: ResponseCode?) throws {
        for window in Window.allCases where window != .transaction {
            let limit = try #require(Limit(window, amount: 5000, count: 5))
            let counters = Counters([limit.counter: Spending(amount: amount, count: count)])
            #expect(try code([CardControls(limits: [limit])], counters) == expected)
        }
    }

    @Test("A limit for one channel does not count payments by other channels")
    func channelLimits() throws {
        let limit = try #require(Limit(.day, channel: .atm, amount: 1000))
        #expect(try code([CardControls(limits: [limit])]) == nil)
        #expect(try code([CardControls(limits: [limit])], isWithdrawal: true) == .amountLimit)
    }

    @Test("An increment must also be allowed for the merchant that its payment described")
    func merchantOfIncrements() throws {
        let (germany, betting) = (try #require(CountryCode("DE")), try #require(MerchantCategory("7995")))
        var facts = try Sample.facts { ($0.kind, $0.country) = ("INCREMENTAL", "FR") }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state)
        for (controls, reason) in [
            (CardControls(countries: .init(blocked: [germany])), Reason.countryNotAllowed),
            (CardControls(categories: .init(blocked: [betting])), .categoryNotAllowed),
        ] {
            facts.controls = [controls]
            facts.originalMerchant = nil
            #expect(Decision(facts).trace.failure == nil)
            facts.originalMerchant = try Sample.request { $0.category = "7995" }.merchant
            #expect(Decision(facts).trace.failure?.reason == reason)
        }
        // The increment's own country counts, too.
        facts.controls = [CardControls(countries: .init(allowed: [germany]))]
        #expect(Decision(facts).trace.failure?.reason == .countryNotAllowed)
    }

    @Test("An increment uses the channels of its payment, not its own", arguments: [
        "UNKNOWN", "CHIP", "ECOMMERCE",
    ])
    func channelsOfIncrements(_ mode: String) throws {
        var facts = try Sample.facts {
            ($0.kind, $0.entryMode, $0.cardPresence) = ("INCREMENTAL", Sent(mode), "UNKNOWN")
        }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(1000)).state)
        facts.originalChannels = [.pointOfSale, .contactless]
        facts.controls = [CardControls(limits: [try #require(Limit(.day, channel: .contactless, amount: 1000))])]
        #expect(Decision(facts).trace.failure?.reason == .amountLimit)
        facts.controls = [CardControls(switchedOff: [.contactless])]
        #expect(Decision(facts).trace.failure?.reason == .channelSwitchedOff)
        facts.controls = [CardControls(switchedOff: [.ecommerce])]
        #expect(Decision(facts).trace.failure == nil)
    }

    @Test("The stricter control of program and card applies, in any order")
    func programAndCard() throws {
        let strict = CardControls(limits: [try #require(Limit(.transaction, amount: 1000))])
        let generous = CardControls(limits: [try #require(Limit(.transaction, amount: 9000))])
        #expect(try code([strict, generous]) == .amountLimit)
        #expect(try code([generous, strict]) == .amountLimit)
        #expect(try code([generous]) == nil)
    }

    @Test("An exceeded amount is reported before an exceeded count")
    func amountFirst() throws {
        let counts = CardControls(limits: [try #require(Limit(.day, count: 0))])
        let amounts = CardControls(limits: [try #require(Limit(.day, amount: 0))])
        #expect(try code([counts, amounts]) == .amountLimit)
    }

    @Test("A limit for one transaction counts its increments", arguments: [(2233, false), (2234, true)])
    func increments(_ limit: Int64, _ passes: Bool) throws {
        let original = try AuthorizationState.approve(Sample.quote(1000)).state
        for kind in ["INCREMENTAL", "AUTHORIZATION"] {
            var facts = try Sample.facts { $0.kind = Sent(kind) }
            facts.original = .known(original)
            try facts.limit(.transaction, amount: limit)
            let expected: Finding = passes || kind == "AUTHORIZATION" ? .passed : .failed(.amountLimit, .amountLimit)
            #expect(Decision(facts).trace[.limits] == expected)
        }
    }

    @Test("A limit counts the fees")
    func fees() throws {
        let limit = try #require(Limit(.transaction, amount: 1433))
        var facts = try Sample.facts { ($0.type, $0.verification.pin) = ("ATM_WITHDRAWAL", .right) }
        facts.controls = [CardControls(limits: [limit])]
        #expect(Decision(facts).trace.failure == nil)
        facts.account?.pricing = try Sample.pricing(atmFee: 200)
        #expect(Decision(facts).outcome == .declined(.amountLimit))
    }

    @Test("A limit needs an amount or a count that is not negative, and a transaction's limit needs an amount")
    func impossibleLimits() {
        #expect(Limit(.day) == nil)
        #expect(Limit(.day, amount: -1) == nil)
        #expect(Limit(.day, count: -1) == nil)
        #expect(Limit(.transaction, count: 1) == nil)
        #expect(Limit(.day, amount: 0, count: 0) != nil)
    }

    @Test("A payment changes the counters of its channels and those of all channels together")
    func counters() {
        let counters = Counter.all(of: [.pointOfSale, .mobileWallet])
        #expect(counters.count == 3 * 4)
        #expect(counters.contains(Counter(window: .month, channel: .mobileWallet)))
        #expect(counters.contains(Counter(window: .day, channel: nil)))
        #expect(!counters.contains { $0.window == .transaction })
    }
}

@Suite("Windows of limits")
struct WindowTests {
    @Test("A window begins on its first day", arguments: [
        (0, 0, -3, 0),  // Thursday, 1 January 1970
        (-1, -1, -3, -31),  // 31 December 1969
        (19_782, 19_782, 19_779, 19_754),  // Thursday, 29 February 2024
        (19_783, 19_783, 19_779, 19_783),  // Friday, 1 March 2024
        (20_780, 20_780, 20_780, 20_758),  // Monday, 23 November 2026
        (11_016, 11_016, 11_015, 10_988),  // Tuesday, 29 February 2000
    ])
    func firstDays(_ day: Int, _ ofDay: Int, _ ofWeek: Int, _ ofMonth: Int) {
        #expect(Window.day.firstDay(containing: day) == ofDay)
        #expect(Window.week.firstDay(containing: day) == ofWeek)
        #expect(Window.month.firstDay(containing: day) == ofMonth)
        #expect(Window.lifetime.firstDay(containing: day) == 0)
    }

    @Test("The months of a hundred years follow each other with the right lengths")
    func months() {
        var firsts: [Int] = []
        for day in 0..<36_525 where Window.month.firstDay(containing: day) == day { firsts.append(day) }
        let lengths = zip(firsts, firsts.dropFirst()).map { $1 - $0 }
        for (index, length) in lengths.enumerated() {
            let (year, month) = (1970 + index / 12, index % 12 + 1)
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            #expect(length == [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])
        }
        #expect(lengths.count == 1199)
    }

    @Test("A second belongs to its day in UTC", arguments: [
        (0, 0), (86_399, 0), (86_400, 1), (-1, -1), (-86_400, -1), (-86_401, -2),
    ] as [(Int64, Int)])
    func days(_ second: Int64, _ day: Int) {
        #expect(Window.day(ofSecond: second) == day)
    }
}
