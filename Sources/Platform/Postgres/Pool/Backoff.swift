/// How long to wait before the next attempt: twice as long each time, up to a maximum. A random part of up to half is
/// cut off each pause, so that sessions that failed together do not return together.
struct Backoff {
    private let floor: Duration
    private let ceiling: Duration
    private var step: Duration
    private var state: UInt64

    init(from floor: Duration, upTo ceiling: Duration, seed: UInt64) {
        self.floor = floor
        self.ceiling = ceiling
        step = floor
        state = seed
    }

    mutating func next() -> Duration {
        defer { step = min(step * 2, ceiling) }
        return step * (0.5 + 0.5 * fraction())
    }

    mutating func reset() {
        step = floor
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014): seeded, so that a test sees the same pauses each time.
    private mutating func fraction() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
