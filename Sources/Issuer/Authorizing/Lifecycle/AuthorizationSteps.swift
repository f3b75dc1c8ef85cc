import Ledger

// The first message of an authorization.
extension AuthorizationState {
    /// An approved authorization, or an advice about one that another party has approved: holds the money.
    public static func approve(_ quote: Quote) throws(AuthorizationFailure) -> Step {
        try quote.total.check(in: quote.total.currency)
        var state = AuthorizationState(.approved, in: quote.total.currency)
        state.approved = quote.total
        return begun(state)
    }

    /// A declined authorization. It is kept and listed, and changes no money.
    public static func decline(in currency: Currency) -> Step {
        begun(AuthorizationState(.declined, in: currency))
    }

    /// An authorization without an answer, for a technical reason.
    public static func fail(in currency: Currency) -> Step {
        begun(AuthorizationState(.failed, in: currency))
    }

    /// The authorization of a refund. It moves no money: the customer gets it by the clearing, which is a refund.
    public static func approveRefund(in currency: Currency) -> Step {
        begun(AuthorizationState(.approved, isRefund: true, in: currency))
    }

    private static func begun(_ state: AuthorizationState) -> Step {
        Step(state: state, effects: Effects(from: nil, to: state, by: .adjust))
    }

    /// A financial message or a force post: pays at once, and holds nothing.
    ///
    /// - Parameter isApproved: false for a force post, which the issuer has not approved.
    public static func pay(
        _ quote: Quote, by scheme: Scheme, isApproved: Bool
    ) throws(AuthorizationFailure) -> Step {
        try quote.total.check(in: quote.total.currency)
        var state = AuthorizationState(.settled, in: quote.total.currency)
        if isApproved { state.approved = quote.total }
        state.cleared = quote.total
        let postings = try quote.payment(by: scheme)
        return Step(state: state, effects: Effects(from: nil, to: state, by: .adjust, postings: postings))
    }

    /// A refund without an authorization.
    public static func refund(_ quote: Quote, by scheme: Scheme) throws(AuthorizationFailure) -> Step {
        try AuthorizationState(.settled, isRefund: true, in: quote.total.currency).refund(quote, by: scheme)
    }
}

// The messages after it.
extension AuthorizationState {
    /// Raises an authorization by an approved increment.
    public func increment(by quote: Quote) throws(AuthorizationFailure) -> Step {
        guard canGrow else { throw .cannotGrow(status) }
        return try changed(by: .adjust) { state throws(AuthorizationFailure) in
            state.approved = try state.approved.adding(quote.total)
        }
    }

    /// Sets the authorized amount to one that another party has decided, such as the final amount at a pump. It may be
    /// more than the account has.
    ///
    /// The collected amount stays as it is. An advice about an authorization that is over changes nothing: the clearing
    /// collects its money anyway.
    public func advise(total quote: Quote) throws(AuthorizationFailure) -> Step {
        try quote.total.check(in: currency)
        let valid = approved.minorUnits - reversed.minorUnits - released.minorUnits
        let difference = quote.total.minorUnits - valid
        guard canGrow, difference != 0 else { return unchanged }
        let change = Money(minorUnits: abs(difference), currency: currency)
        guard difference > 0 else { return try reverse(change) }
        return try changed(by: .adjust) { state throws(AuthorizationFailure) in
            state.approved = try state.approved.adding(change)
        }
    }

    /// Takes back a part, or everything that is held if no part is named.
    ///
    /// A reversal is never refused. An amount beyond the rest is ignored, and so is a reversal of an authorization that
    /// is over.
    public func reverse(_ part: Money? = nil) throws(AuthorizationFailure) -> Step {
        try part?.check(in: currency)
        guard let end = status.after(.reversal) else { return unchanged }
        let taken = min(part?.minorUnits ?? rest.minorUnits, rest.minorUnits)
        return try changed(by: .adjust) { state throws(AuthorizationFailure) in
            let amount = Money(minorUnits: taken, currency: state.currency)
            state.reversed = try state.reversed.adding(amount)
            let isWhole = taken > 0 || (part == nil && state.cleared.isZero)
            if isWhole, state.rest.isZero { state.status = end }
        }
    }

