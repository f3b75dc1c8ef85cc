import Testing

@testable import GraphQL

@Suite("Documents")
struct DocumentTests {
    @Test("A document becomes operations and fragments with their places")
    func parses() throws {
        let document = try ExecutableDocument(
            parsing: """
                query Q($id: ID! = "1", $list: [Int!]!) @skip(if: false) {
                  a: book(id: $id) { ...F @include(if: true) ... on Book { name } ... { id } }
                }
                # A comment, and a comma,
                fragment F on Book { pages }
                mutation { add(name: "x") { id } }
                """)
        #expect(document.operations.map(\.kind) == [.query, .mutation])
        #expect(document.operations[0].variables.map { "\($0.type)" } == ["ID!", "[Int!]!"])
        #expect(document.fragments.map(\.location) == [SourceLocation(line: 5, column: 1)])
        guard case .field(let field) = document.operations[0].selections[0] else {
            Issue.record("The selection is no field.")
            return
        }
        #expect(field.responseName == "a" && field.name.text == "book" && field.selections.count == 3)
        #expect(field.location == SourceLocation(line: 2, column: 3))
    }

    @Test(
        "Values are read as they are written",
        arguments: [
            ("-12", "-12"), ("1.50e+3", "1.50e+3"), ("true", "true"), ("null", "null"), ("RED", "RED"),
            (#""a\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, #""a\"\\/\b\f\n\r\té😀""#), ("[1, [2]]", "[1, [2]]"),
            ("{b: 1, a: $v}", "{a: $v, b: 1}"), (#""""one""""#, #""one""#),
            ("\"\"\"\n    a\r\n      b\n\n    c\n  \"\"\"", #""a\n  b\n\nc""#), (#""""\""" é""""#, #""\"\"\" é""#),
        ])
    func values(_ written: String, _ read: String) throws {
        var reader = try TokenReader(written, limits: .standard)
        #expect(try reader.value(isConstant: false).graphQLText == read)
        #expect(reader.isAtEnd)
    }

    @Test(
        "Text that is no GraphQL is refused, with the position at which the error begins",
        arguments: [
            ("", "1:1"), ("{", "1:2"), ("{}", "1:2"), ("{ a", "1:4"), ("{ a(b: ) }", "1:8"), ("{ é }", "1:3"),
            ("{ a(b: 01) }", "1:9"), ("{ a(b: 1x) }", "1:9"), ("{ a(b: 1.) }", "1:10"), ("{ a(b: -) }", "1:9"),
            ("{ a(b: \"x) }", "1:13"), ("{ a(b: \"\\q\") }", "1:10"), ("{ a(b: \"\\uD800\") }", "1:15"),
            ("{ a(b: \"\"\"x) }", "1:15"), ("{ .. a }", "1:3"), ("query Q($a: Int = $b) { a }", "1:19"),
            ("type A { b: C }", "1:1"), ("fragment on on A { b }", "1:10"), ("subscriptions { a }", "1:1"),
            ("{\n\r\n  $ }", "3:3"), ("{ a(b: {c 1}) }", "1:11"), ("{ a } }", "1:7"),
        ])
    func syntaxErrors(_ text: String, _ place: String) {
        #expect {
            _ = try ExecutableDocument(parsing: text)
        } throws: { error in
            guard let failure = error as? SyntaxFailure else { return false }
            #expect("\(failure.location.line):\(failure.location.column)" == place, "\(failure)")
            return true
        }
    }

    @Test("A string with 31 combining marks in a row is refused, because it takes long to compare", arguments: [
        #"\u0301"#, "\u{301}",
    ])
    func combiningMarks(mark: String) throws {
        let marks = String(repeating: mark, count: 30)
        for quotes in ["\"", "\"\"\""] where mark != #"\u0301"# || quotes == "\"" {
            #expect(try ExecutableDocument(parsing: "{ a(b: \(quotes)e\(marks)\(quotes)) }").operations.count == 1)
            #expect {
                _ = try ExecutableDocument(parsing: "{ a(b: \(quotes)e\(marks)\(mark)\(quotes)) }")
            } throws: { error in
                (error as? SyntaxFailure)?.location == SourceLocation(line: 1, column: 8)
            }
        }
    }

    @Test("A document beyond a limit is refused", arguments: [
        String(repeating: "{ a ", count: 100_000), String(repeating: "{a", count: 30),
        "{ a(b: " + String(repeating: "[", count: 30_000), "{ a(b: " + String(repeating: "{c:", count: 30) ,
        "query Q($a: " + String(repeating: "[", count: 40), "{ " + String(repeating: "a ", count: 9_000) + "}",
        String(repeating: "query Q { a } ", count: 33), String(repeating: "fragment F on A { a } ", count: 65),
    ])
    func limits(_ text: String) {
        #expect(throws: SyntaxFailure.self) { try ExecutableDocument(parsing: text) }
    }
}
