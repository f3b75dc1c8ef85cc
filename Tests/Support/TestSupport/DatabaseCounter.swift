import Logging
import Metrics
import Postgres
import Synchronization

/// Counts one of the metrics of a database, over all its dimensions.
package final class DatabaseCounter: MetricsFactory, CounterHandler {
    /// The kinds of work that the database does for an operation.
    package enum Metric: String, Sendable {
        case statements = "postgres_statements_total"
        case roundTrips = "postgres_round_trips_total"
    }

    private let metric: Metric
    private let count = Atomic(0)

    package init(of metric: Metric) {
        self.metric = metric
    }

    /// The count during an operation. Nothing else may use the database meanwhile.
    package func counted(during operation: () async throws -> Void) async rethrows -> Int {
        let before = count.load(ordering: .relaxed)
        try await operation()
        return count.load(ordering: .relaxed) - before
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        label == metric.rawValue ? self : NOOPMetricsHandler.instance
    }

    package func increment(by amount: Int64) { count.add(Int(amount), ordering: .relaxed) }
    package func reset() {}

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        NOOPMetricsHandler.instance
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}

/// The cost of an operation in the database: the number of round trips and of statements. BEGIN and COMMIT count, too.
package struct DatabaseCost: Hashable, Sendable, CustomStringConvertible {
    package let roundTrips: Int
    package let statements: Int

    package init(roundTrips: Int, statements: Int) {
        (self.roundTrips, self.statements) = (roundTrips, statements)
    }

    package var description: String { "\(roundTrips) round trips, \(statements) statements" }
}

/// Counts round trips and statements.
package struct DatabaseMeter: Sendable {
    /// For the database that is measured.
    package let metrics: any MetricsFactory
    private let roundTrips = DatabaseCounter(of: .roundTrips)
    private let statements = DatabaseCounter(of: .statements)

    package init() { metrics = MultiplexMetricsHandler(factories: [roundTrips, statements]) }

    /// The cost of an operation. Nothing else may use the database meanwhile.
    package func cost(of operation: () async throws -> Void) async throws -> DatabaseCost {
        var trips = 0
        let count = try await statements.counted { trips = try await roundTrips.counted(during: operation) }
        return DatabaseCost(roundTrips: trips, statements: count)
    }
}

extension ScratchDatabase {
    /// The same database on connections of its own, which are counted.
    package func counted(by counter: DatabaseCounter) throws -> Database {
        Database(try configuration, logger: Logger(label: "counted"), metrics: counter)
    }
}
