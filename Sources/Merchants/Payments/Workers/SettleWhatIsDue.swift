import Foundation
import Postgres

extension Payments {
    /// Does the work of payments that becomes due with time. Any number of servers may call it at once.
    ///
    /// - Parameter tell: receives each payment that could not be worked on, while the work on the others goes on.
    public func settleWhatIsDue(
        to clearingHouse: any ClearingHouse, telling tell: (PaymentID, PaymentFailure) -> Void = { _, _ in }
    ) async throws(PaymentFailure) {
        try await recoverLostAnswers(telling: tell)
        try await expireAuthorizations(telling: tell)
        try await sendWhatIsDue(to: clearingHouse)
        while let count = try await writing(SendingStatements.forgetClaims(.timestamp(clock.now()))).first, count > 0 {}
    }

    /// Takes back the payments for which the issuer was asked but no answer was stored, because a server died or waited
    /// too long.
    public func recoverLostAnswers(
        telling tell: (PaymentID, PaymentFailure) -> Void = { _, _ in }
    ) async throws(PaymentFailure) {
        let now = clock.realNow()
        try await workOn { last in SendingStatements.withoutAnswer(at: now, behind: last) } each: {
            payment throws(PaymentRefusal) -> PaymentChange? in
            // Its answer may have come after it was listed.
            payment.status == .created ? try payment.withoutAnswer() : nil
        } telling: { tell($0, $1) }
    }

    /// Gives back the amounts that were not captured in time, and ends payments whose customers did not authenticate.
    public func expireAuthorizations(
        telling tell: (PaymentID, PaymentFailure) -> Void = { _, _ in }
    ) async throws(PaymentFailure) {
        let now = clock.now()
        try await workOn { last in SendingStatements.expiring(at: now, behind: last) } each: {
            payment throws(PaymentRefusal) -> PaymentChange? in
            guard let end = payment.expiresAt, end <= now else { return nil }
            return try payment.expiring()
        } telling: { tell($0, $1) }
    }

    /// Works on listed payments page by page, each payment in its own transaction, so a damaged one does not stop the
    /// others.
    private func workOn(
        page: (SendingStatements.DuePayment?) -> Query<SendingStatements.DuePayment>,
        each decide: @escaping @Sendable (Payment) throws(PaymentRefusal) -> PaymentChange?,
        telling tell: (PaymentID, PaymentFailure) -> Void
    ) async throws(PaymentFailure) {
        var last: SendingStatements.DuePayment?
        while true {
            let due = try await reading(page(last))
            for payment in due {
                do {
                    _ = try await changing(payment.id, nonce: nil) { held, _ throws(PaymentRefusal) in
                        try decide(held) ?? PaymentChange(held)
                    }
                } catch {
                    if error.postgresFailure?.kind == .cancelled { throw error }
                    tell(payment.id, error)
                }
            }
            guard due.count == SendingStatements.paymentsAtOnce else { return }
            last = due.last
        }
    }
}
