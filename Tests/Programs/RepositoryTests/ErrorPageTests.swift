import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPTypes
import Sandbox
import Testing
import TestSupport
import Validation

@testable import SandboxServer

@Suite("The page of errors")
struct ErrorPageTests {
    @Test("docs/ERRORS.md is generated from the codes and the refusals")
    func page() throws {
        try expectGolden(Self.text, "ERRORS.md", in: "docs")
    }

    @Test("Every refusal is on the page once")
    func refusals() throws {
        let folder = Golden.repository.appending(path: "Sources/Issuer/Cards/Refusals")
        let files = try #require(FileManager.default.subpaths(atPath: folder.path))
        let declared = try files.filter { $0.hasSuffix("Refusal.swift") }.flatMap { file in
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let noun = try #require(source.firstMatch(of: /public enum (\w+)/)).output.1
            return source.matches(of: /\n    case (\w+)(\((\w+Refusal)\))?/).filter { $0.output.2 == nil }.map {
                "\(noun).\($0.output.1)"
            }
        }
        let shown = try Refusal.examples.map { refusal in
            let names = "Refusal.\(refusal)".matches(of: /(\w*Refusal)\.(\w+)/)
            let name = try #require(names.last).output
            return "\(name.1).\(name.2)"
        }
        #expect(!declared.isEmpty && shown.sorted() == declared.sorted())
    }

    private static var text: String {
        let codes = ErrorCode.sandbox.map { code in
            "| `\(code.rawValue)` | \(code.status.code) | \(code.meaning) | \(code.remedy) "
                + "| \(code.origin.rawValue) |\n"
        }
        let problems = Refusal.examples.map { Problem($0) } + snapshots.map { Problem($0) }
            + PhoneRefusal.examples.map { Problem($0) }
        let sentences = problems.map { problem in
            "| `\(problem.code.rawValue)` | \(problem.status.code) | \(problem.message) |\n"
        }
        return """
            # Errors

            This page is generated from the program: run the tests with `RECORD=1` to write it again.

            Every error of the Card service has the same shape: `{"error": {"code", "message", "details", \
            "fieldErrors"}}`. All four members are always present. `fieldErrors` names every invalid field; the name \
            of a nested field has dots, such as `expiry.month`. The header `X-Request-Id` of the response finds the \
            request in the log. The token operation returns OAuth errors (RFC 6749, section 5.2), and the sandbox \
            returns problem details (RFC 9457).

            ## Codes

            | code | status | what happened | what to do | origin |
            | --- | --- | --- | --- | --- |
            \(codes.joined())
            *documented*: Paysafe's public documentation names the code. *decided*: Tessera chose the code, in the \
            same style, because nothing public says what the response is.

            ## What the rules refuse

            Names and numbers in the messages are examples. If two refusals apply, the response is the one that the \
            service finds first.

            | code | status | message |
            | --- | --- | --- |
            \(sentences.joined())
            """
    }

    private static let snapshots: [SnapshotRefusal] = [.notFound(.base), .exists(.base), .limitExceeded]
}

extension SnapshotName {
    fileprivate static let base: SnapshotName = {
        guard let name = SnapshotName(rawValue: "base") else { preconditionFailure("It is plain.") }
        return name
    }()
}
