import Ledger
import Validation

/// A step, and the price that led to it; the price is nil for a full reversal.
public struct Booked: Sendable {
    public let step: Step
    public let quote: Quote?
    /// The amounts that have been collected and given back by now.
    public let settlement: Settlement
}

/// Turns an accepted message into a step of its authorization.
public struct Booking: Sendable {
    public let request: NetworkRequest
    public let reception: Reception
    /// The authorization that the message belongs to; nil if it begins one.
    public let original: AuthorizationState?
    /// The price of the original, less what was reversed (``Quote/without(_:)``). Nil without an original, or if there
    /// was no rate.
    public let price: Quote?
    /// Whether the original was paid at once, without a hold for a clearing.
    public let hasPaid: Bool
    /// The amounts that were collected and given back for the original; nil without one.
    public let settlement: Settlement?
    /// The pricing has the rate of the authorization for an amount that adds to its hold, the rate of the day for a
    /// clearing or a refund, and the rate of the refund for the reversal of a refund.
    public let pricing: Pricing
    public let scheme: Scheme

    public init(
        request: NetworkRequest, reception: Reception = .first, original: AuthorizationState?, price: Quote? = nil,
        hasPaid: Bool = false, settlement: Settlement? = nil, pricing: Pricing, scheme: Scheme
    ) {
        self.request = request
        self.reception = reception
        self.original = original
        self.price = price
        self.hasPaid = hasPaid
        self.settlement = settlement
        self.pricing = pricing
        self.scheme = scheme
    }

    /// The step of an approved request, or of a report.
    ///
    /// A step of ``original`` keeps its authorization. After an original that the issuer never approved, an advice
    /// begins a second authorization, which the caller stores beside it.
    ///
    /// - Returns: nil if a reversal is for a message that has not arrived yet. The caller remembers the reversal, and
    ///   passes ``Reception/alreadyReversed`` with that message. Also nil if that message is an advice.
    public func step(_ approval: Approval) throws(BookingFailure) -> Step? { try book(approval)?.step }

    /// Does the same as ``step(_:)``, and also returns the price.
    public func book(_ approval: Approval) throws(BookingFailure) -> Booked? {
        if request.kind == .advice, reception == .alreadyReversed { return nil }
        let quote = try quote(of: approval)
        let step = try translating(BookingFailure.authorization) { () throws(AuthorizationFailure) -> Step? in
            if let quote { try self.step(quote) } else { try reverse() }
        }
        guard let step else { return nil }
        return Booked(step: step, quote: quote, settlement: try Self.adding { () throws(MoneyFailure) in
            try settled(quote, by: step)
        })
    }

    /// The amounts that the payment has collected and given back so far.
    private var earlier: Settlement {
        let kept = begins ? nil : settlement
        return kept ?? Settlement(in: request.amount.currency, for: pricing.currency)
    }

    private func settled(_ quote: Quote?, by step: Step) throws(MoneyFailure) -> Settlement {
        var settlement = earlier
        let isCollected = original?.cleared != step.state.cleared
        switch request.kind {
        case .financial, .clearing, .forcePost:
            if let quote { settlement.collected = try settlement.collected.adding(quote) }
        case .partialReversal, .reversal:
            if isCollected, let quote, !step.state.cleared.isZero {
                settlement.collected = try settlement.collected.subtracting(quote)
            } else if isCollected {
                settlement.collected = Settlement(
                    in: settlement.collected.amount.currency, for: pricing.currency).collected
            }
        case .refund:
            if let quote { settlement.returned = try settlement.returned.adding(quote) }
        case .refundReversal:
            if let quote { settlement.returned = try settlement.returned.subtracting(quote) }
        case .authorization, .incremental, .advice, .refundAuthorization, .balanceInquiry, .accountVerification: break
        }
        return settlement
    }

    /// Whether the message begins an authorization. Otherwise it changes the original.
    public var begins: Bool {
        guard let original else { return true }
        switch request.kind {
        // A stored card refers to an earlier payment, and is a payment of its own.
        case .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification: return true
        // The network has approved in the issuer's place. The first authorization stays as it is, and is listed.
        case .advice, .clearing, .forcePost: return original.status.isUnapproved
        case .incremental, .partialReversal, .reversal, .refund, .refundReversal: return false
        }
    }

