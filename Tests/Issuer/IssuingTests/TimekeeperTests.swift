import Issuing
import Testing
import TestSupport

@Suite("Work that is done again and again")
struct TimekeeperTests {
    @Test("A round that fails is logged with the name of its worker, and the next one follows")
    func failure() async throws {
        let log = RecordedLog()
        let (rounds, round) = AsyncStream<Void>.makeStream()
        let timekeeper = Timekeeper("ledger", every: .zero, logger: log.logger) {
            round.yield()
            throw Failure()
        }
        let running = Task { try await timekeeper.run() }
        var iterator = rounds.makeAsyncIterator()
        // The second round begins when the failure of the first is logged.
        for _ in 1...2 { _ = await iterator.next() }
        running.cancel()
        try await running.value
        let line = try #require(log.lines.first)
        #expect(line.message == "a worker failed, and tries again")
        #expect(line.values("worker", "failure") == ["ledger", "Failure()"])
    }

    private struct Failure: Error {}
}
