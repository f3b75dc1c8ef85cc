import Testing
import TestSupport

/// A reader of a name knows which type it is, and in which file.
@Suite("A type is found by its name")
struct TypeNameTests {
    /// Names that two targets may share, each with the reason.
    private static let shared = [
        "Name": "GraphQL's grammar has this word for its names; the other is the name of any one thing.",
        "Serve": "Each of the two programs has the command `serve`.",
    ]

    @Test("No two targets declare a type of the same name, with at most five exceptions")
    func names() throws {
        let declaration = try TextPattern(
            #"^(@\w+(\([^)]*\))? )*((public|package|internal|final|indirect|open|nonisolated) )*"#
                + #"(struct|class|enum|actor|protocol|typealias) \w+"#)
        var targets: [String: Set<String>] = [:]
        for file in try SourceFile.all(in: ["Sources"]) {
            let target = file.path.split(separator: "/").prefix(3).joined(separator: "/")
            for (_, line) in file.lines(matching: declaration) {
                let found = try #require(line.firstMatch(of: /(?:struct|class|enum|actor|protocol|typealias) (\w+)/))
                targets[String(found.1), default: []].insert(target)
            }
        }
        #expect(targets.count > 1000)
        let twice = targets.filter { $0.value.count > 1 }
        for (name, targets) in twice where Self.shared[name] == nil {
            Issue.record("\(name) is a type in \(targets.sorted().joined(separator: " and ")).")
        }
        for name in Self.shared.keys where twice[name] == nil {
            Issue.record("\(name) needs no exception.")
        }
        #expect(Self.shared.count <= 5)
    }

    @Test("A public failure is in a file of its name, and a refusal in its own file or its failure's")
    func failures() throws {
        let declaration = try TextPattern(
            #"^((public|package|final|indirect) )+(struct|class|enum|typealias) \w+(Failure|Refusal|Error)\b"#)
        for file in try SourceFile.all(in: ["Sources"]) {
            for (number, line) in file.lines(matching: declaration) {
                let name = String(try #require(line.firstMatch(of: /\w+(?:Failure|Refusal|Error)\b/)).0)
                let files = [name + ".swift", name.replacing(/Refusal$/, with: "Failure") + ".swift"]
                if !files.contains(where: { file.path.hasSuffix("/" + $0) }) {
                    Issue.record("\(file.path):\(number) declares \(name), which belongs in \(files[0]).")
                }
            }
        }
    }

    @Test("The type of an id, a number or a name is in a file of its name")
    func identifiers() throws {
        let declaration = try TextPattern(#"^((public|package) )?typealias \w+ = (ID|Number|Name)<"#)
        var found = 0
        for file in try SourceFile.all(in: ["Sources"]) {
            for (number, line) in file.lines(matching: declaration) {
                found += 1
                let name = String(try #require(line.firstMatch(of: /typealias (\w+)/)).1)
                if !file.path.hasSuffix("/\(name).swift") {
                    Issue.record("\(file.path):\(number) declares \(name), which belongs in \(name).swift.")
                }
            }
        }
        #expect(found > 30)
    }
}
