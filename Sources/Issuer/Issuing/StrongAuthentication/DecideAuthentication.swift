import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

extension Issuing {
    /// The customer of an event of the token call, for a client of the brand, which does not name the customer. A
    /// client answers no other event, because all other operations need the customer's token.
    public func owner(
        ofTokenCall reference: AuthenticationReference?, in brand: String
    ) async throws(IssuingFailure) -> CustomerID {
        let owners = try await reading(
            AuthenticationStatements.ownerOfTokenCall(.id(reference?.eventID), .text(brand)))
        guard let owner = owners.first else { throw .refused(.authentication(.eventNotFound)) }
        return owner
    }

    /// Records the partner's outcome of an event that the partner decides about.
    ///
    /// Every outcome counts as an attempt. If the last allowed one is not VERIFIED, the event has failed, and the
    /// customer must begin again.
    public func decideAuthentication(
        _ reference: AuthenticationReference?, of brand: String, as status: AttemptOutcome.Status,
        because reason: String?, by verification: Verification?,
        request: IdempotentRequest<AuthenticationAttempt>
    ) async throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        let owners = try await reading(AuthenticationStatements.owner(.id(reference?.eventID)))
        // An unknown event is looked up like an event of another brand, so that both take the same time.
        let owner = owners.first ?? .largest
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, events) = try tx.run(
                request.claim(owner), request.find(owner, at: now),
                AuthenticationStatements.holdEvent(reference, of: owner))
            guard let held = events.first, held.event.brand == brand, held.event.mode == .outsourced else {
                throw .refused(.authentication(.eventNotFound))
            }
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            try requireOpen(held.event, at: now)
            let outcome = Self.outcome(of: held, as: status, because: reason)
            let attempt = AuthenticationAttempt(
                id: entropy.id(), event: held.event, verification: verification, outcome: outcome,
                allowableAttempts: held.allowableAttempts)
            let answer = request.answer(attempt)
            let after: AuthenticationEvent.Status =
                switch outcome.status {
                case .verified: .verified
                case .rejected: .open
                case .failed: .failed
                }
            _ = try tx.commit(
                AuthenticationStatements.decide(
                    .id(owner), .id(held.event.reference.eventID), .text(after.rawValue),
                    .integer(outcome.attempts)),
                request.keep(answer, for: owner, at: now),
                recording(outcome, of: held.event, by: verification))
            tell(.authentication(.decided(outcome.status)))
            return .now(attempt, answer)
        }
    }

    private static func outcome(
        of held: AuthenticationStatements.HeldEvent, as status: AttemptOutcome.Status, because reason: String?
    ) -> AttemptOutcome {
        guard held.attempts < held.allowableAttempts else {
            return AttemptOutcome(.failed, reason: "Every attempt at this event was used.", attempts: held.attempts)
        }
        let attempts = held.attempts + 1
        let isLast = attempts == held.allowableAttempts
        return AttemptOutcome(status == .rejected && isLast ? .failed : status, reason: reason, attempts: attempts)
    }
}
