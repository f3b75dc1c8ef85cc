import Logging
import ServiceLifecycle

/// Does the work that becomes due with time; see ``Issuing/settleWhatIsDue()``.
public struct Timekeeper: Service {
    private let issuing: Issuing
    private let before: (@Sendable () async throws -> Void)?
    private let interval: Duration
    private let logger: Logger

    /// - Parameter before: runs before each round; nil for nothing.
    public init(
        _ issuing: Issuing, before: (@Sendable () async throws -> Void)? = nil, every interval: Duration = .seconds(5),
        logger: Logger
    ) {
        self.issuing = issuing
        self.before = before
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await before?()
                    try await issuing.settleWhatIsDue()
                } catch {
                    // Work that is interrupted because the service ends is not a failure.
                    guard !Task.isCancelled else { return }
                    logger.warning("what is due was not settled", metadata: ["failure": "\(error)"])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}
