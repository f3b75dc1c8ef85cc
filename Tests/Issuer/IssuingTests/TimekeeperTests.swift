import Issuing
import Logging
import Synchronization
import Testing

@Suite("Work that is done again and again")
struct TimekeeperTests {
    @Test("A round that fails is logged with the name of its worker, and the next one follows")
    func failure() async throws {
        let lines = Lines()
        let (rounds, round) = AsyncStream<Void>.makeStream()
        let timekeeper = Timekeeper("ledger", every: .zero, logger: lines.logger) {
            round.yield()
            throw Failure()
        }
        let running = Task { try await timekeeper.run() }
        var iterator = rounds.makeAsyncIterator()
        // The second round begins when the failure of the first is logged.
        for _ in 1...2 { _ = await iterator.next() }
        running.cancel()
        try await running.value
        #expect(lines.entries.withLock { $0.first } == "a worker failed, and tries again: ledger, Failure()")
    }

    private struct Failure: Error {}

    private final class Lines: Sendable {
        let entries = Mutex<[String]>([])

        var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = ["worker", "failure"].map { (event.metadata ?? [:])[$0].map { "\($0)" } ?? "" }
            lines.entries.withLock { $0.append("\(event.message): \(values.joined(separator: ", "))") }
        }
    }
}
