import Cards
import Issuing
import Logging
import ServiceLifecycle

/// Issues the cards of accepted bulk orders. Any number of servers may run one; each order is done by one of them.
public struct BulkOrderWorker: Service {
    private let issuing: Issuing
    private let interval: Duration
    private let logger: Logger

    /// - Parameter interval: how long an order may wait before anyone looks, and the pause before another try.
    public init(_ issuing: Issuing, every interval: Duration = .milliseconds(500), logger: Logger) {
        self.issuing = issuing
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await issuing.workOnBulkOrders(telling: log)
                } catch {
                    // What is broken off because the service ends is no failure.
                    guard !Task.isCancelled else { return }
                    logger.warning("bulk orders were not worked on", metadata: ["failure": "\(error)"])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// One line for each, with nothing that the order said.
    private func log(_ id: BulkOrderID, _ ending: BulkOrderEnding) {
        switch ending {
        case .completed(let count):
            logger.info("bulk order completed", metadata: ["orderId": "\(id)", "cards": "\(count)"])
        case .failed(let failure):
            logger.notice("bulk order failed", metadata: ["orderId": "\(id)", "reason": "\(failure.reason)"])
        }
    }
}
