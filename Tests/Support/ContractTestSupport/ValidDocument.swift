import Foundation
import HTTPContract
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Expects that a document is valid OpenAPI 3.1, that its examples match its schemas, and that linters accept it.
package func expectValid(_ document: OpenAPIDocument) async throws {
    let python = Golden.repository.appending(path: ".build/python/bin/python").path
    let script = Golden.repository.appending(path: "Tests/Python/check_openapi.py").path
    let outcome = try await Subprocess.run(
        .path(FilePath(python)), arguments: [script], input: .string(document.json.jsonText),
        output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    #expect(outcome.terminationStatus.isSuccess, "make test installs what is needed: \(outcome.standardError)")
    #expect(outcome.standardOutput.wholeMatch(of: /[0-9]{2,} examples\n/) != nil, "\(outcome.standardOutput)")
}

/// Expects that a bank statement follows the schema of camt.053.001.08, and has this many entries.
package func expectValidCAMT(_ text: String, entries: Int) async throws {
    let python = Golden.repository.appending(path: ".build/python/bin/python").path
    let script = Golden.repository.appending(path: "Tests/Python/check_camt.py").path
    let outcome = try await Subprocess.run(
        .path(FilePath(python)), arguments: [script], input: .string(text), output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20))
    #expect(outcome.terminationStatus.isSuccess, "make test installs what is needed: \(outcome.standardError)")
    #expect(outcome.standardOutput == "\(entries) entries\n", "\(text)")
}
