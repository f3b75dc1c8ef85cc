import Ledger

/// The amounts of one authorization, and the changes that messages make to them. It is a value: each message makes a
/// new one, with the effects on the ledger.
///
/// All amounts are in the account's currency, with fees. The caller prices partial reversals and increments with the
/// rate of the authorization, and a clearing with the rate of its day.
public struct AuthorizationState: Hashable, Sendable {
    public internal(set) var status: AuthorizationStatus
    /// Whether the authorization began with a refund, or with the authorization of one: Paysafe's direction CREDIT. It
    /// holds no money.
    public let isRefund: Bool
    /// The authorized amount, with all increments.
    public internal(set) var approved: Money
    /// The reversed part of the approved amount; never more than that.
    public internal(set) var reversed: Money
    /// The amount that was freed because it expired, because staff released it, or because the last clearing was for
    /// less.
    public internal(set) var released: Money
    /// The amount that clearings and immediate payments collected. It may exceed ``approved``, because a clearing is
    /// never refused.
    public internal(set) var cleared: Money
    /// The refunded amount, less the reversals of refunds.
    public internal(set) var refunded: Money

    /// An authorization of nothing.
    init(_ status: AuthorizationStatus, isRefund: Bool = false, in currency: Currency) {
        self.status = status
        self.isRefund = isRefund
        (approved, reversed, released, cleared) = (.zero(currency), .zero(currency), .zero(currency), .zero(currency))
        refunded = .zero(currency)
    }

    /// Restores a stored authorization.
    ///
    /// - Throws: if no history leads to such amounts.
    public init(
        status: AuthorizationStatus, isRefund: Bool, approved: Money, reversed: Money, released: Money, cleared: Money,
        refunded: Money
    ) throws(AuthorizationFailure) {
        let currency = approved.currency
        for amount in [approved, reversed, released, cleared, refunded] { try amount.check(in: currency) }
        let back = reversed.minorUnits.addingReportingOverflow(released.minorUnits)
        guard !back.overflow, back.partialValue <= approved.minorUnits else { throw .inconsistent }
        guard !isRefund || approved.isZero else { throw .inconsistent }
        self.status = status
        self.isRefund = isRefund
        self.approved = approved
        self.reversed = reversed
        self.released = released
        self.cleared = cleared
        self.refunded = refunded
        guard status.isOpen || rest.isZero else { throw .inconsistent }
    }

    public var currency: Currency { approved.currency }

    /// The amount that is still held; never below 0.
    public var rest: Money {
        // Each is at least 0, and the reversed and the released amounts are parts of the approved one. So this fits.
        let uncollected = approved.minorUnits - reversed.minorUnits - released.minorUnits - cleared.minorUnits
        return Money(minorUnits: max(0, uncollected), currency: currency)
    }

    /// The spending that counts for the limits: the amount that was collected and the amount that may still be
    /// collected. So reversed and expired amounts free the limit again. A refund does not.
    public var spending: Spending {
        let amount = rest.minorUnits + cleared.minorUnits
        return Spending(amount: amount, count: amount > 0 ? 1 : 0)
    }

    /// Whether an increment can add to the authorization. An authorization whose money is collected or free is over.
    public var canGrow: Bool { status.isOpen && !rest.isZero }
}

extension Money {
    func check(in currency: Currency) throws(AuthorizationFailure) {
        guard self.currency == currency else { throw .otherCurrency(expected: currency, found: self.currency) }
        guard !isNegative else { throw .negativeAmount }
    }
}
