import Ledger

/// Why an accepted message cannot be booked. Neither is a decline: the caller answers 96, and the network sends the
/// message again.
public enum BookingFailure: Error, Hashable, Sendable {
    case pricing(PricingFailure)
    case authorization(AuthorizationFailure)
}

/// A step, and the price that led to it; the price is nil for a full reversal.
public struct Booked: Sendable {
    public let step: Step
    public let quote: Quote?
}

/// Turns an accepted message into a step of its authorization.
public struct Booking: Sendable {
    public let request: Request
    public let reception: Reception
    /// The authorization that the message belongs to; nil if it begins one.
    public let original: AuthorizationState?
    /// What the original still costs, without what was reversed (``Quote/without(_:)``). Nil without an original, or if
    /// there was no rate.
    public let price: Quote?
    /// Whether the original paid at once, and held no money for a clearing.
    public let hasPaid: Bool
    /// How many messages have changed the original. Each may have been rounded by half a minor unit.
    public let changes: Int
    /// With the rate of the authorization for what adds to its hold, with the rate of the day for what collects or
    /// refunds, and with the rate of the refund for its reversal.
    public let pricing: Pricing
    public let scheme: Scheme

    public init(
        request: Request, reception: Reception = .first, original: AuthorizationState?, price: Quote? = nil,
        hasPaid: Bool = false, changes: Int = 0, pricing: Pricing, scheme: Scheme
    ) {
        self.request = request
        self.reception = reception
        self.original = original
        self.price = price
        self.hasPaid = hasPaid
        self.changes = changes
        self.pricing = pricing
        self.scheme = scheme
    }

    /// What an approved request, or a report, does.
    ///
    /// A step of ``original`` keeps its authorization. After an original that the issuer never approved, an advice
    /// begins a second authorization, which the caller stores beside it.
    ///
    /// - Returns: nil if a reversal takes back what has not arrived yet. The caller remembers the reversal, and passes
    ///   ``Reception/alreadyReversed`` with the message that it belongs to. Also nil if that message is an advice.
    public func step(_ approval: Approval) throws(BookingFailure) -> Step? { try book(approval)?.step }

    /// Does the same as ``step(_:)``, and says what it costs.
    public func book(_ approval: Approval) throws(BookingFailure) -> Booked? {
        if request.kind == .advice, reception == .alreadyReversed { return nil }
        let quote = try quote(of: approval)
        let step: Step?
        do throws(AuthorizationFailure) {
            step = if let quote { try self.step(quote) } else { try reverse() }
        } catch {
            throw .authorization(error)
        }
        return step.map { Booked(step: $0, quote: quote) }
    }

    /// Whether the message begins an authorization. If not, it changes the original.
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

    /// Nil for a full reversal. It takes back what the authorization holds or has paid, so it needs no rate.
    private func quote(of approval: Approval) throws(BookingFailure) -> Quote? {
        guard request.kind != .reversal else { return nil }
        if let quote = approval.quote { return quote }
        if let part = try partialReversalPrice() { return part }
        return try newPrice(of: request.amount)
    }

    /// What a partial reversal takes back, out of the price of the authorization. Nil for other messages, and for a
    /// reversal in another currency.
    private func partialReversalPrice() throws(BookingFailure) -> Quote? {
        guard request.kind == .partialReversal, let price, price.transaction.currency == request.amount.currency else {
            return nil
        }
        let excess = try Self.adding { () throws(MoneyFailure) in try request.amount - price.transaction }
        guard excess.isPositive else {
            return try Self.adding { () throws(MoneyFailure) in try price.part(request.amount) }
        }
        let more = try newPrice(of: excess)
        return try Self.adding { () throws(MoneyFailure) in try price.with(more) }
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
            let isWhole = price.map { price in
                quote.transaction.currency == price.transaction.currency
                    && quote.transaction.minorUnits >= price.transaction.minorUnits
            } ?? false
            guard hasPaid else { return try original.reverse(isWhole ? original.rest : quote.total) }
            return try original.reversePayment(quote.atMost(original.cleared), by: scheme)
        case .reversal: return try reverse()
        case .clearing, .forcePost: return try original.clear(quote, by: scheme, isLast: request.isLast)
        case .refund: return try original.refund(quote, by: scheme)
        case .refundReversal:
            return try original.reverseRefund(withoutRounding(quote, after: original.refunded), by: scheme)
        case .authorization, .financial, .refundAuthorization, .balanceInquiry, .accountVerification:
            return try firstStep(quote)
        }
    }

    /// Parts in another currency are rounded one by one, so the last of them may ask for a little more than is left.
    /// What exceeds that, by its amount or by the rate of another day, stays too much: the house would pay it.
    private func withoutRounding(_ quote: Quote, after left: Money) -> Quote {
        // Neither is negative, so the difference fits.
        let excess = quote.converted.minorUnits - left.minorUnits
        let isExchanged = quote.transaction.currency != left.currency && left.isPositive
        return isExchanged && excess <= changes / 2 ? quote.atMost(left) : quote
    }

    private func firstStep(_ quote: Quote) throws(AuthorizationFailure) -> Step? {
        switch request.kind {
        case .authorization, .advice, .balanceInquiry, .accountVerification:
            try AuthorizationState.approve(quote)
        case .financial: try AuthorizationState.pay(quote, by: scheme, isApproved: true)
        case .clearing, .forcePost: try AuthorizationState.pay(quote, by: scheme, isApproved: false)
        case .refundAuthorization: AuthorizationState.approveRefund(in: quote.total.currency)
        case .refund: try AuthorizationState.refund(quote, by: scheme)
        // Nothing was given back yet. When the refund has arrived, the same message succeeds.
        case .refundReversal: throw .exceedsRefund
        case .incremental, .partialReversal, .reversal: nil
        }
    }

    private func newPrice(of amount: Money) throws(BookingFailure) -> Quote {
        do throws(PricingFailure) {
            return try pricing.quote(amount, isWithdrawal: hasWithdrawalFee)
        } catch {
            throw .pricing(error)
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
