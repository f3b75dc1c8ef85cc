import Logging
import ServiceLifecycle

/// Does work again and again that becomes due with time.
public struct Timekeeper: Service {
    private let work: @Sendable () async throws -> Void
    private let interval: Duration
    private let logger: Logger

    /// - Parameter interval: between the end of a round and the next one. A round that fails is logged, and the next
    ///   one does its work.
    public init(
        every interval: Duration, logger: Logger, _ work: @escaping @Sendable () async throws -> Void
    ) {
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
                    logger.warning("what is due was not settled", metadata: ["failure": "\(error)"])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }
}
