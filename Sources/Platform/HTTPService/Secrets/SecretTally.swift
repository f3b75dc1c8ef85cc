/// The wrong secrets of one subject, and the pause that they have caused.
///
/// Time is divided into windows of a minute. Those of the present window and of the one before count together, so no
/// minute has more wrong secrets than the limit, wherever it begins.
struct SecretTally {
    typealias Instant = ContinuousClock.Instant

    /// A wrong secret counts for at most two windows, which are over when the first pause ends.
    static let firstPause = Duration.seconds(120)
    static let longestPause = Duration.seconds(960)
    /// The time without a wrong secret after which the next pause is the first one again.
    static let memory = Duration.seconds(3600)
    static let window = Duration.seconds(60)

    private var windowStart: Instant
    private var present = 0
    private var previous = 0
    /// How many pauses there were, each within the memory of the one before.
    private var pauses = 0
    private var pausedUntil: Instant

    init(at now: Instant) { (windowStart, pausedUntil) = (now, now) }

    /// When nothing is left to remember.
    var forgottenAt: Instant {
        let counted = windowStart + Self.window * 2
        return pauses == 0 ? counted : max(counted, pausedUntil + Self.memory)
    }

    /// The rest of the pause; nil if there is none.
    func pause(at now: Instant) -> Duration? { now < pausedUntil ? now.duration(to: pausedUntil) : nil }

    /// Counts a wrong secret.
    ///
    /// - Returns: the length of the pause that it has begun; nil if it has begun none.
    mutating func add(at now: Instant, limit: Int) -> Duration? {
        if now >= forgottenAt { self = SecretTally(at: now) }
        advance(to: now)
        present += 1
        guard present + previous >= limit else { return nil }
        let pause = min(Self.firstPause * (1 << min(pauses, 10)), Self.longestPause)
        (present, previous, windowStart) = (0, 0, now)
        pauses += 1
        pausedUntil = now + pause
        return pause
    }

    private mutating func advance(to now: Instant) {
        guard now >= windowStart + Self.window else { return }
        let isNext = now < windowStart + Self.window * 2
        previous = isNext ? present : 0
        windowStart = isNext ? windowStart + Self.window : now
        present = 0
    }
}

/// The tallies of subjects of one kind, up to a number.
struct SecretTallies<Subject: Hashable> {
    private let capacity: Int
    private var tallies: [Subject: SecretTally] = [:]

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { tallies.count }

    func pause(of subject: Subject, at now: ContinuousClock.Instant) -> Duration? {
        // Most of the time there are none, and every request with a secret asks.
        tallies.isEmpty ? nil : tallies[subject]?.pause(at: now)
    }

    /// - Returns: the length of the pause that this wrong secret has begun; nil if it has begun none.
    mutating func add(_ subject: Subject, at now: ContinuousClock.Instant, limit: Int) -> Duration? {
        if tallies[subject] == nil, tallies.count >= capacity { makeRoom(at: now) }
        return tallies[subject, default: SecretTally(at: now)].add(at: now, limit: limit)
    }

    mutating func forget(_ subject: Subject) { tallies[subject] = nil }

    /// Removes what is forgotten anyway, and the eighth that would be forgotten next. A subject that is paused, or was,
    /// is remembered for longer than one that never was, so it is removed last. Many are removed at once, because each
    /// look at all of them takes time.
    private mutating func makeRoom(at now: ContinuousClock.Instant) {
        tallies = tallies.filter { now < $0.value.forgottenAt }
        let excess = tallies.count - (capacity - max(1, capacity / 8))
        guard excess > 0 else { return }
        for (subject, _) in tallies.sorted(by: { $0.value.forgottenAt < $1.value.forgottenAt }).prefix(excess) {
            tallies[subject] = nil
        }
    }
}
