import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

/// The cardholder's answer to a challenge.
public enum AuthenticationProof: Sendable {
    /// The digits that were sent, or that an authenticator shows.
    case code(String, by: Verification)
    case password(String)
    /// The wallet's PIN, six digits.
    case pin(String)
    /// Only asks whether the push has been answered.
    case push
    /// The answer of the receiver of a push, which decides at once.
    ///
    /// - Parameter challenge: the number of the challenge that was answered.
    case answer(isApproved: Bool, challenge: Int)
    case passkey(PasskeyAssertion)
    case biometric(device: TrustedDeviceID, signature: [UInt8])

    public var verification: Verification {
        switch self {
        case .code(_, let verification): verification
        case .password: .password
        case .pin: .pin
        case .push, .answer: .push
        case .passkey: .passkey
        case .biometric: .biometric
        }
    }
}

/// One attempt and its outcome.
public struct AuthenticationAttempt: Sendable {
    public let id: AuthenticationAttemptID
    public let event: AuthenticationEvent
    /// Nil if the partner decides and does not name the method.
    public let verification: Verification?
    public let outcome: AttemptOutcome
    public let allowableAttempts: Int
}

extension Issuing {
    /// Checks one attempt at the latest challenge of an event.
    ///
    /// The event is locked meanwhile, so attempts are counted exactly, even if many arrive at once, and no attempt
    /// beyond the allowed number is checked. The latest attempt decides: after a wrong one, an earlier right one no
    /// longer counts. A request for the answer to a push that has no answer yet is not an attempt.
    ///
    /// Of attempts by a password or a PIN, few of one customer are served at a time; the others are refused at once.
    public func attempt(
        _ proof: AuthenticationProof, at reference: AuthenticationReference?, of customer: CustomerID,
        request: IdempotentRequest<AuthenticationAttempt>
    ) async throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        guard proof.isHashed else {
            return try await attempt(proof, at: reference, of: customer, hashingOn: nil, request: request)
        }
        return try await withPlace(of: .customer(customer)) { threads throws(IssuingFailure) in
            try await attempt(proof, at: reference, of: customer, hashingOn: threads, request: request)
        }
    }

    private func attempt(
        _ proof: AuthenticationProof, at reference: AuthenticationReference?, of customer: CustomerID,
        hashingOn threads: SlowWork.Place?, request: IdempotentRequest<AuthenticationAttempt>
    ) async throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        // The stored secret may be replaced meanwhile. Then the comparison is repeated.
        for _ in 1...2 {
            let judged = try await judged(proof, at: reference, of: customer, on: threads)
            let answered = try await attempt(proof, judged, at: reference, of: customer, request: request)
            if let answered { return answered }
        }
        throw .overloaded
    }

    /// - Returns: nil if a password or a PIN must first be compared, or compared with another hash.
    private func attempt(
        _ proof: AuthenticationProof, _ judged: JudgedSecret?, at reference: AuthenticationReference?,
        of customer: CustomerID, request: IdempotentRequest<AuthenticationAttempt>
    ) async throws(IssuingFailure) -> Answered<AuthenticationAttempt>? {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, factors, events, latest, means, policies) = try tx.run(
                request.claim(customer), request.find(customer, at: now),
                AuthenticationFactorStatements.hold(proof.verification, of: customer),
                AuthenticationStatements.holdEvent(reference, of: customer),
                AuthenticationStatements.latestChallenge(.id(customer), .id(reference?.eventID)),
                AuthenticationMeansStatements.hold(.id(customer)),
                AuthenticationStatements.policyOfCustomer(.id(customer)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let event = events.first?.event else { throw .refused(.authentication(.eventNotFound)) }
            try requireOpen(event, at: now)
            guard event.mode != .outsourced else { throw .refused(.authentication(.isOutsourced)) }
            let factor = factors.first ?? AuthenticationFactor(proof.verification)
            try requireOpen(factor, at: now)
            guard var latest = latest.first else { throw .refused(.authentication(.challengeNotSent)) }
            if case .answer(let isApproved, let number) = proof {
                guard number == latest.number else { throw .refused(.message(.pushIsOver)) }
                _ = try tx.run(
                    AuthenticationStatements.answerPush(
                        .id(customer), .id(event.reference.eventID), .integer(number), .boolean(isApproved)))
                latest.isApproved = isApproved
            }
            let challenge = latest.challenge
            guard challenge.verification == proof.verification else {
                throw .refused(.invalidFields([AuthenticationRule.notChallenged(challenge.verification)]))
            }
            let attempting = Attempting(
                proof: proof, event: event, latest: latest, factor: factor, now: now, request: request, issuing: self)
            if let denial = challenge.denial(at: now) { return try attempting.end(denial, in: tx) }
            if case .push = proof, latest.isApproved == nil { return try attempting.poll(in: tx) }
            let known = means.first ?? .none
            guard judged?.hash == known.hash(for: proof.verification) else { return nil }
            let verdict = try Judgement(
                of: proof, event: event, challenge: latest, means: known, secret: judged, now: now, by: self
            ).verdict(in: tx)
            return try attempting.end(
                challenge.outcome(wrongBecause: verdict.fault), verdict, lockedAfter: policies.first, in: tx)
        }
    }
}

