import Foundation

/// One challenge to the cardholder: the method to answer it with, and how often that was tried.
public struct AuthenticationChallenge: Equatable, Sendable {
    public let verification: Verification
    public let attempts: Int
    public let allowableAttempts: Int
    public let createdAt: Date
    public let expiresAt: Date

    public init(
        verification: Verification, attempts: Int, allowableAttempts: Int, createdAt: Date, expiresAt: Date
    ) {
        self.verification = verification
        self.attempts = attempts
        self.allowableAttempts = allowableAttempts
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The outcome of an attempt that is refused unchecked; nil if the attempt can be checked now.
    public func denial(at now: Date) -> AttemptOutcome? {
        if attempts >= allowableAttempts {
            return AttemptOutcome(
                .failed, reason: "Every attempt at this challenge was used; send a new one.", attempts: attempts)
        }
        if now >= expiresAt {
            return AttemptOutcome(.failed, reason: "The challenge has expired; send a new one.", attempts: attempts)
        }
        return nil
    }

    /// The outcome of an attempt whose push has been neither approved nor denied yet. It uses up no attempt.
    public var unanswered: AttemptOutcome {
        AttemptOutcome(.rejected, reason: "The push has not been answered yet.", attempts: attempts)
    }

    /// How often the answer to a push may be requested: once for each second of the challenge's life.
    public var allowablePolls: Int { max(1, Int(expiresAt.timeIntervalSince(createdAt))) }

    /// The outcome of one more attempt.
    ///
    /// - Parameter reason: why it was wrong; nil if it was right.
    public func outcome(wrongBecause reason: String?) -> AttemptOutcome {
        let attempts = attempts + 1
        guard let reason else { return AttemptOutcome(.verified, reason: nil, attempts: attempts) }
        return attempts < allowableAttempts
            ? AttemptOutcome(.rejected, reason: reason, attempts: attempts)
            : AttemptOutcome(.failed, reason: "\(reason) It was the last attempt.", attempts: attempts)
    }
}

/// How an attempt ended. The latest attempt decides: if it is not VERIFIED, an earlier success no longer counts.
public struct AttemptOutcome: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case verified = "VERIFIED"
        /// Wrong or not answered yet, and attempts are left.
        case rejected = "REJECTED"
        /// Wrong, and no attempts are left.
        case failed = "FAILED"
    }

    public let status: Status
    public let reason: String?
    /// How many attempts were made so far, of those allowed.
    public let attempts: Int

    public init(_ status: Status, reason: String?, attempts: Int) {
        self.status = status
        self.reason = reason
        self.attempts = attempts
    }
}
