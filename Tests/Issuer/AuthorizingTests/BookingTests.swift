import Authorizing
import Ledger
import Testing

@Suite("Booking a message")
struct BookingTests {
    private func step(
        _ kind: String, _ amount: Int64?, of original: AuthorizationState? = nil, isWithdrawal: Bool = false,
        isLast: Bool = true
    ) throws -> Step? {
        let request = try Sample.request {
            ($0.kind, $0.amount, $0.isLast) = (Sent(kind), amount, isLast)
            if isWithdrawal { ($0.type, $0.verification.pin) = ("ATM_WITHDRAWAL", .right) }
        }
        let pricing = try Sample.pricing(atmFee: 200)
        var facts = try Sample.facts()
        facts.request = request
        facts.account?.pricing = pricing
        facts.original = original.map(Original.known) ?? .none
        let approval = try Decision(facts).approval
        return try Booking(request: request, original: original, pricing: pricing, scheme: .visa).step(approval)
    }

    private func authorized() throws -> AuthorizationState {
        try #require(try step("AUTHORIZATION", 1000)).state
    }

    @Test("A message without an authorization begins one", arguments: [
        ("AUTHORIZATION", AuthorizationStatus.approved, 1000, 0), ("ADVICE", .approved, 1000, 0),
        ("FINANCIAL", .settled, 0, -1000), ("CLEARING", .settled, 0, -1000), ("FORCE_POST", .settled, 0, -1000),
        ("REFUND", .settled, 0, 1000), ("REFUND_AUTHORIZATION", .approved, 0, 0),
    ] as [(String, AuthorizationStatus, Int64, Int64)])
    func beginnings(_ kind: String, _ status: AuthorizationStatus, _ held: Int64, _ posted: Int64) throws {
        let step = try #require(try step(kind, 1000))
        #expect(step.state.status == status && step.effects.held.minorUnits == held)
        #expect(step.effects.postings.reduce(0) { $0 + $1.customersChange } == posted)
    }

    @Test("A message about an authorization changes it", arguments: [
        ("INCREMENTAL", AuthorizationStatus.approved, 400, 0), ("ADVICE", .approved, -600, 0),
        ("PARTIAL_REVERSAL", .approved, -400, 0), ("REVERSAL", .reversed, -1000, 0),
        ("CLEARING", .settled, -1000, -400), ("FORCE_POST", .settled, -1000, -400), ("REFUND", .approved, 0, 400),
    ] as [(String, AuthorizationStatus, Int64, Int64)])
    func changes(_ kind: String, _ status: AuthorizationStatus, _ held: Int64, _ posted: Int64) throws {
        let step = try #require(try step(kind, 400, of: authorized()))
        #expect(step.state.status == status && step.effects.held.minorUnits == held)
        #expect(step.effects.postings.reduce(0) { $0 + $1.customersChange } == posted)
    }

    @Test("A reversal that arrives before its payment books nothing", arguments: ["REVERSAL", "PARTIAL_REVERSAL"])
    func earlyReversal(_ kind: String) throws {
        #expect(try step(kind, 400) == nil)
    }

    @Test("An advice holds the money for which the issuer gave no approval")
    func adviceAfterFailure() throws {
        let euro = try Sample.money(0).currency
        for original in [AuthorizationState.fail(in: euro).state, AuthorizationState.decline(in: euro).state] {
            let step = try #require(try step("ADVICE", 400, of: original))
            #expect(step.state.status == .approved && step.effects.held.minorUnits == 400)
            #expect(step.effects.hold == .place)
        }
    }

    @Test("After the reversal of its payment, an advice books nothing and a clearing collects", arguments: [
        ("ADVICE", nil), ("CLEARING", 1234),
    ] as [(String, Int64?)])
    func alreadyReversed(_ kind: String, _ cleared: Int64?) throws {
        var facts = try Sample.facts { $0.kind = Sent(kind) }
        facts.reception = .alreadyReversed
        let booking = Booking(
            request: facts.request, reception: facts.reception, original: nil, pricing: try Sample.pricing(),
            scheme: .visa)
        #expect(try booking.step(Decision(facts).approval)?.state.cleared.minorUnits == cleared)
    }

    @Test("A refund is paid by its clearing, not by its authorization")
    func refund() throws {
        let asked = try #require(try step("REFUND_AUTHORIZATION", 1000))
        #expect(asked.effects.hold == .none && asked.effects.spending == .nothing && asked.state.isRefund)
        let paid = try #require(try step("REFUND", 1000, of: asked.state))
        #expect(paid.state.status == .settled && paid.state.refunded.minorUnits == 1000)
        #expect(paid.effects.postings.reduce(0) { $0 + $1.customersChange } == 1000)
        let reversed = try #require(try step("REVERSAL", nil, of: asked.state))
        #expect(reversed.state.status == .reversed && reversed.effects.postings.isEmpty)
    }

