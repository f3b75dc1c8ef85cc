/// The latest events, and their readers. The oldest are dropped first, and a reader learns that it missed some.
///
/// Events are numbered. They are collected from the first reader on, and for a while after the last one has left. So a
/// reader that lost its connection finds the events since then, and a service that nobody reads does no work.
struct RecentEvents: Sendable {
    struct Event: Sendable, Equatable {
        let number: Int
        let kind: SandboxEvent.Kind
        /// One line of JSON.
        let data: [UInt8]
    }

    /// The next events for a reader.
    struct Batch: Sendable, Equatable {
        /// The number after which the events continue, if some before it are lost.
        var gap: Int?
        var events: [Event] = []

        var isEmpty: Bool { gap == nil && events.isEmpty }
    }

    private let countLimit: Int
    private let readerLimit: Int
    /// A ring: the event with the number n is at n modulo the limit. Empty while no events are kept.
    private var slots: [Event?] = []
    private var first: Int
    private var next: Int
    /// The number of the last event that each reader got.
    private var positions: [Int: Int] = [:]
    private var readersEver = 0
    /// How many events were added since the last reader left.
    private var unheard = 0
    var isKept: Bool { !slots.isEmpty }

    /// - Parameter start: the number before that of the first event. If it grows from one start of the service to the
    ///   next, a reader of an earlier run learns that it missed events.
    init(after start: Int = 0, countLimit: Int = 10_000, readerLimit: Int = 32) {
        self.countLimit = countLimit
        self.readerLimit = readerLimit
        (first, next) = (start + 1, start + 1)
    }

    /// Admits a reader.
    ///
    /// - Parameter last: the number of the last event that it has; nil to begin with the next event.
    /// - Returns: the reader's own number; nil if there are too many.
    mutating func join(after last: Int? = nil) -> Int? {
        guard positions.count < readerLimit else { return nil }
        if slots.isEmpty { slots = Array(repeating: nil, count: countLimit) }
        unheard = 0
        readersEver += 1
        // A number that was not given yet is from another run, so everything since is missing.
        positions[readersEver] = last.map { $0 < next && $0 >= 0 ? $0 : -1 } ?? next - 1
        return readersEver
    }

    mutating func leave(_ reader: Int) { positions[reader] = nil }

    /// - Returns: whether it was kept.
    mutating func add(_ kind: SandboxEvent.Kind, _ data: [UInt8]) -> Bool {
        guard isKept else { return false }
        if positions.isEmpty {
            unheard += 1
            guard unheard <= countLimit else {
                forgetAll()
                return false
            }
        }
        if next - first == countLimit { first += 1 }
        slots[next % countLimit] = Event(number: next, kind: kind, data: data)
        next += 1
        return true
    }

    private mutating func forgetAll() {
        slots = []
        // The event that was not kept has a number, too, so that the next reader learns that it is lost.
        next += 1
        first = next
    }

    func hasMore(for reader: Int) -> Bool {
        guard let position = positions[reader] else { return false }
        return position + 1 < next
    }

    /// Takes the next events for a reader, the oldest first.
    mutating func take(for reader: Int, atMost count: Int) -> Batch {
        guard let position = positions[reader], position + 1 < next else { return Batch() }
        let begin = max(position + 1, first)
        let end = min(next, begin + count)
        positions[reader] = end - 1
        return Batch(
            gap: begin > position + 1 ? begin - 1 : nil,
            events: (begin..<end).compactMap { slots[$0 % countLimit] })
    }
}
