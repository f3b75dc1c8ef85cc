/// The sources of time and random numbers. A test passes its own, so that it need not wait and is repeatable.
public struct Surroundings: Sendable {
    let now: @Sendable () -> ContinuousClock.Instant
    let sleep: @Sendable (Duration) async throws -> Void
    let chance: @Sendable () -> UInt64

    /// - Parameter sleep: returns when the time is over; throws if its task is cancelled.
    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.chance = chance
    }

    /// A clock that runs while the device sleeps, because tokens expire then too, and the system's random generator.
    public static let system = Surroundings(
        now: { .now }, sleep: { try await Task.sleep(for: $0) },
        chance: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })

    /// A key of 128 random bits. It cannot be guessed, and no two calls share it.
    @Sendable func makeIdempotencyKey() -> String {
        [chance(), chance()].map { String($0, radix: 36) }.joined(separator: "-")
    }
}
