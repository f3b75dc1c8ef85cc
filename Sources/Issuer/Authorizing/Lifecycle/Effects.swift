import Ledger

/// A new or a changed authorization, and its effects on the ledger, which belong to the same transaction.
public struct Step: Hashable, Sendable {
    public let state: AuthorizationState
    public let effects: Effects
}

/// The changes that a message makes outside its authorization.
public struct Effects: Hashable, Sendable {
    /// The step of the hold.
    public let hold: HoldStep
    /// The change of the held money, in the account's currency; below 0, money is freed.
    public let held: Money
    /// Money that moves. All postings are one journal.
    public let postings: [Posting]
    /// The change of the counters, in the windows that contain the authorization.
    public let spending: Spending

    public enum HoldStep: Hashable, Sendable {
        case none
        /// Holds ``Effects/held``.
        case place
        /// A step of the hold, which changes it by ``Effects/held``.
        case step(Hold.Event)
    }

    /// Compares an authorization before and after.
    init(
        from before: AuthorizationState?, to after: AuthorizationState, by event: Hold.Event, postings: [Posting] = []
    ) {
        let earlier = before ?? AuthorizationState(.unknown, in: after.currency)
        // All are between 0 and the largest amount, so the differences fit.
        let held = after.rest.minorUnits - earlier.rest.minorUnits
        self.held = Money(minorUnits: held, currency: after.currency)
        self.postings = postings
        spending = Spending(
            amount: after.spending.amount - earlier.spending.amount,
            count: after.spending.count - earlier.spending.count)
        hold = Self.step(from: earlier.rest, to: after.rest, by: event)
    }

    /// A hold without a rest has ended, so it cannot take another step.
    private static func step(from before: Money, to after: Money, by event: Hold.Event) -> HoldStep {
        switch (before.isZero, after.isZero) {
        case (true, true): .none
        case (true, false): .place
        case (false, false): before == after ? .none : .step(event)
        case (false, true): .step(event.ending)
        }
    }
}

extension Hold.Event {
    /// The event that ends a hold, where this one leaves no rest.
    fileprivate var ending: Hold.Event {
        switch self {
        case .adjust: .void
        case .postPart: .postWhole
        case .postWhole, .void, .expire: self
        }
    }
}

extension Quote {
    /// The customer pays the merchant through the network, and the fees to the issuer.
    func payment(by scheme: Scheme) throws(AuthorizationFailure) -> [Posting] {
        var postings = try repaymentBack(by: scheme)
        for fee in fees { postings += try moved(fee.amount, from: .customer, to: .income(fee.reason)) }
        return postings
    }

    /// The merchant gives money back. Fees are not returned.
    func repayment(by scheme: Scheme) throws(AuthorizationFailure) -> [Posting] {
        try exchanged(from: .scheme(scheme), transaction, to: .customer, converted)
    }

    /// The refund is undone: the amount goes back. The refund had no fees.
    func repaymentBack(by scheme: Scheme) throws(AuthorizationFailure) -> [Posting] {
        try exchanged(from: .customer, converted, to: .scheme(scheme), transaction)
    }

    /// The payment never took place: the amount and the fees go back.
    func paymentBack(by scheme: Scheme) throws(AuthorizationFailure) -> [Posting] {
        var postings = try repayment(by: scheme)
        for fee in fees { postings += try moved(fee.amount, from: .income(fee.reason), to: .customer) }
        return postings
    }

    /// Two currencies go through the house's stock of both, so that each is balanced.
    private func exchanged(
        from payer: LedgerAccount, _ paid: Money, to payee: LedgerAccount, _ received: Money
    ) throws(AuthorizationFailure) -> [Posting] {
        guard paid.currency != received.currency else { return try moved(paid, from: payer, to: payee) }
        return try moved(paid, from: payer, to: .fx) + moved(received, from: .fx, to: payee)
    }

    /// One posting, or none of an amount that was rounded to 0.
    private func moved(
        _ amount: Money, from payer: LedgerAccount, to payee: LedgerAccount
    ) throws(AuthorizationFailure) -> [Posting] {
        guard !amount.isZero else { return [] }
        do throws(LedgerRefusal) {
            return [try Posting(from: payer, to: payee, amount: amount)]
        } catch {
            throw .negativeAmount
        }
    }
}
