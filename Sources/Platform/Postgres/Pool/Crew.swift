import Dispatch
import Foundation
import Logging
import Metrics

/// Starts the threads of a database, and knows when the last one has ended.
final class Crew: Sendable {
    private let configuration: DatabaseConfiguration
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let threads = DispatchGroup()

    init(_ configuration: DatabaseConfiguration, logger: Logger, metrics: any MetricsFactory) {
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
    }

    /// A lane and the workers that serve it.
    func lane<Item>(
        _ role: SessionRole, workers: Int, batch: Int, _ serve: @escaping Worker<Item>.Serve
    ) -> Lane<Item> {
        let lane = Lane<Item>(
            workers: max(1, workers), limit: configuration.queueLimit, waitingLimit: configuration.waitingLimit,
            metrics: LaneMetrics(lane: role.rawValue, factory: metrics)
        )
        for index in 0..<lane.workers {
            let worker = Worker(
                index: index, lane: lane, role: role, configuration: configuration, batchLimit: batch,
                logger: logger, serve: serve
            )
            start("pg-\(role.rawValue)-\(index)", worker.run)
        }
        return lane
    }

    /// Starts one more thread, which fails requests that wait too long in any lane, because all workers may be busy.
    /// The thread ends by itself once no request can be waiting; it need not be joined.
    func keepTime(of lanes: [any Timed]) {
        let tick = max(.milliseconds(5), min(configuration.waitingLimit / 8, .milliseconds(250)))
        let thread = Thread {
            while !lanes.allSatisfy({ $0.isFinished }) {
                Thread.sleep(forTimeInterval: Double(tick.nanoseconds) / 1e9)
                for lane in lanes { lane.tick() }
            }
        }
        thread.name = "pg-clock"
        thread.start()
    }

    /// Returns when the last worker has ended and closed its session.
    func leave() async {
        await withCheckedContinuation { continuation in
            threads.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        threads.enter()
        let thread = Thread { [threads] in
            body()
            threads.leave()
        }
        thread.name = name
        thread.start()
    }
}