    @Test("The reversal of a refund takes back what refunds paid, and no more")
    func reversedRefund() throws {
        func book(_ kind: String, _ amount: Int64, after earlier: Booked?) throws -> Booked? {
            let request = try Sample.request { ($0.kind, $0.amount) = (Sent(kind), amount) }
            var facts = try Sample.facts()
            facts.request = request
            return try Booking(
                request: request, original: earlier?.step.state, settlement: earlier?.settlement,
                pricing: Sample.pricing(), scheme: .visa
            ).book(Decision(facts).approval)
        }
        let paid = try book("REFUND", 1000, after: nil)
        let part = try #require(try book("REFUND_REVERSAL", 400, after: paid))
        #expect(part.step.state.refunded.minorUnits == 600 && part.step.state.status == .settled)
        #expect(
            part.step.effects.postings == [
                try Posting(from: .customer, to: .scheme(.visa), amount: Sample.money(400))
            ])
        #expect(part.step.effects.hold == .none && part.step.effects.spending == .nothing)
        for earlier in [part, nil] {
            #expect(throws: BookingFailure.authorization(.exceedsRefund)) {
                try book("REFUND_REVERSAL", 601, after: earlier)
            }
        }
    }

    @Test("An inquiry and a verification are recorded without money", arguments: [
        "BALANCE_INQUIRY", "ACCOUNT_VERIFICATION",
    ])
    func noMoney(_ kind: String) throws {
        let step = try #require(try step(kind, nil))
        #expect(step.state.status == .approved && step.state.rest.isZero)
        #expect(step.effects.hold == .none && step.effects.spending == .nothing)
    }

    @Test("The fee of a withdrawal is due once")
    func withdrawalFee() throws {
        let held = try #require(try step("AUTHORIZATION", 1000, isWithdrawal: true)).state
        #expect(held.rest.minorUnits == 1200)
        let first = try #require(try step("CLEARING", 400, of: held, isWithdrawal: true, isLast: false))
        #expect(first.state.cleared.minorUnits == 600)
        let second = try #require(try step("CLEARING", 600, of: first.state, isWithdrawal: true))
        #expect(second.state.cleared.minorUnits == 1200 && second.state.status == .settled)
        #expect(second.state.released.isZero)
    }

    @Test("A cash machine that gave no banknotes reverses the whole payment")
    func reversedWithdrawal() throws {
        let pricing = try Sample.pricing(atmFee: 200)
        let paid = try pricing.quote(Sample.money(1000), isWithdrawal: true)
        let original = try AuthorizationState.pay(paid, by: .visa, isApproved: true).state
        var facts = try Sample.facts { ($0.kind, $0.amount, $0.type) = ("REVERSAL", nil, "ATM_WITHDRAWAL") }
        facts.original = .known(original)
        let booking = Booking(
            request: facts.request, original: original, price: paid, hasPaid: true, pricing: pricing,
            scheme: .visa)
        let step = try #require(try booking.step(Decision(facts).approval))
        #expect(step.state.status == .reversed)
        #expect(step.effects.postings.reduce(0) { $0 + $1.customersChange } == 1200)
    }

    @Test("A partial and a full reversal return the whole payment with its fees", arguments: [1, 30, 333, 999])
    func reversedInParts(_ part: Int64) throws {
        let pricing = try Sample.pricing((1, 2), atmFee: 200, foreignExchangeFee: 150)
        let whole = try pricing.quote(Sample.money(1001, "USD"), isWithdrawal: true)
        let original = try AuthorizationState.pay(whole, by: .visa, isApproved: true).state
        func reverse(_ kind: String, _ state: AuthorizationState, _ paid: Quote) throws -> Step {
            var facts = try Sample.facts { ($0.kind, $0.amount, $0.currency) = (Sent(kind), part, "USD") }
            facts.original = .known(state)
            let booking = Booking(
                request: facts.request, original: state, price: paid, hasPaid: true, pricing: pricing,
                scheme: .visa)
            return try #require(try booking.step(Decision(facts).approval))
        }
        let first = try reverse("PARTIAL_REVERSAL", original, whole)
        #expect(first.state.status == .settled)
        let rest = try whole.without(whole.part(Sample.money(part, "USD")))
        #expect(rest.total == first.state.cleared && rest.transaction.minorUnits == 1001 - part)
        let second = try reverse("REVERSAL", first.state, rest)
        #expect(second.state.status == .reversed && second.state.cleared.isZero)
        let returned = (first.effects.postings + second.effects.postings).reduce(0) { $0 + $1.customersChange }
        #expect(returned == whole.total.minorUnits)
    }

    @Test("A full reversal needs no price")
    func reversalWithoutRate() throws {
        let request = try Sample.request { ($0.kind, $0.currency) = ("REVERSAL", "USD") }
        var facts = try Sample.facts()
        facts.request = request
        let pricing = try Sample.pricing()
        let booking = Booking(request: request, original: try authorized(), pricing: pricing, scheme: .visa)
        let step = try #require(try booking.step(Decision(facts).approval))
        #expect(step.state.status == .reversed && step.effects.held.minorUnits == -1000)
        let early = Booking(request: request, original: nil, pricing: pricing, scheme: .visa)
        #expect(try early.step(Decision(facts).approval) == nil)
    }

    @Test("A report that cannot be priced is a failure, not a decline")
    func failures() throws {
        let request = try Sample.request { ($0.kind, $0.currency) = ("CLEARING", "USD") }
        let (euro, dollar) = (try Sample.money(1).currency, try Sample.money(1, "USD").currency)
        let booking = Booking(request: request, original: nil, pricing: try Sample.pricing(), scheme: .visa)
        var facts = try Sample.facts()
        facts.request = request
        let approval = try Decision(facts).approval
        #expect(throws: BookingFailure.pricing(.notConvertible(from: dollar, to: euro))) {
            try booking.step(approval)
        }
    }
}

extension Posting {
    /// The change of the customer's account, in minor units.
    fileprivate var customersChange: Int64 {
        if from == .customer { return -amount.minorUnits }
        return to == .customer ? amount.minorUnits : 0
    }
}
