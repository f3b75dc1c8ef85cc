import CardAPI
import HTTPContract

/// Decides whether and when a failed call is retried.
///
/// Only a safe call is retried (``Call/isSafeToRepeat``), and only after a temporary failure. Pauses grow and are
/// shortened at random, so that many apps do not return at the same moment. `Retry-After` is respected if it is in
/// seconds.
struct Repetition {
    private let isSafe: Bool
    private let maximumTries: Int
    private let timeForOneTry: Duration
    private var end: ContinuousClock.Instant
    private var failures = 0

    static let firstPause = Duration.milliseconds(200)
    static let longestPause = Duration.seconds(5)

    init(of call: Call, within configuration: Wallet.Configuration, from now: ContinuousClock.Instant) {
        isSafe = call.isSafeToRepeat
        maximumTries = configuration.maximumTries
        timeForOneTry = configuration.timeout
        end = now + configuration.totalTimeout
    }

    /// No try takes longer than the time for all tries.
    func timeForOneTry(at now: ContinuousClock.Instant) -> Duration { min(timeForOneTry, end - now) }

    /// Extends the time limit by a time that must not count, because only tries and pauses do.
    mutating func extend(by time: Duration) { end += time }

    /// - Parameter chance: a uniformly random number.
    /// - Returns: how long to wait before the next try; nil if there is none.
    mutating func pause(after error: WalletError, at now: ContinuousClock.Instant, chance: UInt64) -> Duration? {
        guard isSafe, error.mayPass, failures + 1 < maximumTries else { return nil }
        let growing = min(Self.firstPause * (1 << min(failures, 20)), Self.longestPause)
        failures += 1
        let pause = growing * (0.5 + Double(chance >> 11) * 0x1p-54) + .seconds(error.retryAfterSeconds ?? 0)
        return now + pause < end ? pause : nil
    }
}

extension WalletError {
    /// Whether the failure is temporary: no response arrived, the service or a proxy in front of it is not available,
    /// or an earlier try of this call is still in progress.
    fileprivate var mayPass: Bool {
        switch self {
        case .notAnswered: true
        case .notUnderstood(_, let status, _, _): Self.isUnavailable(status)
        case .refused(let problem):
            Self.isUnavailable(problem.status) || problem.code == ErrorCode.idempotencyKeyInUse.rawValue
        default: false
        }
    }

    /// A proxy answers with these statuses, and with a page of its own, if it cannot reach the service or gets no
    /// response from it.
    private static func isUnavailable(_ status: Int) -> Bool { (502...504).contains(status) }

    fileprivate var retryAfterSeconds: Int? {
        switch self {
        case .refused(let problem): problem.retryAfterSeconds
        case .notUnderstood(_, _, let seconds, _): seconds
        default: nil
        }
    }
}
