import Foundation
import HTTPService
import Testing
import TestSupport

/// The dashboard for Grafana in docs/grafana, and the metrics in the code.
@Suite("The dashboard")
struct DashboardTests {
    private struct Dashboard: Decodable {
        struct Panel: Decodable {
            struct Target: Decodable { let expr: String }

            let id: Int
            let title: String
            let targets: [Target]?
        }

        let panels: [Panel]

        init() throws {
            let file = Golden.repository.appending(path: "docs/grafana/tessera.json")
            self = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: file))
        }
    }

    @Test("It asks for every metric of the program, and for no other")
    func names() throws {
        let asked = try Dashboard().panels.flatMap { $0.targets ?? [] }.flatMap { Self.names(in: $0.expr) }
        let shown = try Self.shownNames()
        #expect(asked.count > 20 && shown.count > 10)
        for name in Set(asked) { #expect(shown.values.contains { $0.contains(name) }, "\(name) is no metric.") }
        for (label, names) in shown { #expect(!names.isDisjoint(with: asked), "No panel shows \(label).") }
    }

    @Test("Each panel has an id and a title of its own")
    func panels() throws {
        let panels = try Dashboard().panels
        #expect(Set(panels.map(\.id)).count == panels.count)
        #expect(Set(panels.map(\.title)).count == panels.count)
    }

    @Test("The names in an expression are found without its functions, labels, texts and ranges", arguments: [
        ("a_total", ["a_total"]),
        (#"sum by (lane) (rate(a_total{job=~"b_total", x!="}"}[$__rate_interval]))"#, ["a_total"]),
        ("topk(10, a_sum / on (lane) group_left () b_count) > 0 or c offset 5m", ["a_sum", "b_count", "c"]),
    ])
    func expressions(expression: String, names: [String]) {
        #expect(Self.names(in: expression) == names)
    }

    /// The names of metrics in an expression of PromQL.
    private static func names(in expression: String) -> [String] {
        let bare = expression.replacing(/"(\\.|[^"\\])*"/, with: "")
            .replacing(/\{[^}]*\}|\[[^\]]*\]/, with: "")
            .replacing(/\b(by|without|on|ignoring|group_left|group_right) *\([^)]*\)/, with: "")
            .replacing(/\boffset +\w+/, with: "")
        return bare.matches(of: /\b([a-z_:][\w:]*)\b(?! *\()/).map { String($0.output.1) }
            .filter { !["and", "or", "unless", "bool"].contains($0) }
    }

    /// By the label of each metric in the code, the names under which the page of metrics shows it.
    private static func shownNames() throws -> [String: Set<String>] {
        let making = /\b(Counter|FloatingPointCounter|Gauge|Meter|Recorder|Timer)\(\s*label: "([^"]*)"/
        let found = try SourceFile.all(in: ["Sources"]).flatMap { $0.text.matches(of: making).map(\.output) }
        return Dictionary(
            found.map { _, kind, label in
                let (registry, label) = (PrometheusRegistry(), String(label))
                switch kind {
                case "Timer": _ = registry.makeTimer(label: label, dimensions: [])
                case "Gauge": _ = registry.makeRecorder(label: label, dimensions: [], aggregate: false)
                case "Recorder": _ = registry.makeRecorder(label: label, dimensions: [], aggregate: true)
                case "Meter": _ = registry.makeMeter(label: label, dimensions: [])
                default: _ = registry.makeCounter(label: label, dimensions: [])
                }
                let samples = registry.render().matches(of: /(?m)^(\w+)[{ ]/).map { String($0.output.1) }
                return (label, Set(samples))
            },
            uniquingKeysWith: { $0.union($1) })
    }
}
