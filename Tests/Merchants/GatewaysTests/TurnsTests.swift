import Gateways
import Synchronization
import Testing

@Suite("Turns of rounds", .timeLimit(.minutes(5)))
struct TurnsTests {
    private struct Failed: Error {
        let round: Int
    }

    /// Counts the rounds that run at once. Each third one fails.
    private final class Rounds: Sendable {
        private let turns = Turns()
        private let running = Mutex(0)
        private let most = Mutex(0)

        var mostAtOnce: Int { most.withLock { $0 } }

        /// - Returns: the number that the round returned or threw.
        func run(_ round: Int) async -> Int {
            do throws(Failed) {
                return try await turns.take { () async throws(Failed) in try await self.work(round) }
            } catch {
                return -error.round
            }
        }

        private func work(_ round: Int) async throws(Failed) -> Int {
            let count = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, count) }
            for _ in 1...10 { await Task.yield() }
            running.withLock { $0 -= 1 }
            if round.isMultiple(of: 3) { throw Failed(round: round) }
            return round
        }
    }

    @Test("No round begins before the one before it has ended, also if that one fails")
    func oneAfterTheOther() async {
        let rounds = Rounds()
        let outcomes = await withTaskGroup { group in
            for round in 1...50 { group.addTask { await rounds.run(round) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outcomes == Set((1...50).map { $0.isMultiple(of: 3) ? -$0 : $0 }))
        #expect(rounds.mostAtOnce == 1)
    }

    @Test("A cancelled caller's round learns of it, and the next one is not cancelled")
    func cancelled() async {
        let turns = Turns()
        let caller = Task {
            await turns.take { () async -> Bool in
                while !Task.isCancelled { await Task.yield() }
                return true
            }
        }
        caller.cancel()
        #expect(await caller.value)
        #expect(await turns.take { () async -> Bool in Task.isCancelled } == false)
    }
}
