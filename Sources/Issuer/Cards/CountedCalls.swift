import Identifiers

/// The calls that count against the rates of their brands.
///
/// Each call uses up its share of the time: of 120 calls in a minute, half a second. A rate is used up when its calls
/// have used the next minute (the generic cell rate algorithm, ITU-T I.371, annex A). So a caller that was silent may
/// send a minute's calls at once, and then one whenever there is time for one again. One number is all that is kept of
/// a caller, and it says by itself when the caller can be forgotten.
///
/// Times are in microseconds since 1970.
public struct CountedCalls: Sendable {
    /// Whose calls count together.
    public struct Subject: Hashable, Sendable {
        /// The id of a client or a customer.
        public let owner: String
        public let brand: String
        /// The name of the rate.
        public let rate: String

        public init(owner: String, brand: String, rate: String) {
            (self.owner, self.brand, self.rate) = (owner, brand, rate)
        }
    }

    /// The time that calls have used.
    public struct Use: Hashable, Sendable {
        public let subject: Subject
        public let microseconds: Int64
    }

    private struct Limit {
        let subject: Subject
        let perMinute: Int

        /// The time that a call uses.
        var share: Int64 { CountedCalls.minute / Int64(perMinute) }
    }

    private static let minute: Int64 = 60_000_000
    private static let second: Int64 = 1_000_000

    private let capacity: Int
    private var rates: [String: CallRates] = [:]
    private var usedUntil: [Subject: Int64] = [:]
    private var unsent: [Subject: Int64] = [:]
    /// When the calls that are not sent yet began.
    private var unsentSince: Int64?

    /// - Parameter capacity: how many subjects are remembered.
    public init(capacity: Int = 10_000) { self.capacity = capacity }

    /// How many subjects are remembered.
    public var count: Int { usedUntil.count }

    /// Sets the rates of all brands that have any. Calls that were counted before still count.
    public mutating func set(_ rates: [String: CallRates]) {
        self.rates = rates
        if rates.isEmpty { (usedUntil, unsent, unsentSince) = ([:], [:], nil) }
    }

    /// Counts a call, unless one of its rates is used up. Then it counts for none of them.
    ///
    /// - Returns: the rate that lets it wait the longest; nil if the call counts.
    public mutating func count(_ call: CountedCall, at now: Int64) -> UsedUpRate? {
        let limits = limits(of: call)
        var usedUp: UsedUpRate?
        for limit in limits {
            let missing = max(usedUntil[limit.subject] ?? now, now) + limit.share - (now + Self.minute)
            let seconds = Int((missing + Self.second - 1) / Self.second)
            if missing > 0, seconds > usedUp?.retryAfterSeconds ?? 0 {
                usedUp = UsedUpRate(
                    name: limit.subject.rate, perMinute: limit.perMinute, retryAfterSeconds: seconds)
            }
        }
        if let usedUp { return usedUp }
        for limit in limits { use(limit.share, of: limit.subject, at: now) }
        return nil
    }

    private func limits(of call: CountedCall) -> [Limit] {
        guard let rates = rates[call.brand] else { return [] }
        func limit(_ owner: String, _ rate: String, _ perMinute: Int?) -> Limit? {
            perMinute.map { Limit(subject: Subject(owner: owner, brand: call.brand, rate: rate), perMinute: $0) }
        }
        return [
            limit(call.client, "client", rates.client),
            call.customer.flatMap { limit($0.description, "customer", rates.customer) },
            limit(call.client, call.operation, rates.operations[call.operation]),
        ].compactMap(\.self)
    }

    private mutating func use(_ share: Int64, of subject: Subject, at now: Int64) {
        if usedUntil[subject] == nil, usedUntil.count >= capacity { makeRoom(at: now) }
        usedUntil[subject] = max(usedUntil[subject] ?? now, now) + share
        // If the database is away for long, the calls of further subjects count on this server only.
        if unsent[subject] != nil || unsent.count < capacity { unsent[subject, default: 0] += share }
    }

    /// Removes what has passed anyway, and the eighth that would pass next. Many are removed at once, because each look
    /// at all of them takes time.
    private mutating func makeRoom(at now: Int64) {
        usedUntil = usedUntil.filter { now < $0.value }
        let excess = usedUntil.count - (capacity - max(1, capacity / 8))
        guard excess > 0 else { return }
        for (subject, _) in usedUntil.sorted(by: { $0.value < $1.value }).prefix(excess) { usedUntil[subject] = nil }
    }
}

// MARK: Counting together with other servers

extension CountedCalls {
    /// The calls since this was asked last, and when that was.
    public mutating func takeUnsent(at now: Int64) -> (uses: [Use], since: Int64) {
        let taken = unsent.map { Use(subject: $0.key, microseconds: $0.value) }
        let since = unsentSince ?? now
        (unsent, unsentSince) = ([:], now)
        return (taken, since)
    }

    /// Keeps calls that were taken, but did not reach the other servers.
    public mutating func putBack(_ uses: [Use], since: Int64) {
        for use in uses where unsent[use.subject] != nil || unsent.count < capacity {
            unsent[use.subject, default: 0] += use.microseconds
        }
        unsentSince = since
    }

    /// Takes over what all servers together have counted. What this server has counted in the meantime is added.
    public mutating func learn(_ subject: Subject, isUsedUntil time: Int64) {
        guard let own = usedUntil[subject] else { return }
        usedUntil[subject] = max(own, time + (unsent[subject] ?? 0))
    }
}
