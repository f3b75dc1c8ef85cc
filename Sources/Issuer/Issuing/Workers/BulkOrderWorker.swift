import Cards
import Logging
import ServiceLifecycle

/// Issues the cards of accepted bulk orders. Any number of servers can run one. Only one of them works on each order.
public struct BulkOrderWorker: Service {
    private let issuing: Issuing
    private let interval: Duration
    private let logger: Logger

    /// After each round with a failure, the pause is twice as long, up to this.
    private static let longestPause = Duration.seconds(10)

    /// - Parameter interval: the pause between two rounds, so the time that an order may wait for this server.
    public init(_ issuing: Issuing, every interval: Duration = .milliseconds(500), logger: Logger) {
        self.issuing = issuing
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var pause = interval
            while !Task.isCancelled {
                do {
                    try await issuing.workOnBulkOrders(telling: log)
                    pause = interval
                } catch {
                    // Work that is interrupted because the service ends is not a failure.
                    guard !Task.isCancelled else { return }
                    logger.warning("bulk orders were not worked on", metadata: ["failure": "\(error)"])
                    pause = min(pause * 2, Self.longestPause)
                }
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// One line for each order, without anything from its contents.
    private func log(_ id: BulkOrderID, _ ending: BulkOrderEnding) {
        switch ending {
        case .completed(let count):
            logger.info("bulk order completed", metadata: ["orderId": "\(id)", "cards": "\(count)"])
        case .failed(let failure):
            logger.notice("bulk order failed", metadata: ["orderId": "\(id)", "reason": "\(failure.reason)"])
        }
    }
}
