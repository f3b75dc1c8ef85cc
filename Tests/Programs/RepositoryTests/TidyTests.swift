import Foundation
import Testing
import TestSupport

@Suite("The source is tidy")
struct TidyTests {
    /// A pattern that must not occur, its exceptions, and what to write instead.
    private struct Ban: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        var folders = ["Sources", "Tests"]
        var except: [String] = []
        /// True if the ban is for all files, such as SQL, and not only for Swift.
        var inAnyText = false
        let instead: String
        var testDescription: String { name }
    }

    /// These files store rows as JSON for snapshots, under the names of the columns.
    private static let storedAsJSON = [
        "Sources/Sandbox/Sandbox/sandbox.sql", "Sources/Sandbox/Sandbox/SandboxSchema.swift",
    ]

    private static let bans: [Ban] = [
        Ban(name: "try!", pattern: #"\btry!"#, instead: "try, and let the caller know"),
        Ban(name: "as!", pattern: #"\bas!"#, instead: "as?, and say what it is if it is not that"),
        Ban(
            name: "print", pattern: #"(?<![\w.])print\("#, except: ["Sources/Programs/", "Tests/Generated/"],
            instead: "a logger; only the program speaks to its user"),
        Ban(
            name: "Date()", pattern: #"\bDate(\(\)|\.now\b)"#, except: ["Sources/Programs/"],
            instead: "ServiceClock, or IssuingFixture.now in a test"),
        Ban(
            name: "UUID()", pattern: #"\bUUID\(\)"#, except: ["Sources/Programs/"],
            instead: "Entropy.uuid()"),
        Ban(
            name: "system randomness",
            pattern: #"\bSystemRandomNumberGenerator\b|\.random\(|\.randomElement\(|\.shuffled\("#,
            except: [
                "Sources/Programs/", "Sources/Wallets/CardSecrets/Keys/Entropy.swift",
                "Sources/Issuer/CardClient/Surroundings.swift",
            ],
            instead: "Entropy"),
        Ban(
            name: "@unchecked Sendable", pattern: #"@unchecked Sendable"#,
            except: ["Sources/Platform/Postgres/Session/"],
            instead: "a Mutex around plain values"),
        Ban(
            name: "a body that SQL writes",
            pattern: #"\b(jsonb?_(build_object|build_array|agg|object_agg)|row_to_json|to_json)\("#,
            folders: ["Sources"], except: Self.storedAsJSON, inAnyText: true,
            instead: "a body of CardAPI, which Swift writes; only rows that are stored as JSON are written in SQL"),
        Ban(
            name: "a list that begins with the newest and leaves the order of one moment to chance",
            pattern: #"_at DESC(?!, (\w+\.)?insertion DESC)"#, folders: ["Sources"],
            except: ["Sources/Issuer/Issuing/Statements/AuthenticationStatements.swift"],
            instead: "…_at DESC, insertion DESC, as its index does"),
        Ban(
            name: "a list that begins with the oldest and leaves the order of one moment to chance",
            pattern: #"(made|created|queued)_at, (\w+\.)?\w+_id"#, folders: ["Sources"],
            except: ["Sources/Merchants/CardPointe/Store/ProfileStatements.swift"],
            instead: "…_at, insertion, as its index does"),
        Ban(
            name: "reading a column without its name",
            pattern: #"(\brow\.|\btry )(optional)?(?i:text|bigint|integer|boolean|bytes|uuid|timestamp"#
                + #"|(text|uuid|bigint)Array|(customer|account|hold)?id|holder)\((\)|as:|in:)|\bisNull\b(?!\()"#,
            folders: ["Sources"],
            except: ["Sources/Platform/Postgres/Row"],
            instead: #"row.text("program_name")"#),
        Ban(
            name: "unfinished work", pattern: #"\b(TODO|FIXME|XXX)\b:?(\s|$)"#,
            instead: "an issue, or the work itself"),
        Ban(
            name: "sleeping in a test", pattern: #"\bTask\.sleep\b|\busleep\(|\bsleep\("#, folders: ["Tests"],
            instead: "waiting for what the sleep was for"),
        Ban(
            name: "a client of tests that waits 10 seconds for a connection",
            pattern: #"\bwalletDefault\b|\bHTTPClient\.Configuration\("#, folders: ["Tests"],
            except: ["Tests/Programs/ServiceTests/Running/PatientClient.swift"],
            instead: "HTTPClient.patient, because a busy machine must not make a test fail"),
    ]

    @Test("No source file uses a banned construct", arguments: bans)
    private func findsNone(_ ban: Ban) throws {
        let pattern = try TextPattern(ban.pattern)
        for file in try SourceFile.all(in: ban.folders, anyText: ban.inAnyText)
        where !ban.except.contains(where: file.path.hasPrefix) {
            for (number, _) in file.code(matching: pattern) {
                Issue.record("\(file.path):\(number): \(ban.name) is banned; use \(ban.instead).")
            }
        }
    }

    @Test("A line has at most 120 characters")
    func lines() throws {
        for file in try SourceFile.all(in: ["Sources", "Tests"]) {
            for (number, line) in file.lines where line.count > 120 {
                Issue.record("\(file.path):\(number) is \(line.count) characters long; 120 fit.")
            }
        }
    }

    @Test("A file has at most 400 lines, and a function at most 70")
    func sizes() throws {
        for file in try SourceFile.all(in: ["Sources", "Tests"]) {
            #expect(file.lines.count <= 400, "\(file.path) is \(file.lines.count) lines long.")
            for function in try file.functions() where function.length > 70 {
                Issue.record("\(file.path):\(function.line): this function is \(function.length) lines long; 70 fit.")
            }
        }
    }

    @Test("No two test files have the same name")
    func names() throws {
        let files = Dictionary(grouping: try SourceFile.all(in: ["Tests"]).map(\.path)) { path in
            path.split(separator: "/").last
        }
        for (name, paths) in files where paths.count > 1 {
            Issue.record("\(name ?? "") is the name of \(paths.joined(separator: " and ")). Name each after its rule.")
        }
    }

    @Test("A page that everybody reads first is short", arguments: [
        ("README.md", 250), ("docs/ARCHITECTURE.md", 280),
    ])
    func pages(_ path: String, limit: Int) throws {
        let page = try String(contentsOf: Golden.repository.appending(path: path), encoding: .utf8)
        let lines = page.count { $0 == "\n" }
        #expect(lines <= limit, "\(path) has \(lines) lines, and at most \(limit) are allowed. Move a part to a page.")
    }

    @Test("No file names a path of the machine it was written on")
    func places() throws {
        let needles = ["../" + "shared", "/" + "work/", "/" + "root/", "/" + "home/"]
        let pattern = try TextPattern(needles.map(NSRegularExpression.escapedPattern).joined(separator: "|"))
        for file in try SourceFile.all(in: ["Sources", "Tests", "docs", "Benchmarks", ""], anyText: true) {
            for (number, line) in file.lines(matching: pattern) {
                Issue.record("\(file.path):\(number) names a place that is on no other machine: \(line)")
            }
        }
    }

    @Test("The lengths of functions are measured correctly")
    func measure() throws {
        let body = (1...71).map { "        step(\($0))" }.joined(separator: "\n")
        let text = "struct A {\n    func long() {\n\(body)\n    }\n\n    func short() {\n        step(1)\n    }\n}"
        let functions = try SourceFile(path: "A.swift", text: text).functions()
        #expect(functions.map(\.line) == [2, 76] && functions.map(\.length) == [73, 3])
    }
}
