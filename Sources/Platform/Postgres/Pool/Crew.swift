import Dispatch
import Foundation
import Logging
import Metrics
import Synchronization

/// Starts the threads of a database, and knows when the last one has ended.
///
/// A thread has ended when it was joined, and not when its last line was run: afterwards it still frees what libraries
/// keep for each thread. When a program ends, OpenSSL, which libpq uses, frees the same for all threads. A program that
/// ended before its threads freed it twice and crashed, after it had done its work.
final class Crew: Sendable {
    private let configuration: DatabaseConfiguration
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let threads = DispatchGroup()
    private let unjoined = Mutex<[pthread_t]>([])

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

    /// Returns when the last worker has closed its session and its thread has ended.
    func leave() async {
        let leaving = unjoined.withLock { unjoined in
            defer { unjoined = [] }
            return unjoined
        }
        let joining = Thread { [threads] in
            for thread in leaving {
                pthread_join(thread, nil)
                threads.leave()
            }
        }
        joining.start()
        await withCheckedContinuation { continuation in
            threads.notify(queue: .global()) { continuation.resume() }
        }
    }

    deinit {
        unjoined.withLock { unjoined in
            for thread in unjoined {
                pthread_detach(thread)
                threads.leave()
            }
        }
    }

    private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let task = Unmanaged.passRetained(ThreadTask(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, ThreadTask.run, task.toOpaque())
        guard failure == 0 else {
            task.release()
            // Requests for this thread wait for others of its lane, or fail after the usual wait.
            let reason = String(cString: strerror(failure))
            logger.critical("Postgres has one thread less", metadata: ["thread": "\(name)", "reason": "\(reason)"])
            return
        }
        threads.enter()
        unjoined.withLock { [thread] in $0.append(thread) }
    }
}

/// The work of a thread.
private final class ThreadTask: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { task in
        guard let task else { return nil }
        Unmanaged<ThreadTask>.fromOpaque(task).takeRetainedValue().run()
        return nil
    }

    private func run() {
        Thread.current.name = name
        body()
    }
}
