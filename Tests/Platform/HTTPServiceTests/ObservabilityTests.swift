import Foundation
import HTTPService
import Logging
import Metrics
import Synchronization
import Testing

struct JSONLogHandlerTests {
    @Test("A log entry is one line: its own members, then the newest metadata in alphabetical order")
    func line() {
        let lines = Lines()
        var logger = lines.logger(at: Date(timeIntervalSince1970: 1_795_250_734.0625))
        logger[metadataKey: "requestId"] = "from the logger"
        logger[metadataKey: "card"] = "c1"
        logger.info("created", metadata: ["requestId": "r1", "status": .stringConvertible(201)])
        #expect(
            lines.text == """
                {"timestamp":"2026-11-21T08:45:34.062Z","level":"info","label":"test","message":"created",\
                "card":"c1","requestId":"r1","status":201}

                """)
    }

    @Test("A message or a name cannot end its line or its string")
    func escaping() {
        let lines = Lines()
        lines.logger().error("a\"b\\c\nd\u{1}é", metadata: ["x\"\n": "y\r\n", "level": "mine"])
        #expect(
            lines.text == #"{"timestamp":"1970-01-01T00:00:00.000Z","level":"error","label":"test","#
                + #""message":"a\"b\\c\nd\u0001é","level_":"mine","x\"\n":"y\r\n"}"# + "\n")
    }

    @Test("Nested metadata keep their shape")
    func nested() {
        let lines = Lines()
        lines.logger().info(
            "m",
            metadata: [
                "list": ["a", ["b": "c"]], "map": ["z": .stringConvertible(true), "a": .stringConvertible(-1)],
            ])
        #expect(lines.text.hasSuffix(#""list":["a",{"b":"c"}],"map":{"a":-1,"z":true}}"# + "\n"))
    }

    @Test("A long text is cut between two characters")
    func cut() throws {
        let lines = Lines()
        lines.logger().info("\(String(repeating: "ä", count: 1 << 20))", metadata: ["a": "b"])
        let entry = try JSONDecoder().decode([String: String].self, from: Data(lines.text.utf8))
        #expect(entry["message"] == String(repeating: "ä", count: JSONLogHandler.longestText / 2) + "…")
        #expect(entry["a"] == "b")
    }

    @Test("An entry below the level is not written")
    func level() {
        let lines = Lines()
        lines.logger().debug("unheard")
        #expect(lines.text.isEmpty)
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[[UInt8]]>([])

        /// The lines as they were written, each by one call.
        var text: String {
            lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined()
        }

        func logger(at date: Date = Date(timeIntervalSince1970: 0)) -> Logger {
            Logger(label: "test") { label in
                JSONLogHandler(label: label, now: { date }) { line in self.lines.withLock { $0.append(line) } }
            }
        }
    }
}

struct PrometheusRegistryTests {
    @Test("Counters, meters and gauges are in the text format, sorted by name and labels")
    func page() {
        let registry = PrometheusRegistry(help: ["http.requests": "Requests\nanswered \\ counted."])
        let requests = Counter(label: "http.requests", dimensions: [("status", "200")], factory: registry)
        requests.increment(by: 3)
        Counter(label: "http.requests", dimensions: [("status", "404")], factory: registry).increment()
        let active = Meter(label: "active", factory: registry)
        active.increment(by: 5)
        active.decrement(by: 2)
        Gauge(label: "depth", factory: registry).record(2.5)
        FloatingPointCounter(label: "spent_total", factory: registry).increment(by: 0.25)
        #expect(
            registry.render() == #"""
                # TYPE active gauge
                active 3
                # TYPE depth gauge
                depth 2.5
                # HELP http_requests_total Requests\nanswered \\ counted.
                # TYPE http_requests_total counter
                http_requests_total{status="200"} 3
                http_requests_total{status="404"} 1
                # TYPE spent_total counter
                spent_total 0.25

                """#)
    }

    @Test("A timer is a histogram in seconds, and a bucket includes its upper bound")
    func timer() {
        let registry = PrometheusRegistry()
        let timer = Timer(label: "query", dimensions: [("name", "q")], factory: registry)
        for nanoseconds: Int64 in [400_000, 1_000_000, 1_000_001, 11_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        let lines = registry.render().split(separator: "\n")
        #expect(lines.contains("# TYPE query_seconds histogram"))
        for line in [
            #"query_seconds_bucket{name="q",le="0.0005"} 1"#, #"query_seconds_bucket{name="q",le="0.001"} 2"#,
            #"query_seconds_bucket{name="q",le="0.0025"} 3"#, #"query_seconds_bucket{name="q",le="10"} 3"#,
            #"query_seconds_bucket{name="q",le="+Inf"} 4"#, #"query_seconds_sum{name="q"} 11.002400001"#,
            #"query_seconds_count{name="q"} 4"#,
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test("A recorder is a histogram of amounts, and ignores NaN")
    func recorder() {
        let registry = PrometheusRegistry()
        let recorder = Recorder(label: "rows", factory: registry)
        recorder.record(7)
        recorder.record(Double.nan)
        let page = registry.render()
        #expect(page.contains("rows_bucket{le=\"5\"} 0\nrows_bucket{le=\"10\"} 1\n"))
        #expect(page.hasSuffix("rows_sum 7\nrows_count 1\n"))
    }

    @Test("Names hold only what Prometheus allows, and the order of labels does not matter")
    func names() {
        let registry = PrometheusRegistry()
        func counter(_ dimensions: [(String, String)]) -> Counter {
            Counter(label: "2.über:x", dimensions: dimensions, factory: registry)
        }
        counter([("b-b", "\"\\\n"), ("le", "é"), ("b.b", "ignored")]).increment()
        counter([("le", "é"), ("b-b", "\"\\\n")]).increment()
        #expect(registry.render().hasSuffix("_2___ber:x_total{b_b=\"\\\"\\\\\\n\",le_=\"é\"} 2\n"))
    }

    @Test("Beyond the limit, new series add up in one series and new families are dropped")
    func cardinality() {
        let registry = PrometheusRegistry(seriesLimit: 2, familyLimit: 2)
        for path in ["/a", "/b", "/c", "/d", "/a"] {
            Counter(label: "hits", dimensions: [("path", path)], factory: registry).increment()
        }
        Counter(label: "second", factory: registry).increment()
        Counter(label: "third", factory: registry).increment()
        let samples = registry.render().split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            samples == [
                #"hits_total{path="/a"} 2"#, #"hits_total{path="/b"} 1"#, #"hits_total{path="other"} 2"#,
                "second_total 1",
            ])
    }

    @Test("One name cannot be two kinds of metric")
    func conflict() {
        let registry = PrometheusRegistry()
        Counter(label: "x_total", factory: registry).increment()
        Gauge(label: "x_total", factory: registry).record(7)
        Counter(label: "x_total", factory: registry).increment(by: -1)
        #expect(registry.render() == "# TYPE x_total counter\nx_total 1\n")
    }

    @Test("No increment is lost among many tasks")
    func concurrency() async {
        let registry = PrometheusRegistry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        Counter(label: "n", factory: registry).increment()
                        Meter(label: "m", factory: registry).increment(by: 0.5)
                        Timer(label: "t", factory: registry).recordNanoseconds(1)
                    }
                }
            }
        }
        let page = registry.render()
        for line in ["n_total 8000\n", "m 4000\n", "t_seconds_count 8000\n"] { #expect(page.contains(line)) }
    }
}
