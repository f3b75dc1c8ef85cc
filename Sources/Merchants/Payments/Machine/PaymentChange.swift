import Foundation
import Ledger

/// The result of a decision about a payment: the changed payment, and the steps to report to the issuer.
struct PaymentChange: Hashable, Sendable {
    /// A step without its reference, which is drawn later.
    struct Step: Hashable, Sendable {
        let kind: PaymentStep.Kind
        /// Above zero.
        let amount: Money
        /// Whether no further capture follows.
        var isFinal = false
    }

    var payment: Payment
    /// The first is the one that was asked for. The others follow from it.
    var steps: [Step] = []
    /// The amount that is taken back from captures that the clearing house has not seen yet.
    var withdrawn: Money

    init(_ payment: Payment) {
        self.payment = payment
        withdrawn = .zero(payment.amount.currency)
    }
}

/// The rules of a payment's life. They create no money: captures and voids together never exceed the authorized amount,
/// and refunds never exceed the captured amount.
extension Payment {
    /// The issuer has approved an amount.
    func approved(_ amount: Money, code: String, at now: Date, until expiry: Date) throws(PaymentRefusal) -> Payment {
        var payment = try moved(.approval, to: .authorized)
        (payment.authorized, payment.approvalCode) = (amount, code)
        (payment.authorizedAt, payment.expiresAt) = (now, expiry)
        return payment
    }

    /// The issuer has declined, or the customer did not authenticate.
    func declined(_ reason: DeclineReason) throws(PaymentRefusal) -> Payment {
        var payment = try moved(.decline, to: .declined)
        (payment.declineReason, payment.expiresAt) = (reason, nil)
        return payment
    }

    /// The issuer's answer was lost, so any authorization that it made is taken back.
    func withoutAnswer() throws(PaymentRefusal) -> PaymentChange {
        var payment = try moved(.lostAnswer, to: .declined)
        payment.declineReason = .malfunction
        var change = PaymentChange(payment)
        if amount.isPositive { change.steps = [.init(kind: .void, amount: amount)] }
        return change
    }

    /// 3-D Secure has ended. If the customer has authenticated, the issuer can be asked.
    func authenticated(_ outcome: PaymentAuthentication) throws(PaymentRefusal) -> Payment {
        var payment = self
        if outcome == .authenticated {
            payment = try moved(.authentication, to: .created)
            (payment.expiresAt, payment.eci) = (nil, scheme.authenticatedIndicator)
        } else {
            payment = try declined(.notAuthenticated)
        }
        payment.authentication = outcome
        return payment
    }

    /// - Parameters:
    ///   - amount: nil for everything that is left.
    ///   - isFinal: whether the rest goes back to the customer.
    func capturing(_ amount: Money?, isFinal: Bool, at now: Date) throws(PaymentRefusal) -> PaymentChange {
        var payment = try moved(.capture, to: .captured)
        let taken = try part(amount, of: left) { .moreThanAuthorized(left: $0) }
        payment.captured = plus(captured, taken)
        payment.capturedAt = capturedAt ?? now
        let rest = payment.left
        let isLast = isFinal || rest.isZero
        var change = PaymentChange(payment)
        change.steps = [.init(kind: .capture, amount: taken, isFinal: isLast)]
        if isLast { change.giveBackRest() }
        return change
    }

    /// - Parameters:
    ///   - amount: nil for everything.
    ///   - withdrawable: how much of the captures the clearing house has not seen yet.
    func voiding(_ amount: Money?, withdrawable: Money) throws(PaymentRefusal) -> PaymentChange {
        guard PaymentTransition.statuses(allowing: .void).contains(status) else { throw wrongStatus(for: .void) }
        let whole = minorUnits(authorized.minorUnits - voided.minorUnits)
        let asked = try part(amount, of: whole) { .moreThanAuthorized(left: $0) }
        let free = refunded.isZero ? plus(left, withdrawable) : left
        guard asked.minorUnits <= free.minorUnits else { throw .alreadySettled }
        let fromCaptures = minorUnits(max(0, asked.minorUnits - left.minorUnits))
        let isRefunded = refunded.isPositive && refunded == captured && asked == left
        var payment = try moved(.void, to: asked == whole ? .voided : isRefunded ? .refunded : status)
        payment.captured = minorUnits(captured.minorUnits - fromCaptures.minorUnits)
        payment.voided = plus(voided, asked)
        if payment.left.isZero { payment.expiresAt = nil }
        var change = PaymentChange(payment)
        change.steps = [.init(kind: .void, amount: asked)]
        change.withdrawn = fromCaptures
        return change
    }

    /// - Parameter amount: nil for everything that is left to refund.
    func refunding(_ amount: Money?) throws(PaymentRefusal) -> PaymentChange {
        guard status == .captured else { throw wrongStatus(for: .refund) }
        let given = try part(amount, of: leftToRefund) { .moreThanCaptured(left: $0) }
        let isWhole = given == leftToRefund && left.isZero
        var payment = try moved(.refund, to: isWhole ? .refunded : .captured)
        payment.refunded = plus(refunded, given)
        var change = PaymentChange(payment)
        change.steps = [.init(kind: .refund, amount: given)]
        return change
    }

    /// The time to capture, or to authenticate, is over.
    func expiring() throws(PaymentRefusal) -> PaymentChange {
        let status: PaymentStatus = status != .captured ? .expired : leftToRefund.isZero ? .refunded : .captured
        var change = PaymentChange(try moved(.expiry, to: status))
        if self.status == .pendingAuthentication { change.payment.authentication = .notCompleted }
        change.giveBackRest()
        return change
    }

    // MARK: - Shared

    private func moved(
        _ occasion: PaymentTransition.Occasion, to next: PaymentStatus
    ) throws(PaymentRefusal) -> Payment {
        guard PaymentTransition.allows(status, occasion, next) else { throw wrongStatus(for: occasion) }
        var payment = self
        payment.status = next
        return payment
    }

    private func wrongStatus(for occasion: PaymentTransition.Occasion) -> PaymentRefusal {
        .wrongStatus(status, accepted: PaymentTransition.statuses(allowing: occasion))
    }

    /// The asked part of an amount, or all of it.
    private func part(
        _ asked: Money?, of whole: Money, orElse refusal: (Money) -> PaymentRefusal
    ) throws(PaymentRefusal) -> Money {
        if let asked {
            guard asked.currency == amount.currency else { throw .otherCurrency(amount.currency) }
            guard asked.isPositive else { throw .amountNotAccepted(limit: whole) }
        }
        let part = asked ?? whole
        guard part.isPositive, part.minorUnits <= whole.minorUnits else { throw refusal(whole) }
        return part
    }

    /// Neither can overflow: both are parts of one authorized amount.
    private func plus(_ one: Money, _ other: Money) -> Money { minorUnits(one.minorUnits + other.minorUnits) }
}

extension PaymentChange {
    fileprivate mutating func giveBackRest() {
        let rest = payment.left
        payment.expiresAt = nil
        guard rest.isPositive else { return }
        payment.voided = payment.minorUnits(payment.voided.minorUnits + rest.minorUnits)
        steps.append(Step(kind: .void, amount: rest))
    }
}
