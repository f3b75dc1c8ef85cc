/// The latest requests, limited in number and in memory. The oldest are dropped first.
struct RecentRequests: Sendable {
    private let countLimit: Int
    private let sizeLimitBytes: Int
    /// Once it has grown to its limit, it is a ring: the request with the number n is at n - 1 modulo the limit.
    private var slots: [JournalEntry?] = []
    private var first = 1
    private var next = 1
    private var sizeBytes = 0

    init(countLimit: Int = 10_000, sizeLimitBytes: Int = 32 * 1024 * 1024) {
        self.countLimit = countLimit
        self.sizeLimitBytes = sizeLimitBytes
    }

    var count: Int { next - first }
    /// The number of the oldest request that is kept, or of the next one if none is.
    var firstNumber: Int { first }
    /// The number of the newest request; 0 before the first one.
    var lastNumber: Int { next - 1 }

    /// How many older requests were dropped since the journal was last cleared.
    private(set) var forgottenCount = 0

    /// - Returns: the number of the entry.
    @discardableResult
    mutating func add(_ entry: JournalEntry) -> Int {
        if count == countLimit { forgetFirst() }
        if slots.count < countLimit {
            slots.append(entry)
        } else {
            slots[slot(of: next)] = entry
        }
        sizeBytes += entry.sizeBytes
        next += 1
        while sizeBytes > sizeLimitBytes, count > 1 { forgetFirst() }
        return next - 1
    }

    private mutating func forgetFirst() {
        sizeBytes -= slots[slot(of: first)]?.sizeBytes ?? 0
        slots[slot(of: first)] = nil
        first += 1
        forgottenCount += 1
    }

    /// Forgets all requests. The numbers continue.
    mutating func forgetAll() {
        while count > 0 { forgetFirst() }
        forgottenCount = 0
    }

    /// Masks the requests that were not read before. There may be thousands, so other tasks get a turn in between.
    func prepare() async {
        for (index, entry) in slots.enumerated() {
            _ = entry?.request
            if index % 100 == 99 { await Task.yield() }
        }
    }

    var newestFirst: some Sequence<RecordedRequest> { newestFirst() }

    /// - Parameter only: the number of the only request to return; nil for all.
    func newestFirst(only: Int? = nil) -> some Sequence<RecordedRequest> {
        let wanted = only.map { ($0..<$0 + 1).clamped(to: first..<next) } ?? first..<next
        return wanted.reversed().lazy.compactMap { number in
            var request = slots[slot(of: number)]?.request
            request?.number = number
            return request
        }
    }

    private func slot(of number: Int) -> Int { (number - 1) % countLimit }
}
