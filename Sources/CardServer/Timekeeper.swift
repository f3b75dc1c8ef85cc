import Issuing
import Logging
import ServiceLifecycle

/// Settles what time makes due, and follows the clock that another server's sandbox may have set.
public struct Timekeeper: Service {
    private let issuing: Issuing
    private let followsSandboxClock: Bool
    private let interval: Duration
    private let logger: Logger

    public init(
        _ issuing: Issuing, followsSandboxClock: Bool, every interval: Duration = .seconds(5), logger: Logger
    ) {
        self.issuing = issuing
        self.followsSandboxClock = followsSandboxClock
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    if followsSandboxClock { try await issuing.followClock() }
                    try await issuing.settleWhatIsDue()
                } catch {
                    // What is broken off because the service ends is no failure.
                    guard !Task.isCancelled else { return }
                    logger.warning("what is due was not settled", metadata: ["failure": "\(error)"])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}
