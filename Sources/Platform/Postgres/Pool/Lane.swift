import Dispatch
import Synchronization

/// A request that waits in a lane, and fails when it has waited too long.
protocol Queued: AnyObject, Sendable {
    func fail(_ failure: PostgresFailure)
}

/// A component that is called at intervals, so that it notices how much time has passed.
protocol Timed: Sendable {
    func tick()
    /// Whether the lane is closed and empty.
    var isFinished: Bool { get }
}

/// The place where callers pass requests to the threads of one kind.
///
/// The state is a pure `RequestQueue`. This type adds the lock, the clock and one bell for each worker. It carries out
/// the queue's decisions after unlocking.
final class Lane<Item: Queued>: Timed {
    typealias Entry = RequestQueue<Item>.Entry

    let metrics: LaneMetrics
    private let clock = ContinuousClock()
    private let queue: Mutex<RequestQueue<Item>>
    private let bells: [DispatchSemaphore]
    /// A turnstile: it is opened once at closing, and each thread that passes opens it for the next.
    private let closing = DispatchSemaphore(value: 0)

    init(workers: Int, limit: Int, waitingLimit: Duration, metrics: LaneMetrics) {
        self.metrics = metrics
        queue = Mutex(RequestQueue(limit: limit, waitingLimit: waitingLimit))
        bells = (0..<workers).map { _ in DispatchSemaphore(value: 0) }
    }

    var workers: Int { bells.count }

    // MARK: for callers

    func submit(_ item: Item) {
        switch queue.withLock({ $0.admit(item, at: clock.now) }) {
        case .queued(let worker): wake(worker)
        case .refused(let kind): item.fail(PostgresFailure(kind))
        }
    }

    /// Submits an item, and waits for its answer.
    ///
    /// - Parameter abandon: ends the wait or the work, because the caller's task is cancelled.
    func answer<Success, Failure>(
        to item: Item, _ reply: Reply<Success, Failure>, abandon: @escaping @Sendable () -> Void
    ) async -> Result<Success, Failure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                reply.await(continuation)
                submit(item)
                // The handler may have run before the request was queued.
                if Task.isCancelled { abandon() }
            }
        } onCancel: {
            abandon()
        }
    }

    /// Removes an item that is still waiting. False if it is not.
    func withdraw(_ item: Item) -> Bool {
        queue.withLock { $0.remove(item) }
    }

    func close() {
        for worker in queue.withLock({ $0.close() }) { wake(worker) }
        closing.signal()
    }

    // MARK: for the clock

    /// Fails everything that has waited too long.
    func tick() {
        let (expired, reason, depth) = queue.withLock { queue in
            let (expired, reason) = queue.expire(at: clock.now)
            return (expired, reason, queue.count)
        }
        metrics.record(depth: depth)
        for item in expired { item.fail(PostgresFailure(reason)) }
    }

    var isFinished: Bool { queue.withLock { $0.isClosed && $0.count == 0 } }

    // MARK: for workers

    /// Blocks until there is work. Returns false when the lane is closed and empty.
    ///
    /// - Parameter replies: deliver the worker's last answers. They are called when the worker is among the idle ones
    ///   again, so a caller that goes on at once wakes this worker, whose session is warm, and no other.
    func awaitWork(_ worker: Int, delivering replies: [() -> Void]) -> Bool {
        var parking = queue.withLock { $0.park(worker) }
        for reply in replies { reply() }
        while parking == .parked {
            bells[worker].wait()
            parking = queue.withLock { $0.park(worker) }
        }
        return parking == .workWaits
    }

    func take(upTo count: Int) -> [Entry] {
        queue.withLock { $0.take(upTo: count) }
    }

    func giveBack(_ entries: [Entry]) {
        if !entries.isEmpty { queue.withLock { $0.giveBack(entries, at: clock.now) } }
    }

    /// Records that Postgres answers; true if it was unreachable before.
    func becameReachable() -> Bool {
        queue.withLock { $0.becameReachable() }
    }

    /// Records that Postgres does not answer; true if it was reachable before. A closed lane does not try again, so
    /// everything that waits in it fails.
    func becameUnreachable() -> Bool {
        let (isNews, worker) = queue.withLock { $0.becameUnreachable() }
        wake(worker)
        if queue.withLock({ $0.isClosed }) {
            for entry in take(upTo: .max) { entry.item.fail(PostgresFailure(.unavailable)) }
        }
        return isNews
    }

    /// Waits for the duration, or until the lane is closed.
    func pause(_ duration: Duration) {
        if closing.wait(timeout: .now() + duration.dispatchInterval) == .success { closing.signal() }
    }

    private func wake(_ worker: Int?) {
        if let worker { bells[worker].signal() }
    }
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(clamping: nanoseconds))
    }

    var nanoseconds: Int64 {
        let (product, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + components.attoseconds / 1_000_000_000
    }

    /// The duration in milliseconds, rounded up.
    var milliseconds: Int64 {
        nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
    }
}
