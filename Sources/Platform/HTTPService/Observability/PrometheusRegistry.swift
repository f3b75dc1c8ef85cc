import Metrics
import Synchronization

/// Stores all metrics of the service and shows them in Prometheus' text format.
///
/// A request for a known metric returns the existing one, so a caller need not store it. Names of counters end in
/// `_total`, names of timers in `_seconds`. A series stays until the process ends, because one that disappeared and
/// came back would look like a restart.
///
/// Label values may come from outside. The first `seriesLimit` combinations of a metric are separate series. All
/// further ones count in one series whose labels are all `other`.
public final class PrometheusRegistry: MetricsFactory {
    /// The media type of this format.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let help: [String: String]
    private let seriesLimit: Int
    private let familyLimit: Int
    private let families = Mutex<[String: Family]>([:])

    /// - Parameters:
    ///   - help: what each metric counts and its unit, by its label. A metric without one has no `HELP` line.
    ///   - seriesLimit: the maximum number of separate combinations of label values for each metric.
    ///   - familyLimit: the maximum number of metrics; a further one works, but is not shown.
    public init(help: [String: String] = [:], seriesLimit: Int = 500, familyLimit: Int = 500) {
        self.help = help
        self.seriesLimit = seriesLimit
        self.familyLimit = familyLimit
    }

    /// All metrics in alphabetical order.
    public func render() -> String {
        var text = PrometheusText()
        for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.header(name, kind: family.kind, help: family.help)
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(to: &text, name: name, labels: labels)
            }
        }
        return text.text
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, suffix: "_total", dimensions) { PrometheusCounter() }
    }

    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, suffix: "_total", dimensions) { PrometheusCounter() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions) { PrometheusGauge() }
    }

    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions) { PrometheusGauge() } }
        return series(label, dimensions) { PrometheusHistogram(upperBounds: PrometheusHistogram.amounts) }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, suffix: "_seconds", dimensions) { PrometheusHistogram(upperBounds: PrometheusHistogram.seconds) }
    }

    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private struct Family: Sendable {
        let kind: PrometheusText.Kind
        let help: String?
        var series: [String: any PrometheusSeries] = [:]
    }

    /// Prometheus could not read the page if two kinds of metric had the same name. So a second kind gets a metric that
    /// works but is not shown.
    private func series<Series: PrometheusSeries>(
        _ label: String, suffix: String = "", _ dimensions: [(String, String)], make: () -> Series
    ) -> Series {
        let name = PrometheusText.metricName(label.hasSuffix(suffix) ? label : label + suffix)
        let labels = PrometheusText.labels(dimensions)
        return families.withLock { families in
            if let known = families[name]?.series[labels] { return known as? Series ?? make() }
            if families[name] == nil {
                guard families.count < familyLimit else { return make() }
                families[name] = Family(kind: Series.kind, help: help[label])
            }
            guard families[name]?.kind == Series.kind else { return make() }
            let isFull = families[name]?.series.count ?? 0 >= seriesLimit
            let place = isFull ? PrometheusText.labels(dimensions.map { ($0.0, "other") }) : labels
            if let known = families[name]?.series[place] { return known as? Series ?? make() }
            let series = make()
            families[name]?.series[place] = series
            return series
        }
    }
}
