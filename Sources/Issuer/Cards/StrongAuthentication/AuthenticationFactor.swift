import Foundation

/// The use of one method by one customer: the wrong attempts, and the number of challenges.
///
/// It counts over all events, because a new event must not allow further guesses (NIST SP 800-63B, section 5.2.2). Each
/// method has its own count: a customer's own right PIN says nothing about the wrong passwords before it.
public struct AuthenticationFactor: Equatable, Sendable {
    public let verification: Verification
    /// Wrong attempts since they were last cleared.
    public private(set) var wrongAttempts: Int
    /// Wrong attempts since the last right one.
    public private(set) var wrongInARow: Int
    /// Until when no attempt is checked and no challenge is sent.
    public private(set) var lockedUntil: Date?
    /// Challenges sent in the hour that began at ``challengesSince``.
    public private(set) var challenges: Int
    public private(set) var challengesSince: Date?

    public init(
        _ verification: Verification, wrongAttempts: Int = 0, wrongInARow: Int = 0, lockedUntil: Date? = nil,
        challenges: Int = 0, challengesSince: Date? = nil
    ) {
        self.verification = verification
        self.wrongAttempts = wrongAttempts
        self.wrongInARow = wrongInARow
        self.lockedUntil = lockedUntil
        self.challenges = challenges
        self.challengesSince = challengesSince
    }

    /// After this many wrong attempts in total, the method is closed until the attempts are cleared.
    public static let allowedWrongAttempts = 100

    /// The first lock-out, the second, and so on; the last one applies to all that follow.
    public static let lockOutSeconds: [TimeInterval] = [900, 3600, 4 * 3600, 24 * 3600]

    /// The time over which challenges are counted.
    public static let challengePeriodSeconds: TimeInterval = 3600

    /// Refuses a factor that is locked now, or closed.
    public func checkIsOpen(at now: Date) throws(Refusal) {
        guard wrongAttempts < Self.allowedWrongAttempts else { throw .authentication(.isClosed(verification)) }
        guard let lockedUntil, now < lockedUntil else { return }
        throw .authentication(.isBlocked(verification, secondsLeft: Self.seconds(from: now, to: lockedUntil)))
    }

    /// This factor after a right attempt, which ends the wrong ones in a row; they still count in total.
    public func afterRightAttempt() -> AuthenticationFactor {
        var factor = self
        factor.wrongInARow = 0
        factor.lockedUntil = nil
        return factor
    }

    /// This factor after a wrong attempt. Every `limit` of them in a row lock it, each time for longer.
    public func afterWrongAttempt(at now: Date, lockedAfter limit: Int) -> AuthenticationFactor {
        var factor = self
        factor.wrongAttempts += 1
        factor.wrongInARow += 1
        let (lockOuts, rest) = factor.wrongInARow.quotientAndRemainder(dividingBy: limit)
        if rest == 0 {
            factor.lockedUntil = now + Self.lockOutSeconds[min(lockOuts, Self.lockOutSeconds.count) - 1]
        }
        return factor
    }

    /// This factor after one more challenge; refused if the period already has `limit`.
    public func afterChallenge(at now: Date, limit: Int) throws(Refusal) -> AuthenticationFactor {
        var factor = self
        if let since = challengesSince, since <= now, now < since + Self.challengePeriodSeconds {
            guard challenges < limit else {
                throw .authentication(
                    .tooManyChallenges(
                        verification, secondsLeft: Self.seconds(from: now, to: since + Self.challengePeriodSeconds)))
            }
            factor.challenges += 1
        } else {
            factor.challenges = 1
            factor.challengesSince = now
        }
        return factor
    }

    private static func seconds(from now: Date, to end: Date) -> Int {
        Int(end.timeIntervalSince(now).rounded(.up))
    }
}