    /// Nil for a full reversal. It takes back the money that the authorization holds or has paid, so it needs no rate.
    private func quote(of approval: Approval) throws(BookingFailure) -> Quote? {
        if let quote = approval.quote { return quote }
        switch request.kind {
        case .reversal: return nil
        case .partialReversal: return try partialReversalPrice()
        case .refund:
            return try translating(BookingFailure.pricing) { () throws(PricingFailure) in
                try earlier.refund(of: request.amount, at: pricing)
            }
        case .refundReversal:
            let quote = try translating(BookingFailure.pricing) { () throws(PricingFailure) in
                try earlier.refundReversal(of: request.amount, at: pricing)
            }
            // If nothing was given back yet: when the refund has arrived, the same message succeeds.
            guard let quote else { throw .authorization(.exceedsRefund) }
            return quote
        case .refundAuthorization:
            return try translating(BookingFailure.pricing) { () throws(PricingFailure) in
                try pricing.credit(request.amount)
            }
        case .authorization, .incremental, .advice, .financial, .clearing, .forcePost, .balanceInquiry,
            .accountVerification:
            return try translating(BookingFailure.pricing) { () throws(PricingFailure) in
                try pricing.quote(request.amount, isWithdrawal: hasWithdrawalFee)
            }
        }
    }

    /// The price of the part that a partial reversal takes back, out of the price of the authorization. In another
    /// currency it has the rate of the day.
    private func partialReversalPrice() throws(BookingFailure) -> Quote {
        guard let price, let left = leftToReverse else {
            return try translating(BookingFailure.pricing) { () throws(PricingFailure) in
                try pricing.quote(request.amount, isWithdrawal: false)
            }
        }
        guard request.amount.minorUnits <= left else { throw .authorization(.exceedsAuthorization) }
        return try Self.adding { () throws(MoneyFailure) in try price.part(request.amount) }
    }

    /// The amount of the authorization that a partial reversal can take back: the requested amount, less the amount
    /// that was collected of a hold, or given back of a payment. Nil if the message is in another currency.
    private var leftToReverse: Int64? {
        guard let original, let price, price.transaction.currency == request.amount.currency else { return nil }
        let settled = hasPaid ? earlier.returned : original.status.isOpen ? earlier.collected : nil
        return max(0, price.transaction.minorUnits - (settled?.amount.minorUnits ?? 0))
    }

    private static func adding<Value>(_ sum: () throws(MoneyFailure) -> Value) throws(BookingFailure) -> Value {
        do {
            return try sum()
        } catch {
            throw .pricing(.overflow)
        }
    }

    private func reverse() throws(AuthorizationFailure) -> Step? {
        guard let original else { return nil }
        guard hasPaid, let price else { return try original.reverse() }
        return try original.reversePayment(price.returning(original.cleared), by: scheme)
    }

    private func step(_ quote: Quote) throws(AuthorizationFailure) -> Step? {
        guard let original, !begins else { return try firstStep(quote) }
        switch request.kind {
        case .incremental: return try original.increment(by: quote)
        case .advice: return try original.advise(total: quote)
        case .partialReversal:
            // Nothing of the amount is left, so nothing stays held for it.
            let isWhole = quote.transaction.minorUnits == leftToReverse
            guard hasPaid else { return try original.reverse(isWhole ? original.rest : quote.total) }
            // Not below 0: refunds are rounded, so together they can be a little more than what was cleared.
            let left = max(0, original.cleared.minorUnits - original.refunded.minorUnits)
            return try original.reversePayment(
                quote.atMost(Money(minorUnits: left, currency: original.currency)), by: scheme)
        case .reversal: return try reverse()
        case .clearing, .forcePost: return try original.clear(quote, by: scheme, isLast: request.isLast)
        case .refund: return try original.refund(quote, by: scheme)
        case .refundReversal: return try original.reverseRefund(quote, by: scheme)
        case .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification:
            return try firstStep(quote)
        }
    }

    private func firstStep(_ quote: Quote) throws(AuthorizationFailure) -> Step? {
        switch request.kind {
        case .authorization, .advice, .balanceInquiry, .accountVerification:
            try AuthorizationState.approve(quote)
        case .financial: try AuthorizationState.pay(quote, by: scheme, isApproved: true)
        case .clearing, .forcePost: try AuthorizationState.pay(quote, by: scheme, isApproved: false)
        case .refundAuthorization: AuthorizationState.approveRefund(in: quote.total.currency)
        case .refund: try AuthorizationState.refund(quote, by: scheme)
        case .incremental, .partialReversal, .reversal, .refundReversal: nil
        }
    }

    /// The flat fee is due once: when money is held or collected for the first time.
    private var hasWithdrawalFee: Bool {
        guard request.type == .atmWithdrawal else { return false }
        switch request.kind {
        case .authorization, .financial, .advice: return true
        case .clearing, .forcePost: return original?.cleared.isZero ?? true
        case .incremental, .partialReversal, .reversal, .refundAuthorization, .refund, .refundReversal,
            .balanceInquiry, .accountVerification: return false
        }
    }
}
