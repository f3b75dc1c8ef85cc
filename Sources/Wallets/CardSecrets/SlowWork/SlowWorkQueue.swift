/// The slow work that runs and that waits, with its owners, and the order of their turns.
///
/// A pure state machine: its caller reports what happened, and it answers what to do.
struct SlowWorkQueue: Sendable {
    struct Job: Sendable {
        let owner: SlowWork.Owner
        let arrival: ContinuousClock.Instant
        /// Receives whether the job began in time, and returns the call that answers its owner.
        let run: @Sendable (Bool) -> @Sendable () -> Void
    }

    enum Admission {
        /// The caller starts a thread for it.
        case begins
        case waits, refused
    }

    let threads: Int
    let limit: Int
    private(set) var running = 0
    private(set) var waitingCount = 0
    /// The owners of waiting work, in the order of their turns, each once.
    private var turns: [SlowWork.Owner] = []
    private var waiting: [SlowWork.Owner: [Job]] = [:]
    private var places: [SlowWork.Owner: Int] = [:]

    init(threads: Int, limit: Int) {
        (self.threads, self.limit) = (threads, limit)
    }

    /// Takes a place of an owner. Returns whether there was one.
    mutating func enter(_ owner: SlowWork.Owner) -> Bool {
        let taken = places[owner, default: 0]
        guard taken < owner.places else { return false }
        places[owner] = taken + 1
        return true
    }

    func places(takenBy owner: SlowWork.Owner) -> Int { places[owner, default: 0] }

    mutating func leave(_ owner: SlowWork.Owner) {
        let taken = places[owner, default: 1] - 1
        places[owner] = taken > 0 ? taken : nil
    }

    mutating func admit(_ job: Job) -> Admission {
        guard running >= threads else {
            running += 1
            return .begins
        }
        guard waitingCount < limit else { return .refused }
        waitingCount += 1
        if waiting[job.owner] == nil { turns.append(job.owner) }
        waiting[job.owner, default: []].append(job)
        return .waits
    }

    /// A job is done. Returns the next one, of the owner whose turn it is, or nil if the thread ends.
    mutating func next() -> Job? {
        guard !turns.isEmpty else {
            running -= 1
            return nil
        }
        let owner = turns.removeFirst()
        guard let job = waiting[owner]?.removeFirst() else { return nil }
        waitingCount -= 1
        if waiting[owner]?.isEmpty == true { waiting[owner] = nil } else { turns.append(owner) }
        return job
    }
}
