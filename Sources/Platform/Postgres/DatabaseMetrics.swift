import Dispatch
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
    private let openSessions: Meter
    private let busySessions: Meter

    init(lane: String, factory: any MetricsFactory) {
        self.lane = lane
        self.factory = factory
        let labels = [("lane", lane)]
        depth = Gauge(label: "postgres_queue_depth", dimensions: labels, factory: factory)
        wait = Timer(label: "postgres_queue_wait", dimensions: labels, factory: factory)
        connects = Counter(label: "postgres_connects_total", dimensions: labels, factory: factory)
        connectFailures = Counter(label: "postgres_connect_failures_total", dimensions: labels, factory: factory)
        roundTrips = Counter(label: "postgres_round_trips_total", dimensions: labels, factory: factory)
        openSessions = Meter(label: "postgres_sessions_open", dimensions: labels, factory: factory)
        busySessions = Meter(label: "postgres_sessions_busy", dimensions: labels, factory: factory)
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

    /// - Parameter change: 1 for a session that opens, and -1 for one that closes.
    func record(open change: Double) { openSessions.increment(by: change) }

    /// - Parameter change: 1 for a session that begins to work on something, and -1 for one that has ended it.
    func record(busy change: Double) { busySessions.increment(by: change) }

    func outcomeCounter(_ statement: String, _ outcome: String) -> Counter {
        let labels = [("statement", statement), ("outcome", outcome)]
        return Counter(label: "postgres_statements_total", dimensions: labels, factory: factory)
    }

    func secondsCounter(_ statement: String) -> FloatingPointCounter {
        FloatingPointCounter(
            label: "postgres_statement_seconds_total", dimensions: [("statement", statement)], factory: factory)
    }
}

/// Counts statements by name and outcome, and measures how long they take. It belongs to one thread, so it finds its
/// counters without a lock.
final class StatementMeter {
    /// The counters of one statement that succeeded. A histogram for each of some 200 statements would make the page of
    /// metrics ten times as long.
    private struct Successes {
        let count: Counter
        let seconds: FloatingPointCounter
    }

    private let metrics: LaneMetrics
    private var successes: [String: Successes] = [:]

    init(_ metrics: LaneMetrics) {
        self.metrics = metrics
    }

    func countRoundTrip() {
        metrics.roundTrips.increment()
    }

    func sessionOpened() { metrics.record(open: 1) }

    func sessionClosed() { metrics.record(open: -1) }

    /// The outcome is `ok`, the class of the SQLSTATE (its first two characters), `skipped` or `lost`.
    ///
    /// - Parameter sent: the time when the round trip of the statement began, in nanoseconds.
    func count(_ statement: String, _ answer: Answer, sentAt sent: UInt64) {
        switch answer {
        case .rows:
            let known = successes[statement] ?? begin(statement)
            known.count.increment()
            known.seconds.increment(by: Double(Self.now &- sent) / 1e9)
        case .rejected(let failure):
            metrics.outcomeCounter(statement, failure.sqlState.map { String($0.prefix(2)) } ?? "misuse").increment()
        case .skipped:
            metrics.outcomeCounter(statement, "skipped").increment()
        case .lost:
            metrics.outcomeCounter(statement, "lost").increment()
        }
    }

    /// Nanoseconds on a clock that only goes forward.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    private func begin(_ statement: String) -> Successes {
        let new = Successes(
            count: metrics.outcomeCounter(statement, "ok"), seconds: metrics.secondsCounter(statement))
        successes[statement] = new
        return new
    }
}
