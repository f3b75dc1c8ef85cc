import Ledger
import Postgres
import Testing
import TestSupport

@testable import Authorizing

@Suite("Spending of cards")
struct SpendingTests {
    private static let day = AuthorizingFixture.day

    private static func limit(
        _ window: Window, _ channel: Channel? = nil, amount: Int64? = nil, count: Int? = nil
    ) throws -> Limit {
        try #require(Limit(window, channel: channel, amount: amount, count: count))
    }

    private static let onTheInternet: @Sendable (inout MessageFields) -> Void = { fields in
        (fields.entryMode, fields.cardPresence) = ("ECOMMERCE", "NOT_PRESENT")
    }

    @Test("A limit counts what was spent before it was set; the next payment stores the count")
    func computedOnce() async throws {
        let fixture = try await AuthorizingFixture.make()
        #expect(try await fixture.pay(1, 100))
        #expect(try await fixture.texts("SELECT count::text FROM spent") == [])
        try await fixture.set([try Self.limit(.day, amount: 1000), try Self.limit(.day, .ecommerce, amount: 1000)])
        #expect(try await fixture.counters() == ["DAY ALL 100 1", "DAY ECOMMERCE 0 0"])
        #expect(try await fixture.spent().map(\.isStored) == [false, false])
        #expect(try await fixture.pay(2, 30))
        #expect(try await fixture.counters() == ["DAY ALL 130 2", "DAY ECOMMERCE 0 0"])
        #expect(try await fixture.spent().map(\.isStored) == [true, false])
        #expect(try await fixture.pay(3, 7, Self.onTheInternet))
        #expect(try await fixture.counters() == ["DAY ALL 137 3", "DAY ECOMMERCE 7 1"])
        #expect(try await fixture.spent().map(\.isStored) == [true, true])
    }

    @Test("A declined payment counts nothing, and stores the counters that were computed for it")
    func declined() async throws {
        let fixture = try await AuthorizingFixture.make()
        #expect(try await fixture.pay(1, 100))
        try await fixture.set([try Self.limit(.month, amount: 150, count: 5)])
        #expect(try await !fixture.pay(2, 51))
        #expect(try await fixture.counters() == ["MONTH ALL 100 1"])
        #expect(try await fixture.spent().map(\.isStored) == [true])
        #expect(try await fixture.pay(3, 50))
    }

