import Testing
import TestSupport

/// A busy machine makes answers slow, but must not make a test fail. So the limits of tools are for what hangs.
@Suite("Third-party tools of the tests wait minutes for an answer")
struct ToolPatienceTests {
    private static func files(ending: String) throws -> [SourceFile] {
        try SourceFile.all(in: ["Tests/Python"], anyText: true).filter { $0.path.hasSuffix(ending) }
    }

    @Test("All settings of Schemathesis raise its limits, which are 10 seconds")
    func schemathesis() throws {
        let settings = try Self.files(ending: ".toml")
        #expect(!settings.isEmpty)
        for file in settings {
            // A setting after the head of a table would belong to that table.
            let lines = file.lines.map(\.text).prefix { !$0.hasPrefix("[") }
            for limit in ["request-timeout = 300", "wait-for-schema = 300"] {
                #expect(lines.contains { $0 == limit }, "\(file.path) has no \(limit)")
            }
        }
    }

    @Test("All scripts with Pact's verifier raise its limit, which is 5 seconds")
    func pact() throws {
        let scripts = try Self.files(ending: ".py").filter { $0.text.contains("Verifier(") }
        #expect(!scripts.isEmpty)
        for file in scripts {
            #expect(file.text.contains(".set_request_timeout(PATIENCE_MILLISECONDS)"), "\(file.path)")
        }
    }
}