    /// Returns money that was paid at once, with the fees of the quote. The status changes when everything is returned.
    ///
    /// The limit follows from the collected amount, not from the approved one: a force post has no approval, and a
    /// clearing may exceed its approval.
    ///
    /// - Parameter quote: the price of the returned amount, at the rate of the payment.
    /// - Throws: ``AuthorizationFailure/exceedsPayment`` for more than was collected and not returned yet, by reversals
    ///   and refunds.
    public func reversePayment(_ quote: Quote, by scheme: Scheme) throws(AuthorizationFailure) -> Step {
        try quote.total.check(in: currency)
        guard let end = status.after(.paymentReversal) else { return unchanged }
        let left = cleared.minorUnits - quote.total.minorUnits
        guard left >= refunded.minorUnits else { throw .exceedsPayment }
        let valid = approved.minorUnits - reversed.minorUnits - released.minorUnits
        return try changed(by: .adjust, postings: try quote.paymentBack(by: scheme)) {
            state throws(AuthorizationFailure) in
            let taken = Money(minorUnits: min(quote.total.minorUnits, valid), currency: state.currency)
            state.reversed = try state.reversed.adding(taken)
            state.cleared = Money(minorUnits: left, currency: state.currency)
            if left == 0 { state.status = end }
        }
    }

    /// Collects money. A clearing is never refused: it may be for more than the rest, and it may come when the
    /// authorization is over. Then it collects without a hold, and the status stays what it is.
    ///
    /// - Parameter isLast: whether no other clearing follows. Then the rest is released. Without a rest, the
    ///   authorization is settled in any case, because no later event could end it.
    public func clear(
        _ quote: Quote, by scheme: Scheme, isLast: Bool
    ) throws(AuthorizationFailure) -> Step {
        try quote.total.check(in: currency)
        let postings = try quote.payment(by: scheme)
        return try changed(by: isLast ? .postWhole : .postPart, postings: postings) {
            state throws(AuthorizationFailure) in
            state.cleared = try state.cleared.adding(quote.total)
            let ends = isLast || state.rest.isZero
            guard let next = state.status.after(ends ? .lastClearing : .clearing) else { return }
            state.status = next
            if ends { try state.releaseRest() }
        }
    }

    /// Gives money back for this authorization. It does not change the authorization's spending for limits. It settles
    /// the authorization of a refund, and changes no other status.
    public func refund(_ quote: Quote, by scheme: Scheme) throws(AuthorizationFailure) -> Step {
        try quote.converted.check(in: currency)
        let postings = try quote.repayment(by: scheme)
        return try changed(by: .adjust, postings: postings) { state throws(AuthorizationFailure) in
            state.refunded = try state.refunded.adding(quote.converted)
            if state.isRefund, let end = state.status.after(.lastClearing) { state.status = end }
        }
    }

    /// Takes the money of a refund back. It changes neither the status nor the authorization's spending for limits.
    ///
    /// - Parameter quote: the price of the amount that is taken back, at the rate of the refund.
    /// - Throws: ``AuthorizationFailure/exceedsRefund`` for more than refunds gave.
    public func reverseRefund(_ quote: Quote, by scheme: Scheme) throws(AuthorizationFailure) -> Step {
        try quote.converted.check(in: currency)
        let left = refunded.minorUnits - quote.converted.minorUnits
        guard left >= 0 else { throw .exceedsRefund }
        return try changed(by: .adjust, postings: try quote.repaymentBack(by: scheme)) { state in
            state.refunded = Money(minorUnits: left, currency: state.currency)
        }
    }

    /// Frees the held money, because no clearing came in time.
    public func expire() throws(AuthorizationFailure) -> Step {
        try end(by: .expiry, .expire)
    }

    /// Frees the held money, because staff release it.
    public func release() throws(AuthorizationFailure) -> Step {
        try end(by: .release, .void)
    }

    private func end(
        by event: AuthorizationStatus.Event, _ holdEvent: Hold.Event
    ) throws(AuthorizationFailure) -> Step {
        guard let next = status.after(event) else { throw .notOpen(status) }
        return try changed(by: holdEvent) { state throws(AuthorizationFailure) in
            state.status = next
            try state.releaseRest()
        }
    }
}

extension AuthorizationState {
    private var unchanged: Step { Step(state: self, effects: Effects(from: self, to: self, by: .adjust)) }

    private mutating func releaseRest() throws(AuthorizationFailure) {
        released = try released.adding(rest)
    }

    private func changed(
        by event: Hold.Event, postings: [Posting] = [],
        _ change: (inout AuthorizationState) throws(AuthorizationFailure) -> Void
    ) throws(AuthorizationFailure) -> Step {
        var state = self
        try change(&state)
        return Step(state: state, effects: Effects(from: self, to: state, by: event, postings: postings))
    }
}

extension Money {
    /// The sum with an amount of the same currency that is not negative.
    fileprivate func adding(_ other: Money) throws(AuthorizationFailure) -> Money {
        try other.check(in: currency)
        do throws(MoneyFailure) {
            return try self + other
        } catch {
            throw .overflow
        }
    }
}
