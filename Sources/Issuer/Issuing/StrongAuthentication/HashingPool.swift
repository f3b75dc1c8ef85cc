import Cards
import CardSecrets
import Dispatch
import Foundation
import Postgres
import Synchronization

/// The threads on which passwords are hashed.
///
/// A hash takes about 50 ms of a processor and 16 MiB. In a transaction it would lock rows and a thread of the
/// database, and on Swift's cooperative threads it would delay every other request. So it is computed here, before the
/// transaction that uses it. A few hashes are computed at a time, a limited number wait, and none waits longer than a
/// deadline.
public final class HashingPool: Sendable {
    /// One pool for the whole process, including tenants. It leaves half of the processors to all other work.
    public static let shared = HashingPool(threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// On whose behalf a hash is computed. Few hashes of one owner may run or wait, so that no owner can fill the pool.
    package enum Owner: Hashable, Sendable {
        /// Whose attempt it is.
        case customer(CustomerID)
        /// Who sets secrets for its customers.
        case brand(String)

        var places: Int {
            switch self {
            case .customer: 2
            case .brand: 8
            }
        }

        fileprivate var refusal: AuthenticationRefusal {
            switch self {
            case .customer: .tooManyAttemptsAtOnce
            case .brand: .tooManySecretsAtOnce
            }
        }
    }

    /// The same owner in several databases is several owners.
    private struct Place: Hashable {
        let database: ObjectIdentifier
        let owner: Owner
    }

    private struct Job: Sendable {
        /// Nil for what no caller asks for.
        let place: Place?
        let arrival: ContinuousClock.Instant
        /// Receives whether the job began in time.
        let run: @Sendable (Bool) -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Job] = []
        var places: [Place: Int] = [:]
    }

    private let threads: Int
    private let limit: Int
    private let waitingLimit: Duration
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "password hashing", qos: .utility, attributes: .concurrent)

    /// - Parameters:
    ///   - threads: how many hashes are computed at once.
    ///   - limit: how many may wait; one more is refused.
    ///   - waitingLimit: a hash that has not begun within this time is refused.
    public init(threads: Int, limit: Int = 32, waitingLimit: Duration = .seconds(5)) {
        self.threads = threads
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    /// Runs `work` on a thread of the pool.
    ///
    /// - Parameter owner: nil for what no caller asks for.
    /// - Throws: ``IssuingFailure/overloaded`` if the pool is full, or if the job waited too long; a refusal if the
    ///   owner's places are taken.
    func run<Value: Sendable>(
        for owner: Owner?, in database: Database,
        _ work: @escaping @Sendable () throws(VaultFailure) -> Value
    ) async throws(IssuingFailure) -> Value {
        let place = owner.map { Place(database: ObjectIdentifier(database), owner: $0) }
        let result: Result<Value, IssuingFailure> = await withCheckedContinuation { continuation in
            let job = Job(place: place, arrival: .now) { isInTime in
                continuation.resume(
                    returning: isInTime
                        ? Result { () throws(IssuingFailure) in try IssuingFailure.guarding(work) }
                        : .failure(.overloaded))
            }
            if let failure = admit(job) { continuation.resume(returning: .failure(failure)) }
        }
        return try result.get()
    }

    /// How many jobs run, and how many wait.
    var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

    /// Begins a job or lets it wait. Returns the reason if it does neither.
    private func admit(_ job: Job) -> IssuingFailure? {
        let (isBegun, failure): (Bool, IssuingFailure?) = state.withLock { state in
            let taken = job.place.map { state.places[$0, default: 0] } ?? 0
            if let owner = job.place?.owner, taken >= owner.places {
                return (false, .refused(.authentication(owner.refusal)))
            }
            guard state.running < threads || state.waiting.count < limit else { return (false, .overloaded) }
            if let place = job.place { state.places[place] = taken + 1 }
            guard state.running < threads else {
                state.waiting.append(job)
                return (false, nil)
            }
            state.running += 1
            return (true, nil)
        }
        if isBegun { queue.async { self.work(from: job) } }
        return failure
    }

    /// Runs a job, and then the waiting jobs until none is left.
    private func work(from first: Job) {
        var next: Job? = first
        while let job = next {
            job.run(job.arrival.duration(to: .now) <= waitingLimit)
            next = state.withLock { state in
                if let place = job.place {
                    let taken = state.places[place, default: 1] - 1
                    state.places[place] = taken > 0 ? taken : nil
                }
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.running -= 1
                return nil
            }
        }
    }
}
