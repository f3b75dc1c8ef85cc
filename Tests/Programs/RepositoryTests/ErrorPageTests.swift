import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Ledger
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

    @Test("A code is on the page if, and only if, the program can send it")
    func sent() throws {
        // Answers are compared with the declarations of operations, so these are the codes that are sent.
        let declared = Set(Operations.all.flatMap(\.errorCodes) + [.noSuchOperation, .methodNotAllowed])
        #expect(declared == Set(ErrorCode.cardService))
        let folder = Golden.repository.appending(path: "Sources")
        let code = try ["Issuer", "Sandbox"].flatMap { part in
            try #require(FileManager.default.subpaths(atPath: folder.appending(path: part).path))
                .filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: folder.appending(path: "\(part)/\($0)"), encoding: .utf8) }
        }
        let lists = code.filter { $0.contains("static let cardService: [") || $0.contains("static let sandbox = card") }
        let names = lists
            .flatMap { $0.matches(of: /static let (\w+) = ErrorCode\(\n/).map { String($0.output.1) } }
        #expect(names.count == ErrorCode.sandbox.count)
        let words = code.flatMap { $0.utf8.split { !($0.isASCIILetter) } }
        let uses = words.reduce(into: [String: Int]()) { $0[String(decoding: $1, as: UTF8.self), default: 0] += 1 }
        // A code is declared and listed, so only a third use sends it.
        for name in names { #expect(uses[name, default: 0] >= 3, "\(name) is listed, and nothing sends it") }
    }

    @Test("FIDELITY.md and the page agree on the codes")
    func fidelity() throws {
        let pages = try SourceFile.all(in: ["docs/gateways"], anyText: true).map(\.path) + ["docs/FIDELITY.md"]
        #expect(pages.count > 4)
        let text = try pages
            .map { try String(contentsOf: Golden.repository.appending(path: $0), encoding: .utf8) }.joined()
        let row = try #require(text.firstMatch(of: /knows ([^|;]*), but the service never sends them/))
        let unsent = row.output.1.matches(of: /`(\d{4})`/).map { String($0.output.1) }
        #expect(unsent == ErrorCode.neverSent.map(\.code.rawValue))
        let known = Set(ErrorCode.sandbox.map(\.rawValue) + Movement.Failure.allCases.map(\.rawValue))
        let named = text.matches(of: /`(DW-[A-Z-]+)`/).map { String($0.output.1) }
        #expect(named.filter { !known.contains($0) } == [])
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
            \(neverSent)

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

    private static var neverSent: String {
        let codes = ErrorCode.neverSent.map { "`\($0.code.rawValue)` (here `\($0.instead.rawValue)`)" }
        return "Paysafe documents these too, but the service never sends them: \(codes.joined(separator: ", "))."
    }

    private static let snapshots: [SnapshotRefusal] = [.notFound(.base), .exists(.base), .limitExceeded]
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}

extension SnapshotName {
    fileprivate static let base: SnapshotName = {
        guard let name = SnapshotName(rawValue: "base") else { preconditionFailure("It is plain.") }
        return name
    }()
}
