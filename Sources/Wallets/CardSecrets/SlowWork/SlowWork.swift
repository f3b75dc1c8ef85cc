import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The threads for cryptography that takes long: the hash of a password, the primes of an RSA key.
///
/// A hash takes about 50 ms of a processor and 16 MiB. In a transaction it would lock rows and a thread of the
/// database, and on Swift's cooperative threads it would delay every other request. So it is computed here, before the
/// transaction that uses it, on fewer threads than there are processors and with a lower priority than everything else.
/// A limited amount of work waits, those who wait take turns, and none waits longer than a deadline.
public final class SlowWork: Sendable {
    /// One pool for the whole process, including tenants. It leaves half of the processors to all other work.
    public static let shared = SlowWork(threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// The party for which work is done. Few requests of one owner are accepted at a time, so that no owner can fill
    /// the pool.
    package struct Owner: Hashable, Sendable {
        /// The same name in several databases is several owners.
        let database: ObjectIdentifier
        let name: String
        let places: Int

        package init(_ name: String, in database: AnyObject, places: Int) {
            (self.name, self.places) = (name, places)
            self.database = ObjectIdentifier(database)
        }
    }

    package enum Refusal: Error, Equatable {
        /// All places of the owner are taken.
        case ownerIsBusy
        /// Too much work is waiting, or this work has waited too long. It was not begun.
        case full
    }

    /// One accepted request of an owner.
    package struct Place: Sendable {
        fileprivate let owner: Owner
        fileprivate let pool: SlowWork

        /// Does the work on a thread of the pool, and returns its result.
        package func run<Value: Sendable, Failure: Error>(
            _ work: @escaping @Sendable () throws(Failure) -> Value
        ) async throws(Refusal) -> Result<Value, Failure> {
            let done: Result<Value, Failure>? = await withCheckedContinuation { continuation in
                pool.begin(
                    SlowWorkQueue.Job(owner: owner, arrival: .now) { isInTime in
                        let done = isInTime ? Result(catching: work) : nil
                        return { continuation.resume(returning: done) }
                    })
            }
            guard let done else { throw .full }
            return done
        }
    }

    private let waitingLimit: Duration
    private let niceness: Int32
    private let queue: Mutex<SlowWorkQueue>
    let keys = RSAKeyStock()

    /// - Parameters:
    ///   - threads: the number of pieces of work that run at once.
    ///   - limit: the number of pieces of work that may wait; more are refused.
    ///   - waitingLimit: work that has not begun within this time is refused.
    ///   - niceness: the niceness of the threads compared with the process's others, 0 to 19.
    public init(threads: Int, limit: Int = 32, waitingLimit: Duration = .seconds(5), niceness: Int32 = 5) {
        (self.waitingLimit, self.niceness) = (waitingLimit, niceness)
        queue = Mutex(SlowWorkQueue(threads: threads, limit: limit))
    }

    /// Holds a place of the owner while a request is served: also while it asks the database, so that the requests of
    /// one owner cannot take all of the database's threads and wait there for each other's rows.
    ///
    /// - Parameter failure: turns a refusal into the caller's failure.
    package func withPlace<Value, Failure: Error>(
        of owner: Owner, _ failure: (Refusal) -> Failure,
        _ body: (Place) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard queue.withLock({ $0.enter(owner) }) else { throw failure(.ownerIsBusy) }
        defer { queue.withLock { $0.leave(owner) } }
        return try await body(Place(owner: owner, pool: self))
    }

    /// The number of pieces of work that run, and the number that wait.
    package var load: (running: Int, waiting: Int) { queue.withLock { ($0.running, $0.waitingCount) } }

    /// How many places of an owner are taken.
    package func places(takenBy owner: Owner) -> Int { queue.withLock { $0.places(takenBy: owner) } }

    private func begin(_ job: SlowWorkQueue.Job) {
        switch queue.withLock({ $0.admit(job) }) {
        case .waits: break
        case .refused: job.run(false)()
        case .begins:
            Thread.detachNewThread { [self] in
                standBack()
                work(from: job)
            }
        }
    }

    /// Does one job, and then the waiting ones until none is left. A caller that gets its answer finds the thread free
    /// for its next request.
    private func work(from first: SlowWorkQueue.Job) {
        var next: SlowWorkQueue.Job? = first
        while let job = next {
            let answer = job.run(job.arrival.duration(to: .now) <= waitingLimit)
            next = queue.withLock { $0.next() }
            answer()
        }
    }

    /// Gives the calling thread a lower priority than it began with. On Linux, `setpriority` changes only that thread.
    private func standBack() {
        #if canImport(Glibc)
        let thread = Int32(bitPattern: PRIO_PROCESS.rawValue)
        _ = setpriority(thread, 0, min(19, getpriority(thread, 0) + niceness))
        #endif
    }
}
