import Metrics

/// The metrics of lists, for a database with a standby.
final class StandbyMetrics: Sendable {
    private let answered: Counter
    private let passedOn: [StandbyObstacle: Counter]
    private let lag: Gauge

    init(_ factory: any MetricsFactory) {
        func counter(_ server: String, _ reason: String) -> Counter {
            Counter(
                label: "postgres_lists_total", dimensions: [("server", server), ("reason", reason)], factory: factory)
        }
        answered = counter("standby", "none")
        let obstacles = StandbyObstacle.allCases.filter { $0 != .cancelled }
        passedOn = Dictionary(uniqueKeysWithValues: obstacles.map { ($0, counter("primary", $0.rawValue)) })
        lag = Gauge(label: "postgres_standby_lag_bytes", factory: factory)
    }

    /// Counts a list that the standby has answered.
    func countAnswer() { answered.increment() }

    /// Counts a list that the primary answers.
    func count(_ obstacle: StandbyObstacle) { passedOn[obstacle]?.increment() }

    func record(lag bytes: Int64) { lag.record(bytes) }
}
