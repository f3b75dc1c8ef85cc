import Ledger

// What follows from the payment that a message names.

extension Original {
    /// An increment must be in the currency of the authorization that it adds to.
    package init(of request: NetworkRequest, _ found: Authorization?, isOfAnotherCard: Bool) {
        guard request.namesPayment else {
            self = .none
            return
        }
        guard let found else {
            self = isOfAnotherCard ? .ofAnotherCard : .unknown
            return
        }
        let isOtherCurrency = found.amount.currency != request.amount.currency
        self = request.kind == .incremental && isOtherCurrency ? .unknown : .known(found.state)
    }
}

extension Pricing {
    /// A change of an authorization has the rate of that authorization. A collected amount has the rate of the day; an
    /// amount that is returned of it has the same rates, see ``Settlement``. Parts are priced together.
    ///
    /// - Parameters:
    ///   - original: the payment that the message names.
    ///   - currency: the account's.
    ///   - rate: of the day.
    package init(
        of request: NetworkRequest, after original: Authorization?, in currency: Currency, rate: ExchangeRate?,
        tariff: Tariff
    ) {
        var (rate, earlier) = (rate, Money?.none)
        if let original, original.amount.currency == request.amount.currency {
            if request.kind.keepsRate { rate = original.rate ?? rate }
            switch request.kind {
            case .incremental: earlier = original.amount
            case .clearing, .forcePost: earlier = original.settlement.collected.amount
            default: break
            }
        }
        // A refund costs nothing.
        self.init(
            currency: currency, rate: rate, tariff: request.type == .refund ? .free : tariff, earlier: earlier)
    }
}

extension MessageKind {
    fileprivate var keepsRate: Bool {
        switch self {
        case .incremental, .advice, .partialReversal, .reversal, .refund, .refundReversal: true
        case .authorization, .financial, .clearing, .forcePost, .refundAuthorization, .balanceInquiry,
            .accountVerification: false
        }
    }
}
