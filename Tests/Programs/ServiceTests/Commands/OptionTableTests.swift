import Foundation
import Testing

/// The table of options in docs/OPTIONS.md, and the help of the programs.
@Suite("The table of options", .timeLimit(.minutes(5)))
struct OptionTableTests {
    private struct Option: Hashable {
        let name: String
        let usual: String
    }

    private static func options(of program: Program) async throws -> Set<Option> {
        let options = try #require(try await ProgramHelp.of(program).options(of: "serve"))
        return Set(options.map { Option(name: $0.key, usual: $0.value.usual) })
    }

    private static func page() throws -> String { try Document.text(of: "docs/OPTIONS.md") }

    @Test("The table has every option of serve of both programs, with its variable and its default, and no other")
    func table() async throws {
        let rows = try Self.page().matches(of: /(?m)^\| `(--[^`]+)` \| `([^`]+)` \| `?([^ `;:]+)/).map(\.output)
        let listed = rows.map { Option(name: String($0.1), usual: String($0.3)) }
        let known = try await Self.options(of: .tessera).union(Self.options(of: .core))
        #expect(Set(listed).symmetricDifference(known) == [])
        #expect(listed.count == known.count)
        for row in rows {
            #expect(row.2 == "TESSERA_" + row.1.dropFirst(2).uppercased().replacing("-", with: "_"))
        }
    }

    @Test("tessera-core has the same options, except those that the page names")
    func core() async throws {
        let (all, core) = (try await Self.options(of: .tessera), try await Self.options(of: .core))
        for (beginning, expected) in [
            ("It does not have", all.subtracting(core)), ("Only it has", core.subtracting(all)),
        ] {
            let sentence = try #require(try Self.page().firstMatch(of: Regex("\(beginning) ([^.]*)\\.")))
            let text = try #require(sentence.output[1].substring)
            let named = text.matches(of: /`(--[a-z0-9-]+)`/).map { String($0.output.1) }
            #expect(Set(named) == Set(expected.map(\.name)), "\(beginning)")
        }
    }
}
