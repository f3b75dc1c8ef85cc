import Metrics
import Synchronization

/// The numbers behind one metric with one combination of label values.
protocol PrometheusSeries: AnyObject, Sendable {
    static var kind: PrometheusText.Kind { get }
    func write(to text: inout PrometheusText, name: String, labels: String)
}

/// A value that only grows. Whole numbers are exact up to 2^53.
final class PrometheusCounter: PrometheusSeries, CounterHandler, FloatingPointCounterHandler {
    static let kind = PrometheusText.Kind.counter
    private let value = AtomicDouble()

    func increment(by amount: Int64) {
        increment(by: Double(amount))
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        value.add(amount)
    }

    func reset() {
        value.set(0)
    }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels, value.current)
    }
}

/// A value that goes up and down.
final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
    static let kind = PrometheusText.Kind.gauge
    private let value = AtomicDouble()

    func set(_ value: Int64) { self.value.set(Double(value)) }
    func set(_ value: Double) { self.value.set(value) }
    func increment(by amount: Double) { value.add(amount) }
    func decrement(by amount: Double) { value.add(-amount) }
    func record(_ value: Int64) { self.value.set(Double(value)) }
    func record(_ value: Double) { self.value.set(value) }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        text.sample(name, labels, value.current)
    }
}

/// How many observed values are at most each of several bounds, and their sum.
///
/// It uses a lock instead of atomics, so that buckets, sum and count of one scrape belong together.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
    static let kind = PrometheusText.Kind.histogram

    /// The range is from a query over a Unix socket to a request whose caller has given up.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    static let amounts = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000]

    private struct Observations {
        /// The last one counts values above all bounds.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let upperBounds: [Double]
    private let observations: Mutex<Observations>

    init(upperBounds: [Double]) {
        self.upperBounds = upperBounds
        observations = Mutex(Observations(counts: Array(repeating: 0, count: upperBounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) {
        record(Double(duration) / 1_000_000_000)
    }

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let bucket = upperBounds.firstIndex { value <= $0 } ?? upperBounds.count
        observations.withLock { observations in
            observations.counts[bucket] += 1
            observations.sum += value
        }
    }

    func write(to text: inout PrometheusText, name: String, labels: String) {
        let (counts, sum) = observations.withLock { ($0.counts, $0.sum) }
        var cumulative: UInt64 = 0
        for (count, bound) in zip(counts, upperBounds + [.infinity]) {
            cumulative += count
            let bucketLabels = (labels.isEmpty ? "" : labels + ",") + "le=\"\(PrometheusText.number(bound))\""
            text.sample(name + "_bucket", bucketLabels, Double(cumulative))
        }
        text.sample(name + "_sum", labels, sum)
        text.sample(name + "_count", labels, Double(cumulative))
    }
}

/// A number that many threads change without a lock.
struct AtomicDouble: ~Copyable, Sendable {
    private let bits = Atomic<UInt64>(0)

    var current: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) {
        bits.store(value.bitPattern, ordering: .relaxed)
    }

    func add(_ amount: Double) {
        var expected = bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: expected) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(
                expected: expected, desired: sum, ordering: .relaxed)
            if exchanged { return }
            expected = original
        }
    }
}
