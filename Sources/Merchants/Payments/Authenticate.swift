import Foundation
import Ledger
import Postgres

/// The state of the authentication of a payment's customer.
public enum AuthenticationProgress: Hashable, Sendable {
    case waiting(Payment, AuthenticationPrompt)
    /// It is over, now or since an earlier call. The payment has the outcome.
    case ended(Payment)
    /// The state is unknown. The same step may be asked for again.
    case unreachable(Payment)
}

extension Payments {
    /// Takes 3-D Secure of a payment that waits for its customer one step further. A right answer asks the issuer for
    /// the money.
    ///
    /// A payment that does not wait any more is left as it is.
    public func authenticate(
        _ id: PaymentID, by action: AuthenticationAction
    ) async throws(PaymentFailure) -> AuthenticationProgress {
        let held = try await database.transaction { tx throws(PaymentFailure) in
            try Self.found(tx.run(PaymentStatements.hold(id)))
        }
        guard held.payment.status == .pendingAuthentication, let endsAt = held.payment.expiresAt, clock.now() < endsAt
        else { return .ended(held.payment) }
        let request = AuthenticationRequest(
            payment: id, instrument: try open(held.instrument, of: id), amount: held.payment.amount,
            merchant: held.merchant, endsAt: endsAt)
        switch await authentication.advance(request, by: action) {
        case .prompt(let prompt): return .waiting(held.payment, prompt)
        case .unreachable: return .unreachable(held.payment)
        case .ended(let outcome): return .ended(try await endAuthentication(of: id, outcome))
        }
    }

    /// The customer does not want to authenticate. A payment that does not wait any more is left as it is.
    public func cancelAuthentication(of id: PaymentID) async throws(PaymentFailure) -> Payment {
        try await endAuthentication(of: id, .notCompleted)
    }

    /// Finds out whether the customer of a new payment can authenticate.
    func beginAuthentication(
        of held: HeldPayment, _ instrument: PaymentInstrument
    ) async throws(PaymentFailure) -> Payment {
        let payment = held.payment
        let request = AuthenticationRequest(
            payment: payment.id, instrument: instrument, amount: payment.amount, merchant: held.merchant,
            endsAt: payment.expiresAt ?? payment.createdAt)
        switch await authentication.advance(request, by: .begin) {
        case .prompt: return payment
        case .ended(let outcome): return try await endAuthentication(of: payment.id, outcome)
        case .unreachable: return try await endAuthentication(of: payment.id, nil)
        }
    }

    /// Stores the outcome, and asks the issuer for the money if it is good. Of two calls at once, one does so.
    ///
    /// - Parameter outcome: nil if the issuer did not answer.
    private func endAuthentication(
        of id: PaymentID, _ outcome: PaymentAuthentication?
    ) async throws(PaymentFailure) -> Payment {
        let answerDueAt = clock.realNow() + times.answerSeconds
        let (held, opened) = try await database.transaction {
            tx throws(PaymentFailure) -> (HeldPayment, PaymentInstrument?) in
            let held = try Self.found(tx.run(PaymentStatements.hold(id)))
            guard held.payment.status == .pendingAuthentication else { return (held, nil) }
            let instrument = try open(held.instrument, of: id)
            let payment = try Self.refusing { () throws(PaymentRefusal) in
                guard let outcome else { return try held.payment.declined(.malfunction) }
                return try held.payment.authenticated(outcome)
            }
            let kept = seal(instrument, of: id, keepsCryptogram: false)
            _ = try tx.commit(
                PaymentStatements.change(
                    payment, answerDueAt: payment.status == .created ? answerDueAt : nil, instrument: kept),
                announcing(payment, before: held.payment))
            return (HeldPayment(payment: payment, instrument: kept, merchant: held.merchant), instrument)
        }
        guard let opened, held.payment.status == .created else { return held.payment }
        return try await ask(held, opened)
    }
}

/// For a program without authentication: every lookup fails.
struct NoAuthentication: CardholderAuthentication {
    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep {
        .ended(.lookupFailed)
    }
}
