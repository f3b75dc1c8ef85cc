import Logging
import ServiceLifecycle

/// Does work again and again that becomes due with time.
public struct Timekeeper: Service {
    private let name: String
    private let work: @Sendable () async throws -> Void
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - name: of the worker, in the log.
    ///   - interval: between the end of a round and the next one. A round that fails is logged, and the next one does
    ///     its work.
    public init(
        _ name: String, every interval: Duration, logger: Logger, _ work: @escaping @Sendable () async throws -> Void
    ) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.work = work
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await work()
                } catch {
                    // Work that is interrupted because the service ends is not a failure.
                    guard !Task.isCancelled else { return }
                    logger.warning(
                        "a worker failed, and tries again", metadata: ["worker": "\(name)", "failure": "\(error)"])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}
