import Metrics

/// The metrics of one lane. Labels are names of lanes, statements and classes of SQLSTATE, never values.
final class LaneMetrics: Sendable {
    private let factory: any MetricsFactory
    let lane: String
    private let depth: Gauge
    private let wait: Timer
    private let connects: Counter
    private let connectFailures: Counter
    let roundTrips: Counter

    init(lane: String, factory: any MetricsFactory) {
        self.lane = lane
        self.factory = factory
        let labels = [("lane", lane)]
        depth = Gauge(label: "postgres_queue_depth", dimensions: labels, factory: factory)
        wait = Timer(label: "postgres_queue_wait", dimensions: labels, factory: factory)
        connects = Counter(label: "postgres_connects_total", dimensions: labels, factory: factory)
        connectFailures = Counter(label: "postgres_connect_failures_total", dimensions: labels, factory: factory)
        roundTrips = Counter(label: "postgres_round_trips_total", dimensions: labels, factory: factory)
    }

    func record(depth count: Int) {
        depth.record(count)
    }

    func record(wait duration: Duration) {
        wait.recordNanoseconds(duration.nanoseconds)
    }

    func countConnect(succeeded: Bool) {
        (succeeded ? connects : connectFailures).increment()
    }

    func outcomeCounter(_ statement: String, _ outcome: String) -> Counter {
        let labels = [("statement", statement), ("outcome", outcome)]
        return Counter(label: "postgres_statements_total", dimensions: labels, factory: factory)
    }
}

/// Counts statements by name and outcome. It belongs to one thread, so it finds its counters without a lock.
final class StatementMeter {
    private let metrics: LaneMetrics
    private var successes: [String: Counter] = [:]

    init(_ metrics: LaneMetrics) {
        self.metrics = metrics
    }

    func countRoundTrip() {
        metrics.roundTrips.increment()
    }

    /// The outcome is `ok`, the class of the SQLSTATE (its first two characters), `skipped` or `lost`.
    func count(_ statement: String, _ answer: Answer) {
        switch answer {
        case .rows:
            if let known = successes[statement] { return known.increment() }
            let counter = metrics.outcomeCounter(statement, "ok")
            successes[statement] = counter
            counter.increment()
        case .rejected(let failure):
            metrics.outcomeCounter(statement, failure.sqlState.map { String($0.prefix(2)) } ?? "misuse").increment()
        case .skipped:
            metrics.outcomeCounter(statement, "skipped").increment()
        case .lost:
            metrics.outcomeCounter(statement, "lost").increment()
        }
    }
}