    @Test("Each window begins with a count of its own, at midnight UTC")
    func windows() async throws {
        let fixture = try await AuthorizingFixture.make()
        try await fixture.set(Window.allCases.map { try Self.limit($0, amount: 900) })
        // A Sunday, the Monday after it, and the first day of the next month.
        for (number, day) in [Self.day, Self.day + 1, Self.day + 17].enumerated() {
            #expect(try await fixture.pay(number, 100, on: day))
        }
        #expect(try await fixture.counters(on: Self.day + 17) == [
            "DAY ALL 100 1", "LIFETIME ALL 300 3", "MONTH ALL 100 1", "WEEK ALL 100 1",
        ])
        // A test may set the clock back. Then the count is computed from the authorizations again.
        #expect(try await fixture.counters(on: Self.day + 1) == [
            "DAY ALL 100 1", "LIFETIME ALL 300 3", "MONTH ALL 200 2", "WEEK ALL 100 1",
        ])
        #expect(try await fixture.texts("SELECT count(*)::text FROM spent") == ["4"], "one row for each limit")
    }

    @Test("A reversal gives the limit back on the day of the payment")
    func reversal() async throws {
        let fixture = try await AuthorizingFixture.make()
        try await fixture.set([
            try Self.limit(.day, amount: 900), try Self.limit(.lifetime, .pointOfSale, amount: 900),
            try Self.limit(.month, .ecommerce, amount: 900),
        ])
        #expect(try await fixture.pay(1, 100))
        #expect(try await fixture.pay(2, 50, on: Self.day + 1))
        try await fixture.reverse(1, 40)
        #expect(try await fixture.counters(on: Self.day + 1) == [
            "DAY ALL 50 1", "LIFETIME POS 110 2", "MONTH ECOMMERCE 0 0",
        ])
        try await fixture.reverse(2)
        #expect(try await fixture.counters(on: Self.day + 1) == [
            "DAY ALL 0 0", "LIFETIME POS 60 1", "MONTH ECOMMERCE 0 0",
        ])
        #expect(try await fixture.counters() == ["DAY ALL 60 1", "LIFETIME POS 60 1", "MONTH ECOMMERCE 0 0"])
    }

    @Test("A limit that is set again counts the payments that were made without it", arguments: ["card", "program"])
    func changedControls(owner: String) async throws {
        let fixture = try await AuthorizingFixture.make()
        func set(_ limits: [Limit]) async throws {
            if owner == "card" { try await fixture.set(limits) } else { try await fixture.setForProgram(limits) }
        }
        let limit = try Self.limit(.day, amount: 900)
        try await set([limit])
        #expect(try await fixture.pay(1, 10))
        try await set([])
        #expect(try await fixture.pay(2, 20))
        // The stored count of the first limit is too low for this.
        try await fixture.reverse(2, 15)
        try await set([limit])
        #expect(try await fixture.counters() == ["DAY ALL 15 2"])
        #expect(try await fixture.pay(3, 5))
        #expect(try await fixture.counters() == ["DAY ALL 20 3"])
    }

    @Test("The program's limits apply to a card without its own, and one counter serves both")
    func program() async throws {
        let fixture = try await AuthorizingFixture.make()
        try await fixture.setForProgram([try Self.limit(.day, count: 2)])
        #expect(try await fixture.pay(1, 10))
        try await fixture.set([try Self.limit(.day, amount: 15)])
        #expect(try await fixture.counters() == ["DAY ALL 10 1"])
        #expect(try await !fixture.pay(2, 6))
        #expect(try await fixture.pay(3, 5))
        try await fixture.set([])
        #expect(try await !fixture.pay(4, 1), "the program allows two payments a day")
    }

    @Test("Of many simultaneous payments, exactly as many succeed as the limit allows")
    func concurrency() async throws {
        let fixture = try await AuthorizingFixture.make()
        try await fixture.set([try Self.limit(.day, amount: 700), try Self.limit(.month, .pointOfSale, count: 50)])
        let approved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...24 { group.addTask { try await fixture.pay(number, 100) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(approved == 7)
        #expect(try await fixture.counters() == ["DAY ALL 700 7", "MONTH POS 700 7"])
    }

    /// Payments, reversals and changes of controls over several days. The counters must always equal the sums of the
    /// authorizations.
    @Test("After any history, the stored counts equal those computed from the authorizations", arguments: 1...4)
    func histories(seed: UInt64) async throws {
        let fixture = try await AuthorizingFixture.make()
        var dice = SeededNumbers(seed: seed)
        var day = Self.day
        let limits = try Window.allCases.flatMap { window in
            try [nil, Channel.ecommerce, .pointOfSale].map { try Self.limit(window, $0, amount: 100_000) }
        }
        try await fixture.set(limits)
        for number in 1...60 {
            switch dice.below(8) {
            case 0: day += dice.below(5)
            case 1: try await fixture.reverse(1 + dice.below(number), Int64(1 + dice.below(100)))
            case 2: try await fixture.reverse(1 + dice.below(number))
            case 3 where dice.below(3) == 0: try await fixture.set(limits.filter { _ in dice.below(3) > 0 })
            default:
                let (amount, isRemote) = (Int64(1 + dice.below(100)), dice.below(2) == 0)
                let isPaid = try await fixture.pay(number, amount, on: day) { fields in
                    if isRemote { Self.onTheInternet(&fields) }
                }
                #expect(isPaid)
            }
            let computed = try await fixture.counters(on: day, isComputed: true)
            #expect(try await fixture.spent(on: day, isComputed: true).allSatisfy { !$0.isStored })
            #expect(try await fixture.counters(on: day) == computed, "step \(number)")
        }
        #expect(try await fixture.spent(on: day).contains(where: \.isStored))
    }
}
