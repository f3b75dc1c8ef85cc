/// The waiting room of one lane: which requests wait, which workers are idle, and which worker to wake.
///
/// A pure state machine: the caller reports what happened and when, and the queue returns what to do. So a test of a
/// few lines can cover each race between callers, workers, the clock and shutdown.
struct RequestQueue<Item: AnyObject & Sendable>: Sendable {
    struct Entry: Sendable {
        let item: Item
        var arrival: ContinuousClock.Instant
        /// How often the request was sent without a final answer.
        var attempts = 0
        /// Whether the request gets its own Sync, because another request of its batch made it fail before.
        var isApart = false
        /// Whether its session broke off. Its waiting time is not reset, so that an outage takes no longer than the
        /// waiting limit.
        var isLost = false
    }

    enum Admission: Equatable {
        case queued(wake: Int?)
        case refused(PostgresFailure.Kind)
    }

    enum Parking: Equatable {
        case parked, workWaits, finished
    }

    let limit: Int
    let waitingLimit: Duration
    private(set) var isClosed = false
    private(set) var isReachable = true
    private var entries: [Entry] = []
    private var parked: [Int] = []

    init(limit: Int, waitingLimit: Duration) {
        self.limit = limit
        self.waitingLimit = waitingLimit
    }

    var count: Int { entries.count }

    mutating func admit(_ item: Item, at now: ContinuousClock.Instant) -> Admission {
        if isClosed { return .refused(.shutDown) }
        if entries.count >= limit { return .refused(isReachable ? .overloaded : .unavailable) }
        entries.append(Entry(item: item, arrival: now))
        return .queued(wake: parked.popLast())
    }

    /// A worker has nothing to do. The last one to become idle is the first to be woken, because its memory and its
    /// session are warm.
    mutating func park(_ worker: Int) -> Parking {
        if !entries.isEmpty { return .workWaits }
        if isClosed { return .finished }
        parked.append(worker)
        return .parked
    }

    mutating func take(upTo count: Int) -> [Entry] {
        let taken = Array(entries.prefix(count))
        entries.removeFirst(taken.count)
        return taken
    }

    /// A request that was taken and must be sent again goes to the front, and its waiting time begins again, unless its
    /// session broke off. The worker that returns it is about to ask for work, so no other worker is woken.
    mutating func giveBack(_ returned: [Entry], at now: ContinuousClock.Instant) {
        entries.insert(contentsOf: returned, at: 0)
        for index in returned.indices where !returned[index].isLost { entries[index].arrival = now }
    }

    /// A worker could not connect, so another worker must try the waiting requests.
    mutating func becameUnreachable() -> (isNews: Bool, wake: Int?) {
        defer { isReachable = false }
        return (isReachable, entries.isEmpty ? nil : parked.popLast())
    }

    mutating func becameReachable() -> Bool {
        defer { isReachable = true }
        return !isReachable
    }

    mutating func remove(_ item: Item) -> Bool {
        guard let index = entries.firstIndex(where: { $0.item === item }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Removes everything that has waited too long, and returns it with the reason.
    mutating func expire(at now: ContinuousClock.Instant) -> (expired: [Item], because: PostgresFailure.Kind) {
        let oldest = now - waitingLimit
        var expired: [Item] = []
        entries.removeAll { entry in
            guard entry.arrival < oldest else { return false }
            expired.append(entry.item)
            return true
        }
        return (expired, isReachable ? .overloaded : .unavailable)
    }

    /// Refuses new requests, but still serves those that wait. Returns the workers to wake, so that they can end.
    mutating func close() -> [Int] {
        isClosed = true
        defer { parked = [] }
        return parked
    }
}
