/// Time and chance. A test passes its own, so that it waits for nothing and is repeatable.
public struct Surroundings: Sendable {
    let now: @Sendable () -> ContinuousClock.Instant
    let sleep: @Sendable (Duration) async throws -> Void
    let chance: @Sendable () -> UInt64

    /// - Parameter sleep: returns when the time is over, and throws when its task is cancelled.
    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.chance = chance
    }

    /// A clock that runs while the device sleeps, as tokens do, and the system's own generator.
    public static let system = Surroundings(
        now: { .now }, sleep: { try await Task.sleep(for: $0) },
        chance: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })

    /// 128 bits, which nobody can guess and no two calls share.
    @Sendable func makeIdempotencyKey() -> String {
        [chance(), chance()].map { String($0, radix: 36) }.joined(separator: "-")
    }
}
