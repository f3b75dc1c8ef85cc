import Authorizing
import Ledger
import Testing

@Suite("Changes of an authorization")
struct AuthorizationStateTests {
    private func approved(_ minorUnits: Int64) throws -> AuthorizationState {
        try AuthorizationState.approve(Sample.quote(minorUnits)).state
    }

    @Test("An approval holds money, and a decline holds none")
    func beginning() throws {
        let step = try AuthorizationState.approve(Sample.quote(1234))
        #expect(step.state.status == .approved && step.state.rest.minorUnits == 1234)
        #expect(step.effects.hold == .place && step.effects.held.minorUnits == 1234)
        #expect(step.effects.spending == Spending(amount: 1234, count: 1))
        #expect(step.effects.postings.isEmpty)
        let declined = AuthorizationState.decline(in: try Sample.money(0).currency)
        #expect(declined.state.status == .declined && declined.effects.hold == .none)
        #expect(declined.effects.held.isZero && declined.effects.spending == .nothing)
    }

    @Test("An increment raises the hold")
    func increment() throws {
        let step = try approved(1000).increment(by: Sample.quote(200))
        #expect(step.state.rest.minorUnits == 1200)
        #expect(step.effects.hold == .step(.adjust) && step.effects.held.minorUnits == 200)
        #expect(step.effects.spending == Spending(amount: 200, count: 0))
        #expect(throws: AuthorizationFailure.cannotGrow(.expired)) {
            try approved(1000).expire().state.increment(by: Sample.quote(1))
        }
        #expect(throws: AuthorizationFailure.overflow) { try approved(.max).increment(by: Sample.quote(1)) }
    }

    @Test("An advice sets the amount, up or down", arguments: [
        (1500, 1500, 500, AuthorizationStatus.approved), (400, 400, -600, .approved), (1000, 1000, 0, .approved),
        (0, 0, -1000, .reversed),
    ] as [(Int64, Int64, Int64, AuthorizationStatus)])
    func advice(_ total: Int64, _ rest: Int64, _ held: Int64, _ status: AuthorizationStatus) throws {
        let step = try approved(1000).advise(total: Sample.quote(total))
        #expect(step.state.rest.minorUnits == rest && step.effects.held.minorUnits == held)
        #expect(step.state.status == status)
    }

    @Test("A partial reversal frees a part, and reversing the rest ends the authorization")
    func reversals() throws {
        let part = try approved(1000).reverse(Sample.money(300))
        #expect(part.state.status == .approved && part.state.rest.minorUnits == 700)
        #expect(part.effects.hold == .step(.adjust) && part.effects.held.minorUnits == -300)
        #expect(part.effects.spending == Spending(amount: -300, count: 0))
        let rest = try part.state.reverse(Sample.money(5000))
        #expect(rest.state.status == .reversed && rest.state.reversed.minorUnits == 1000)
        #expect(rest.effects.hold == .step(.void) && rest.effects.held.minorUnits == -700)
        #expect(rest.effects.spending == Spending(amount: -700, count: -1))
        #expect(try rest.state.reverse().effects.hold == .none)
    }

    @Test("Each of several clearings collects its amount, and the last one frees the rest")
    func clearings() throws {
        let first = try approved(1000).clear(Sample.quote(300), by: .visa, isLast: false)
        #expect(first.state.status == .settledInPart && first.state.rest.minorUnits == 700)
        #expect(first.effects.hold == .step(.postPart) && first.effects.held.minorUnits == -300)
        #expect(first.effects.spending == Spending(amount: 0, count: 0))
        #expect(
            first.effects.postings == [
                try Posting(from: .customer, to: .scheme(.visa), amount: Sample.money(300))
            ])
        let last = try first.state.clear(Sample.quote(500), by: .visa, isLast: true)
        #expect(last.state.status == .settled && last.state.released.minorUnits == 200)
        #expect(last.effects.hold == .step(.postWhole) && last.effects.held.minorUnits == -700)
        #expect(last.effects.spending == Spending(amount: -200, count: 0))
    }

    @Test("A clearing of at least the hold collects its whole amount, frees the hold and settles the authorization")
    func overClearing() throws {
        for isLast in [true, false] {
            let step = try approved(1000).clear(Sample.quote(1500), by: .mastercard, isLast: isLast)
            #expect(step.state.cleared.minorUnits == 1500 && step.state.rest.isZero)
            #expect(step.effects.held.minorUnits == -1000 && step.effects.hold == .step(.postWhole))
            #expect(step.state.status == .settled && !step.state.canGrow)
        }
        let whole = try approved(1000).clear(Sample.quote(1000), by: .mastercard, isLast: false)
        #expect(whole.state.status == .settled && whole.effects.hold == .step(.postWhole))
    }

    @Test("A late clearing collects its amount and does not change the status")
    func lateClearing() throws {
        let ended = [
            try approved(1000).expire().state, try approved(1000).reverse().state, try approved(1000).release().state,
            AuthorizationState.decline(in: try Sample.money(0).currency).state,
        ]
        for state in ended {
            let step = try state.clear(Sample.quote(400), by: .visa, isLast: true)
            #expect(step.state.status == state.status && step.state.cleared.minorUnits == 400)
            #expect(step.effects.held.isZero && step.effects.hold == .none && step.effects.postings.count == 1)
            #expect(step.effects.spending == Spending(amount: 400, count: 1))
        }
    }

    @Test("Expiry and release free the rest of the hold")
    func ends() throws {
        let expired = try approved(1000).expire()
        #expect(expired.state.status == .expired && expired.effects.hold == .step(.expire))
        let released = try approved(1000).release()
        #expect(released.state.status == .released && released.effects.hold == .step(.void))
        for step in [expired, released] {
            #expect(step.effects.held.minorUnits == -1000)
            #expect(step.effects.spending == Spending(amount: -1000, count: -1))
            #expect(throws: AuthorizationFailure.notOpen(step.state.status)) { try step.state.expire() }
        }
    }

    @Test("A clearing in another currency is exchanged through the fx account, and its fee is income")
    func foreignClearing() throws {
        let pricing = try Sample.pricing((92, 100), foreignExchangeFee: 300)
        let quote = try pricing.quote(Sample.money(1000, "USD"), isWithdrawal: false)
        let step = try AuthorizationState.pay(quote, by: .mastercard, isApproved: true)
        #expect(step.state.status == .settled && step.state.approved == quote.total)
        #expect(step.effects.held.isZero && step.effects.hold == .none)
        #expect(
            step.effects.postings == [
                try Posting(from: .customer, to: .fx, amount: Sample.money(920)),
                try Posting(from: .fx, to: .scheme(.mastercard), amount: Sample.money(1000, "USD")),
                try Posting(from: .customer, to: .income(.fx), amount: Sample.money(28)),
            ])
    }

    @Test("The reversal of a payment returns the amount, the fee and the limit")
    func reversedPayment() throws {
        let pricing = try Sample.pricing(atmFee: 200)
        let quote = try pricing.quote(Sample.money(1000), isWithdrawal: true)
        let paid = try AuthorizationState.pay(quote, by: .visa, isApproved: true).state
        let back = try paid.reversePayment(quote, by: .visa)
        #expect(back.state.status == .reversed && back.state.cleared.isZero)
        #expect(back.effects.hold == .none && back.effects.spending == Spending(amount: -1200, count: -1))
        #expect(
            back.effects.postings == [
                try Posting(from: .scheme(.visa), to: .customer, amount: Sample.money(1000)),
                try Posting(from: .income(.atm), to: .customer, amount: Sample.money(200)),
            ])
        #expect(try back.state.reversePayment(quote, by: .visa).effects.postings.isEmpty)
        let part = try paid.reversePayment(Sample.quote(300), by: .visa)
        #expect(part.state.status == .settled && part.state.cleared.minorUnits == 900)
        #expect(throws: AuthorizationFailure.exceedsPayment) {
            try part.state.reversePayment(quote, by: .visa)
        }
        #expect(try approved(1000).reversePayment(quote, by: .visa).effects.postings.isEmpty)
    }

    @Test("The reversal of a payment does not return what was already refunded")
    func reversedAfterRefund() throws {
        let quote = try Sample.quote(1000)
        let paid = try AuthorizationState.pay(quote, by: .visa, isApproved: true).state
        let refunded = try paid.refund(Sample.quote(400), by: .visa).state
        #expect(throws: AuthorizationFailure.exceedsPayment) { try refunded.reversePayment(quote, by: .visa) }
        #expect(try refunded.reversePayment(Sample.quote(600), by: .visa).state.cleared.minorUnits == 400)
    }

    @Test("The reversal of a payment returns what was collected, even above the approval or without one")
    func reversedWithoutApproval() throws {
        let quote = try Sample.quote(1500)
        let payments = [
            (try AuthorizationState.pay(quote, by: .visa, isApproved: false), Int64(0)),
            (try approved(1000).clear(quote, by: .visa, isLast: true), 1000),
        ]
        for (payment, reversed) in payments {
            let part = try payment.state.reversePayment(Sample.quote(200), by: .visa)
            #expect(part.state.status == .settled && part.state.cleared.minorUnits == 1300)
            let back = try part.state.reversePayment(Sample.quote(1300), by: .visa)
            #expect(back.state.status == .reversed && back.state.cleared.isZero)
            #expect(back.state.reversed.minorUnits == reversed)
            #expect(back.effects.spending == Spending(amount: -1300, count: -1))
            for state in [part.state, back.state] { #expect(try restored(state) == state) }
            #expect(throws: AuthorizationFailure.exceedsPayment) {
                try payment.state.reversePayment(Sample.quote(1501), by: .visa)
            }
        }
    }

    private func restored(_ state: AuthorizationState) throws -> AuthorizationState {
        try AuthorizationState(
            status: state.status, isRefund: state.isRefund, approved: state.approved, reversed: state.reversed,
            released: state.released, cleared: state.cleared, refunded: state.refunded)
    }

    @Test("A refund returns the amount without fees, linked or not")
    func refunds() throws {
        let pricing = try Sample.pricing((92, 100), foreignExchangeFee: 300)
        let quote = try pricing.quote(Sample.money(1000, "USD"), isWithdrawal: false)
        let postings = [
            try Posting(from: .scheme(.visa), to: .fx, amount: Sample.money(1000, "USD")),
            try Posting(from: .fx, to: .customer, amount: Sample.money(920)),
        ]
        let unlinked = try AuthorizationState.refund(quote, by: .visa)
        #expect(unlinked.state.status == .settled && unlinked.effects.postings == postings)
        let linked = try approved(1000).clear(Sample.quote(1000), by: .visa, isLast: true).state
            .refund(quote, by: .visa)
        #expect(linked.effects.postings == postings && linked.effects.spending == .nothing)
        #expect(linked.state.refunded.minorUnits == 920 && linked.state.status == .settled)
    }

    @Test("Negative and foreign amounts are refused")
    func wrongAmounts() throws {
        #expect(throws: AuthorizationFailure.negativeAmount) { try approved(-1) }
        #expect(throws: AuthorizationFailure.negativeAmount) { try approved(1).reverse(Sample.money(-1)) }
        let (euro, dollar) = (try Sample.money(1).currency, try Sample.money(1, "USD").currency)
        #expect(throws: AuthorizationFailure.otherCurrency(expected: euro, found: dollar)) {
            try approved(1).reverse(Sample.money(1, "USD"))
        }
    }

    @Test("Stored amounts that no history can produce are refused")
    func restoring() throws {
        func restored(
            _ status: AuthorizationStatus, _ amounts: [Int64], isRefund: Bool = false
        ) throws -> AuthorizationState {
            let money = try amounts.map { try Sample.money($0) }
            return try AuthorizationState(
                status: status, isRefund: isRefund, approved: money[0], reversed: money[1], released: money[2],
                cleared: money[3], refunded: money[4])
        }
        #expect(try restored(.approved, [1000, 0, 0, 0, 0]) == approved(1000))
        #expect(throws: AuthorizationFailure.inconsistent) { try restored(.approved, [1000, 600, 401, 0, 0]) }
        #expect(throws: AuthorizationFailure.inconsistent) { try restored(.approved, [.max, .max, .max, 0, 0]) }
        #expect(throws: AuthorizationFailure.inconsistent) { try restored(.expired, [1000, 0, 0, 0, 0]) }
        #expect(throws: AuthorizationFailure.negativeAmount) { try restored(.approved, [1000, 0, 0, -1, 0]) }
        #expect(throws: AuthorizationFailure.inconsistent) {
            try restored(.approved, [1000, 0, 0, 0, 0], isRefund: true)
        }
    }

    @Test("Only two statuses hold money")
    func statuses() {
        #expect(AuthorizationStatus.allCases.filter(\.isOpen) == [.approved, .settledInPart])
        #expect(AuthorizationStatus.transitions.count == 11)
        #expect(AuthorizationStatus.approved.after(.clearing) == .settledInPart)
        #expect(AuthorizationStatus.settled.after(.reversal) == nil)
    }

    @Test("Payments to hotels, cruise lines and car rentals are held longer", arguments: [
        ("5812", 7), ("3351", 30), ("3500", 30), ("3501", 30), ("3999", 30), ("4411", 30), ("7011", 30), ("7512", 30),
        ("7513", 30), ("7519", 30), ("3350", 7), ("4000", 7), ("0000", 7),
    ])
    func holdLife(_ digits: String, _ days: Int) throws {
        #expect(HoldLife.standard.days(for: try #require(MerchantCategory(digits))) == days)
        #expect(try #require(MerchantCategory(digits)).description == digits)
    }
}
