import CoreMetrics
import Dispatch
import Foundation
import Logging
import Synchronization
import TestSupport

@testable import Postgres

/// A database for one test, and its metrics.
struct Bench {
    let scratch: ScratchDatabase
    let database: Database
    let tally: Tally

    static func make(
        schema: String? = nil, _ configure: (inout DatabaseConfiguration) -> Void = { _ in }
    ) async throws -> Bench {
        let scratch = try await ScratchDatabase.make()
        if let schema { try await Bench(scratch, url: scratch.url) { _ in }.database.execute(script: schema) }
        return try Bench(scratch, url: scratch.url, configure)
    }

    init(_ scratch: ScratchDatabase, url: String, _ configure: (inout DatabaseConfiguration) -> Void) throws {
        var configuration = try DatabaseConfiguration(url: url)
        // A busy machine makes tests slow, but must not make them fail.
        configuration.waitingLimit = .seconds(120)
        configuration.statementTimeout = .seconds(120)
        configure(&configuration)
        self.scratch = scratch
        tally = Tally()
        database = Database(configuration, logger: quiet, metrics: tally)
    }

    /// Another pool on the same database, optionally with another URL.
    func another(
        url: String? = nil, _ configure: (inout DatabaseConfiguration) -> Void = { _ in }
    ) throws -> Bench {
        try Bench(scratch, url: url ?? scratch.url, configure)
    }

    func count(_ table: String) async throws -> Int64 {
        try await database.read(one("count", "SELECT count(*) FROM \(table)")())[0]
    }

    /// Returns when this many reads wait in the queue.
    func awaitQueued(_ requests: Int) async throws {
        while tally["postgres_queue_depth", "read"] < requests { await Task.yield() }
    }

    /// Returns when this many sessions of this database wait for a lock. It asks from a session that does not wait.
    func awaitBlocked(_ sessions: Int64) async throws {
        let blocked = one("blocked", """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        let observer = try another()
        while try await observer.database.read(blocked())[0] < sessions {}
    }
}

let quiet = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }

func one(_ name: String, _ sql: String) -> Statement<Int64> {
    Statement(name, sql) { row throws(PostgresFailure) in try row.bigint() }
}

/// The failure of an operation that is expected to fail.
func failure<Success>(of operation: () async throws -> Success) async -> PostgresFailure? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error as? PostgresFailure
    }
}

/// The failure of an operation once an attempt to connect has failed. On a busy machine, a request may give up earlier.
func refusal<Success>(of operation: () async throws -> Success) async -> PostgresFailure? {
    while true {
        let found = await failure(of: operation)
        if found?.kind != .overloaded { return found }
    }
}

/// A meeting point of two threads. A synchronous closure may wait here, because it runs on its own thread.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    /// Waits in the closure of a transaction.
    func pass() {
        semaphore.wait()
    }

    /// Waits in a task. Neither a task's thread nor a thread of a queue may block, because tasks run on both.
    func passed() async {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                semaphore.wait()
                continuation.resume()
            }.start()
        }
    }
}

/// A metrics backend that only counts, and keeps the latest measurement. Fractions of seconds count in nanoseconds.
final class Tally: MetricsFactory {
    private let counts = Mutex<[String: Int64]>([:])

    subscript(_ label: String, _ dimensions: String...) -> Int64 {
        counts.withLock { $0[([label] + dimensions).joined(separator: " ")] ?? 0 }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(([label] + dimensions.map(\.1)).joined(separator: " "), self)
    }

    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        Handler(([label] + dimensions.map(\.1)).joined(separator: " "), self)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(([label] + dimensions.map(\.1)).joined(separator: " "), self)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        Level(([label] + dimensions.map(\.1)).joined(separator: " "), self)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        NOOPMetricsHandler.instance
    }

    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// A number that goes up and down.
    private final class Level: MeterHandler {
        private let key: String
        private let tally: Tally

        init(_ key: String, _ tally: Tally) {
            self.key = key
            self.tally = tally
        }

        func set(_ value: Int64) { tally.counts.withLock { $0[key] = value } }
        func set(_ value: Double) { set(Int64(value)) }
        func increment(by amount: Double) { tally.counts.withLock { $0[key, default: 0] += Int64(amount) } }
        func decrement(by amount: Double) { increment(by: -amount) }
    }

    private final class Handler: CounterHandler, FloatingPointCounterHandler, RecorderHandler {
        private let key: String
        private let tally: Tally

        init(_ key: String, _ tally: Tally) {
            self.key = key
            self.tally = tally
        }

        func increment(by amount: Int64) {
            tally.counts.withLock { $0[key, default: 0] += amount }
        }

        func increment(by seconds: Double) {
            increment(by: Int64(seconds * 1e9))
        }

        func record(_ value: Int64) {
            tally.counts.withLock { $0[key] = value }
        }

        func record(_ value: Double) {
            record(Int64(value))
        }

        func reset() {
            record(Int64(0))
        }
    }
}