/// An attempt whose challenge and factor are locked. Only its outcome has to be written.
private struct Attempting {
    let proof: AuthenticationProof
    let event: AuthenticationEvent
    let latest: AuthenticationStatements.LatestChallenge
    let factor: AuthenticationFactor
    let now: Date
    let request: IdempotentRequest<AuthenticationAttempt>
    let issuing: Issuing

    private var customer: CustomerID { event.customer }

    /// Counts the attempt, even if it came too late to be checked.
    func end(
        _ outcome: AttemptOutcome, _ verdict: Verdict? = nil, lockedAfter policy: AuthenticationPolicy? = nil,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        let (attempt, answer) = answered(outcome)
        _ = try tx.commit(
            AuthenticationStatements.setStatus(outcome.status == .verified ? .verified : .open, of: event),
            AuthenticationStatements.countAttempt(
                .id(customer), .id(event.reference.eventID), .integer(latest.number),
                .integer(outcome.attempts)),
            AuthenticationFactorStatements.record(factor(after: verdict, policy ?? .standard), of: customer),
            AuthenticationMeansStatements.useStep(.id(customer), .bigint(verdict?.step)),
            verdict?.effect,
            request.keep(answer, for: customer, at: now),
            issuing.recording(outcome, of: event, by: proof.verification))
        if now >= latest.challenge.expiresAt { issuing.tell(.authentication(.expired)) }
        issuing.tell(.authentication(.attempted(proof.verification, outcome.status)))
        return .now(attempt, answer)
    }

    /// Counts the request for an answer, because there is nothing to check yet.
    func poll(in tx: Transaction<IssuingFailure>) throws(IssuingFailure) -> Answered<AuthenticationAttempt> {
        guard latest.polls < latest.challenge.allowablePolls else {
            let seconds = latest.challenge.expiresAt.timeIntervalSince(now).rounded(.up)
            throw .refused(.authentication(.pushAskedForTooOften(secondsLeft: Int(seconds))))
        }
        let (attempt, answer) = answered(latest.challenge.unanswered)
        _ = try tx.commit(
            AuthenticationStatements.countPoll(
                .id(customer), .id(event.reference.eventID), .integer(latest.number)),
            request.keep(answer, for: customer, at: now))
        return .now(attempt, answer)
    }

    private func answered(_ outcome: AttemptOutcome) -> (AuthenticationAttempt, StoredAnswer) {
        let attempt = AuthenticationAttempt(
            id: issuing.entropy.id(), event: event, verification: proof.verification, outcome: outcome,
            allowableAttempts: latest.challenge.allowableAttempts)
        return (attempt, request.answer(attempt))
    }

    private func factor(after verdict: Verdict?, _ policy: AuthenticationPolicy) -> AuthenticationFactor {
        switch verdict {
        case nil: factor
        case .right: factor.afterRightAttempt()
        case .wrong: factor.afterWrongAttempt(at: now, lockedAfter: policy.wrongAttemptsBeforeLockOut)
        }
    }
}
