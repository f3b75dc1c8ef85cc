import Cards
import Foundation
import Postgres
import WalletCrypto

/// What the cardholder answers to a challenge.
public enum AuthenticationProof: Sendable {
    /// The digits that were sent, or that an authenticator shows.
    case code(String, by: Verification)
    case password(String)
    /// The wallet's, six digits.
    case pin(String)
    /// Nothing but "look whether I have answered the push".
    case push
    case passkey(PasskeyAssertion)
    case biometric(device: UUID, signature: [UInt8])

    public var verification: Verification {
        switch self {
        case .code(_, let verification): verification
        case .password: .password
        case .pin: .pin
        case .push: .push
        case .passkey: .passkey
        case .biometric: .biometric
        }
    }
}

/// One attempt, and what it came to.
public struct AuthenticationAttempt: Sendable {
    public let id: UUID
    public let event: AuthenticationEvent
    /// Nil where the partner decides and does not say how.
    public let verification: Verification?
    public let outcome: AttemptOutcome
    public let allowableAttempts: Int
}

extension Issuing {
    /// Judges one attempt at the latest challenge of an event.
    ///
    /// The event is held while it is judged, so attempts are counted exactly however many come at once, and none beyond
    /// the allowed number is looked at. The latest decides: one that is wrong undoes an earlier one that was right.
    public func attempt(
        _ proof: AuthenticationProof, at reference: AuthenticationReference?, of customer: CustomerID,
        request: IdempotentRequest<AuthenticationAttempt>
    ) async throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, events, latest, means) = try tx.run(
                request.claim(customer), request.find(customer, at: now),
                AuthenticationStatements.holdEvent(reference, of: customer),
                AuthenticationStatements.latestChallenge(.bigint(customer.rawValue), .uuid(reference?.eventID)),
                AuthenticationMeansStatements.hold(.bigint(customer.rawValue)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let held = events.first else { throw .refused(.authenticationEventNotFound) }
            let event = held.event
            try requireOpen(event, at: now)
            guard event.mode != .outsourced else { throw .refused(.authenticationIsOutsourced) }
            let known = means.first ?? .none
            try requireUnblocked(known, at: now)
            guard let latest = latest.first else { throw .refused(.challengeNotSent) }
            guard latest.challenge.verification == proof.verification else {
                throw .refused(.invalidFields([AuthenticationRule.notChallenged(latest.challenge.verification)]))
            }
            let judging = Judgement(of: proof, event: event, challenge: latest, means: known, now: now, by: self)
            let verdict = try latest.challenge.denial(at: now) == nil ? judging.verdict(in: tx) : nil
            let outcome = latest.challenge.denial(at: now) ?? latest.challenge.outcome(wrongBecause: verdict?.fault)
            let attempt = AuthenticationAttempt(
                id: entropy.uuid(), event: event, verification: proof.verification, outcome: outcome,
                allowableAttempts: latest.challenge.allowableAttempts)
            let answer = request.answer(attempt)
            _ = try tx.commit(
                AuthenticationStatements.setStatus(outcome.status == .verified ? .verified : .open, of: event),
                AuthenticationStatements.countAttempt(
                    .bigint(customer.rawValue), .uuid(event.reference.eventID), .integer(Int32(latest.number)),
                    .integer(Int32(outcome.attempts))),
                known.recording(verdict, of: customer, at: now, cooldownSeconds: Self.blockSeconds),
                verdict?.effect ?? AuthenticationStatements.nothing(),
                request.keep(answer, for: customer, at: now))
            if now >= latest.challenge.expiresAt { tell(.authentication(.expired)) }
            tell(.authentication(.attempted(proof.verification, outcome.status)))
            return .now(attempt, answer)
        }
    }

    /// How long a customer who was wrong too often in a row can answer nothing.
    static let blockSeconds: TimeInterval = 900
}

extension AuthenticationMeansStatements.Held {
    /// Wrong attempts in a row, over all events; the last one allowed blocks, and a right one ends the row.
    fileprivate func recording(
        _ verdict: Verdict?, of customer: CustomerID, at now: Date, cooldownSeconds: TimeInterval
    ) -> Query<Void> {
        let row = blockedUntil == nil ? wrongAttempts : 0
        let wrong =
            switch verdict {
            case nil: row
            case .right: 0
            case .wrong: row + 1
            }
        let isTooOften = wrong >= AuthenticationPolicy.wrongAttemptsInARow
        return AuthenticationMeansStatements.recordAttempt(
            .bigint(customer.rawValue), .integer(Int32(wrong)),
            .timestamp(isTooOften ? now + cooldownSeconds : nil), .bigint(verdict?.step))
    }
}
