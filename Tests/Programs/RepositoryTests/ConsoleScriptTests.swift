import Foundation
import Subprocess
import Testing
import TestSupport

/// The console's modules are sent as they are written, so no build step finds a mistake in them.
@Suite("The console's JavaScript")
struct ConsoleScriptTests {
    private static let settings = "\(Golden.repository.path)/Tests/Scripts/console/types/tsconfig.json"

    @Test("TypeScript's compiler reads every module, and finds no error")
    func types() async throws {
        let (isSuccess, report) = try await Self.compile(Self.settings, "--listFiles")
        let lines = report.split(separator: "\n").filter { !$0.contains("/typescript/lib/") }
        let pages = "/Sources/Console/Console/Pages/"
        let read = lines.filter { $0.hasPrefix("/") && $0.contains(pages) }
        let written = try Self.scripts(in: ["Sources/Console"])
        #expect(isSuccess, "\(lines.filter { !$0.hasPrefix("/") }.joined(separator: "\n"))")
        #expect(!written.isEmpty && read.count == written.count)
    }

    @Test("The types of answers are those of the recorded OpenAPI documents")
    func bodies() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-bodies-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let types = Golden.repository.appending(path: "Tests/Scripts/console/types")
        let outcome = try await run(
            .name("node"), arguments: [types.appending(path: "bodies.mjs").path, folder.path],
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        #expect(outcome.terminationStatus.isSuccess, "\(outcome.standardError)")
        for name in ["cardService.d.ts", "sandbox.d.ts"] {
            let made = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let kept = try String(contentsOf: types.appending(path: name), encoding: .utf8)
            #expect(made == kept, "\(name) is not what bodies.mjs makes. The README says how to make it again.")
        }
    }

    @Test("The type check finds a member that no answer has, and a path that is no operation's")
    func answers() async throws {
        let script = """
            import { sandbox, send } from "\(Golden.repository.path)/Sources/Console/Console/Pages/api.js";

            /** @param {string} id */
            export async function read(id) {
                const { body } = await send(sandbox("GET", `/cards/${id}/history`));
                const { body: other } = await send(sandbox("GET", `/cards/${id}/hystory`));
                return [body.history, body.histories, other.history];
            }
            """
        let (isSuccess, report) = try await Self.compile(planted: script, named: "answers")
        let errors = report.split(separator: "\n").filter { $0.contains("/planted.js(") || $0.hasPrefix("planted.js(") }
        #expect(!isSuccess && errors.count == 2, "\(report)")
        #expect(errors.contains { $0.contains("(7,") && $0.contains("'histories'") })
    }

    @Test("The type check finds an untyped parameter, an unknown method, a value that may be null, and a wrong type")
    func planted() async throws {
        let script = """
            /** @param {string} one */
            export function shout(one) {
                return one.toLouderCase() + one.at(0).length + shout(1);
            }

            export const whisper = (one) => one;
            """
        let (isSuccess, report) = try await Self.compile(planted: script, named: "mistakes")
        #expect(!isSuccess)
        for code in ["TS2551", "TS2532", "TS2345", "TS7006"] { #expect(report.contains(code), "\(report)") }
    }

    @Test("The unit tests of the pure parts succeed in node's own runner")
    func units() async throws {
        let outcome = try await run(
            .name("node"), arguments: ["--test", "\(Golden.repository.path)/Tests/Scripts/console/units"],
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        let report: String = outcome.standardOutput + outcome.standardError
        #expect(outcome.terminationStatus.isSuccess, "\(report)")
        #expect(report.contains("\n# skipped 0\n") && !report.contains("\n# pass 0\n"), "\(report)")
    }

    @Test("A file has at most 400 lines, a function at most 70, and a line at most 120 characters")
    func sizes() throws {
        for file in try Self.scripts(in: ["Sources", "Tests"]) {
            #expect(file.lines.count <= 400, "\(file.path) is \(file.lines.count) lines long.")
            for (number, line) in file.lines where line.count > 120 {
                Issue.record("\(file.path):\(number) is \(line.count) characters long; 120 fit.")
            }
            for function in try Self.functions(of: file) where function.length > 70 {
                Issue.record("\(file.path):\(function.line): this function is \(function.length) lines long; 70 fit.")
            }
        }
    }

    @Test("The lengths of functions, methods and closures are measured correctly")
    func measure() throws {
        let text = """
            export async function* first(a) {
                if (a) {
                    b();
                }
            }
            class Second {
                static get #third() { return 1; }
                async #fourth({ a }, b = 1) {
                    on("a", {}, () => {
                        b();
                    }, a);
                }
            }
            """
        let functions = try Self.functions(of: SourceFile(path: "a.js", text: text))
        #expect(functions.map(\.line) == [1, 8, 9] && functions.map(\.length) == [5, 5, 3])
    }

    /// The first line of each function, and its length up to the closing brace with the same indentation.
    private static func functions(of file: SourceFile) throws -> [(line: Int, length: Int)] {
        let start = try TextPattern(
            #"^ *(export )?(default )?(async )?function\b|^ *(static )?(async )?([gs]et )?\*?#?\w+\(.*\) \{$|=> \{$"#)
        return file.lines(matching: start).compactMap { number, text in
            let end = text.prefix { $0 == " " } + "}"
            guard !text.hasSuffix("}"), let last = file.lines[number...].first(where: { $0.text.hasPrefix(end) })
            else { return nil }
            return (number, last.number - number + 1)
        }
    }

    private static func scripts(in folders: [String]) throws -> [SourceFile] {
        try SourceFile.all(in: folders, anyText: true).filter { file in
            [".js", ".mjs", ".ts"].contains(where: file.path.hasSuffix)
        }
    }

    /// Compiles a script as if it were one of the console's.
    private static func compile(
        planted script: String, named name: String
    ) async throws -> (isSuccess: Bool, report: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-planted-\(name)-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(script.utf8).write(to: folder.appending(path: "planted.js"))
        let types = "\(Golden.repository.path)/Tests/Scripts/console/types/*.d.ts"
        try Data(#"{"extends": "\#(settings)", "include": ["planted.js", "\#(types)"]}"#.utf8)
            .write(to: folder.appending(path: "tsconfig.json"))
        return try await compile(folder.path)
    }

    /// Fails if there is no compiler, which `make check` installs.
    private static func compile(
        _ project: String, _ options: String...
    ) async throws -> (isSuccess: Bool, report: String) {
        let outcome = try await run(
            .name("tsc"), arguments: Arguments(["--project", project, "--pretty", "false"] + options),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        return (outcome.terminationStatus.isSuccess, outcome.standardOutput + outcome.standardError)
    }
}
