import CardAPI

/// Whether and when a call that failed is sent again.
///
/// Only what is safe: a `GET`, a `PUT`, a `DELETE`, and a `POST` with an idempotency key, and only after a failure that
/// may pass.
/// Pauses grow and are cut at random, so that many apps do not come back at the same moment; the service's own
/// `Retry-After` is kept to.
struct Repetition {
    private let isSafe: Bool
    private let triesLeft: Int
    private let secondsForOneTry: Double
    private let end: ContinuousClock.Instant
    private var failures = 0

    static let firstPause = Duration.milliseconds(200)
    static let longestPause = Duration.seconds(5)

    init(of call: Call, within configuration: Wallet.Configuration, from now: ContinuousClock.Instant) {
        isSafe = call.isSafeToRepeat
        triesLeft = configuration.maximumTries - 1
        secondsForOneTry = configuration.timeoutSeconds
        end = now + .seconds(configuration.totalTimeoutSeconds)
    }

    /// No try outlasts the time for all of them.
    func secondsForOneTry(at now: ContinuousClock.Instant) -> Double {
        max(min(secondsForOneTry, (end - now) / .seconds(1)), 0.001)
    }

    /// - Parameter chance: any number, all equally likely.
    /// - Returns: how long to wait before the next try; nil where there is none.
    mutating func pause(after error: WalletError, at now: ContinuousClock.Instant, chance: UInt64) -> Duration? {
        guard isSafe, error.mayPass, failures < triesLeft else { return nil }
        let growing = min(Self.firstPause * (1 << min(failures, 20)), Self.longestPause)
        failures += 1
        let pause = growing * (0.5 + Double(chance >> 11) * 0x1p-54) + .seconds(error.retryAfterSeconds ?? 0)
        return now + pause < end ? pause : nil
    }
}

extension WalletError {
    /// Nobody answered, the service has no time now, or the first try of this very call is still at work there.
    fileprivate var mayPass: Bool {
        switch self {
        case .notAnswered: true
        case .refused(let problem): problem.status == 503 || problem.code == ErrorCode.idempotencyKeyInUse.rawValue
        default: false
        }
    }

    fileprivate var retryAfterSeconds: Int? {
        if case .refused(let problem) = self { problem.retryAfterSeconds } else { nil }
    }
}
