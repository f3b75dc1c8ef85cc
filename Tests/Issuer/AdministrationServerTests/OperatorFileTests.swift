import CardSecrets
import Foundation
import Testing
import Validation

@testable import AdministrationServer

@Suite("The file of operators")
struct OperatorFileTests {
    private static let hash = String(repeating: "0a", count: 32)

    private static func failure(of text: String) -> OperatorFileFailure? {
        do throws(OperatorFileFailure) {
            _ = try Operators(contents: Array(text.utf8), of: "operators.json")
            return nil
        } catch {
            return error
        }
    }

    private static func entry(_ name: String, _ role: String = "viewer", hash: String = Self.hash) -> String {
        #"{"name": "\#(name)", "role": "\#(role)", "tokenHash": "\#(hash)"}"#
    }

    @Test("A token finds its operator, and only the whole token does")
    func tokens() throws {
        let token = OperatorToken.fresh(from: .seeded(7))
        let entry = OperatorToken.entry(of: "olga", .support, bearing: token)
        #expect(!entry.contains(token))
        let operators = try Operators(contents: Array(#"{"operators": [\#(entry)]}"#.utf8), of: "operators.json")
        #expect(operators.holder(of: token) == NamedOperator(name: "olga", role: .support))
        for other in ["", String(token.dropLast()), token + "A", OperatorToken.fresh(from: .seeded(8))] {
            #expect(operators.holder(of: other) == nil)
        }
    }

    @Test("Everything that is wrong is named by its place", arguments: [
        ("[]", "a JSON object"), (#"{"operators": []}"#, "operators must hold 1 to 200"),
        (#"{"operators": [{}]}"#, "operators[0].name is required"),
        (#"{"operators": [\#(entry("olga"))], "more": 1}"#, "more"),
        (#"{"operators": [\#(entry("olga", "boss"))]}"#, "operators[0].role must be one of"),
        (#"{"operators": [\#(entry("olga", hash: "0a"))]}"#, "operators[0].tokenHash must be 64"),
        (#"{"operators": [\#(entry("ol ga"))]}"#, "operators[0].name must be 1 to 60"),
        (
            #"{"operators": [\#(entry("olga")), \#(entry("olga", hash: String(repeating: "0b", count: 32)))]}"#,
            "operators[1].name is the name of another"
        ),
        (#"{"operators": [\#(entry("olga")), \#(entry("ivan"))]}"#, "operators[1].tokenHash belongs to another"),
    ])
    func faults(text: String, complaint: String) throws {
        let failure = try #require(Self.failure(of: text))
        #expect(failure.description.contains(complaint), "\(failure)")
        #expect(!failure.description.contains(Self.hash))
    }

    @Test("A file that others can read is refused")
    func exposed() throws {
        let process = ProcessInfo.processInfo.processIdentifier
        let file = FileManager.default.temporaryDirectory.appending(path: "operators-\(process).json")
        try Data(#"{"operators": [\#(Self.entry("olga"))]}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for (mode, isAccepted) in [(0o644, false), (0o640, false), (0o600, true), (0o400, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            let isRead = (try? Operators(file: file.path)) != nil
            #expect(isRead == isAccepted, "\(String(mode, radix: 8))")
        }
    }
}
