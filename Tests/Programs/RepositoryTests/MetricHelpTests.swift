import Hosting
import HTTPService
import Testing
import TestSupport

@Suite("The explanations of metrics")
struct MetricHelpTests {
    @Test("Every metric in the code has an explanation of its own, and each explanation has its metric")
    func complete() throws {
        let making = /\b(?:Counter|FloatingPointCounter|Gauge|Meter|Recorder|Timer)\(\s*label: "([^"]*)"/
        let files = try SourceFile.all(in: ["Sources"]).filter { $0.text.contains("label: \"") }
        let made = Set(files.flatMap { $0.text.matches(of: making).map { String($0.output.1) } })
        #expect(made.contains("http_server_request_duration"))
        #expect(made == Set(ServiceMetrics.help.keys))
    }

    @Test("An explanation is a sentence that no other metric has, and not the name")
    func sentences() {
        for (label, help) in ServiceMetrics.help {
            #expect(help.hasSuffix(".") && help.contains(" ") && !help.contains(label), "\(label)")
        }
        #expect(Set(ServiceMetrics.help.values).count == ServiceMetrics.help.count)
    }

    @Test("The page shows the version of the program")
    func version() {
        let line = #"tessera_build_info{version="\#(Installation.version)"} 1"#
        #expect(ServiceMetrics.registry().render().contains("\n\(line)\n"))
    }
}
