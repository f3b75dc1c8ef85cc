import HTTPContract
import Testing

@testable import GraphQL

@Suite("Validation of documents")
struct ValidationTests {
    /// Every document of these tests.
    static let documents = wrong.map(\.document) + conflicting.map(\.document) + correct

    private static let wrong: [(document: String, message: String)] = [
        ("{ nothing }", #"Cannot query field "nothing" on type "Query"."#),
        ("{ found { name } }", #"Cannot query field "name" on type "Found"."#),
        ("{ __schema { nothing } }", #"Cannot query field "nothing" on type "__Schema"."#),
        (
            "{ found }",
            #"Field "found" of type "[Found]!" must have a selection of subfields. Did you mean "found { ... }"?"#
        ),
        ("{ secret { a } }", #"Field "secret" must not have a selection since type "String" has no subfields."#),
        ("{ book { id } }", #"Field "Query.book" argument "id" of type "ID!" is required, but it was not provided."#),
        ("{ book(id: 1, x: 2) { id } }", #"Unknown argument "x" on Field "Query.book"."#),
        ("{ book(id: 1, id: 1) { id } }", #"There can be only one argument named "id"."#),
        ("{ book(id: null) { id } }", #"Expected value of type "ID!": ID! does not accept null."#),
        ("{ book(id: 1.5) { id } }", #"Expected value of type "ID!": ID accepts a string or a whole number."#),
        ("{ echo(float: true) }", #"Expected value of type "Float": Float accepts a finite number."#),
        ("{ echo(float: 1e999) }", #"Expected value of type "Float": Float accepts a finite number."#),
        ("{ echo(boolean: 1) }", #"Expected value of type "Boolean": Boolean accepts true or false."#),
        ("{ echo(odd: 2) }", #"Expected value of type "Odd": Odd accepts an odd number."#),
        (
            "{ echo(list: [[3000000000]]) }",
            #"Expected value of type "Int": Int accepts a whole number from -2147483648 to 2147483647."#
        ),
        ("{ echo(wish: {}) }", #"Field "Wish.title" of required type "String!" was not provided."#),
        (#"{ echo(wish: {title: "a", x: 1}) }"#, #"Field "x" is not defined by type "Wish"."#),
        (#"{ echo(wish: {title: "a", title: "b"}) }"#, #"There can be only one input field named "title"."#),
        (
            #"{ echo(wish: {title: "a", kind: BLUE}) }"#,
            #"Expected value of type "Kind": Kind accepts CRITICS, READERS."#
        ),
        (
            #"{ echo(wish: {title: "a", kind: "CRITICS"}) }"#,
            #"Expected value of type "Kind": Kind accepts CRITICS, READERS."#
        ),
        (#"{ echo(wish: 1) }"#, #"Expected value of type "Wish": Wish accepts an input object."#),
        ("{ ...F }", #"Unknown fragment "F"."#),
        ("{ secret } fragment F on Query { secret }", #"Fragment "F" is never used."#),
        (
            "{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }",
            #"Cannot spread fragment "F" within itself."#
        ),
        (
            "{ ...F } fragment F on Query { secret } fragment F on Query { secret }",
            #"There can be only one fragment named "F"."#
        ),
        ("{ ...F } fragment F on Kind { a }", #"Fragment cannot condition on non composite type "Kind"."#),
        ("{ ... on Nothing { a } }", #"Unknown type "Nothing"."#),
        (
            "{ found { ... on Place { name } } }",
            #"Fragment cannot be spread here as objects of type "Found" can never be of type "Place"."#
        ),
        (
            "{ named { ...F } } fragment F on Place { name }",
            #"Fragment "F" cannot be spread here as objects of type "Named" can never be of type "Place"."#
        ),
        ("query Q { secret } query Q { secret }", #"There can be only one operation named "Q"."#),
        ("{ secret } query Q { secret }", "This anonymous operation must be the only defined operation."),
        ("subscription { a }", "Schema is not configured to execute subscription operation."),
        ("query($a: ID!) { secret }", #"Variable "$a" is never used."#),
        ("{ book(id: $a) { id } }", #"Variable "$a" is not defined."#),
        ("query($a: ID!, $a: ID!) { book(id: $a) { id } }", #"There can be only one variable named "$a"."#),
        (
            "query($a: ID) { book(id: $a) { id } }",
            #"Variable "$a" of type "ID" used in position expecting type "ID!"."#
        ),
        (
            "query($a: ID = null) { book(id: $a) { id } }",
            #"Variable "$a" of type "ID" used in position expecting type "ID!"."#
        ),
        (
            "query($a: Int!) { book(id: $a) { id } }",
            #"Variable "$a" of type "Int!" used in position expecting type "ID!"."#
        ),
        (
            "query($a: [Int]) { echo(list: $a) }",
            #"Variable "$a" of type "[Int]" used in position expecting type "[[Int]]"."#
        ),
        ("query($a: Book) { book(id: $a) { id } }", #"Variable "$a" cannot be non-input type "Book"."#),
        ("query($a: What) { book(id: $a) { id } }", #"Unknown type "What"."#),
        (
            #"query($a: Int = "x") { book(id: 1) { rating(scale: $a) } }"#,
            #"Expected value of type "Int": Int accepts a whole number from -2147483648 to 2147483647."#
        ),
        ("{ secret @nothing }", #"Unknown directive "@nothing"."#),
        ("{ secret @deprecated }", #"Directive "@deprecated" may not be used on FIELD."#),
        (
            "{ secret @skip(if: true) @skip(if: true) }",
            #"The directive "@skip" can only be used once at this location."#
        ),
        (
            "{ secret @skip }",
            #"Directive "@skip" argument "if" of type "Boolean!" is required, but it was not provided."#
        ),
    ]

    @Test("A document that breaks a rule does not run, and the error names the rule's subject", arguments: wrong)
    func refuses(_ document: String, _ message: String) async {
        let response = await Library.respond(document)
        #expect(response.data == nil)
        #expect(response.errors.contains { $0.message == message }, "\(response.errors.map(\.message))")
        #expect(response.errors.allSatisfy { !$0.locations.isEmpty && $0.path.isEmpty })
    }

    private static let hint = "Use different aliases on the fields to fetch both if this was intentional."

    private static let conflicting: [(document: String, message: String)] = [
        (
            "{ a: secret a: echo }",
            #"Fields "a" conflict because "secret" and "echo" are different fields."#
        ),
        ("{ a: echo(id: 1) a: echo(id: 2) }", #"Fields "a" conflict because they have differing arguments."#),
        (
            "{ a: echo(id: 1) ...F } fragment F on Query { a: echo }",
            #"Fields "a" conflict because they have differing arguments."#
        ),
        (
            "{ found { ... on Book { pages } ... on Author { pages } } }",
            #"Fields "pages" conflict because they return conflicting types "Int" and "String"."#
        ),
        (
            "{ found { ... on Book { x: name } ... on Author { x: pages } } }",
            #"Fields "x" conflict because they return conflicting types "String!" and "String"."#
        ),
        (
            "{ book(id: 1) { author { x: name } } book(id: 1) { author { x: pages } } }",
            #"Fields "x" conflict because they return conflicting types "String!" and "String"."#
        ),
        (
            "{ found { ... on Named { x: name } ... on Book { x: id } } }",
            #"Fields "x" conflict because they return conflicting types "String!" and "ID!"."#
        ),
    ]

    @Test("Fields with one response name must be able to share one member of the answer", arguments: conflicting)
    func conflicts(_ document: String, _ message: String) async {
        #expect(await Library.errors(document) == ["\(message) \(Self.hint)"])
    }

    private static let correct = [
        "{ a: echo(id: 1, float: 2) a: echo(float: 2, id: 1) }",
        "{ found { ... on Book { x: id } ... on Author { y: name } ... on Named { name } __typename } }",
        "{ found { ... on Book { x: name } ... on Author { x: name } } }",
        "query($s: Int) { book(id: 1) { rating(scale: $s) } }",
        "query($a: ID = 1) { book(id: $a) { id } }", "query($k: Kind) { book(id: 1) { rating(kind: $k) } }",
        "query($i: Int) { echo(list: [[$i, 1]]) }", #"{ echo(wish: {title: "a", any: {x: [1, "b"]}}) }"#,
        "{ echo(list: 1) }", "{ named { ... on Thing { id } } }", "{ ... @include(if: true) { secret } }",
        "query A { secret } fragment F on Query { secret } query C { ...F }",
    ]

    @Test("A document that looks wrong but is valid runs", arguments: correct)
    func accepts(_ text: String) throws {
        let document = try ExecutableDocument(parsing: text)
        #expect(Validator.errors(in: document, Library.schema, .standard).map(\.message) == [])
    }

    @Test("A short document that asks for a long answer is refused")
    func cost() async {
        let doubling = (0..<20).map { "fragment F\($0) on Query { ...F\($0 + 1) ... { ...F\($0 + 1) } }" }
        let bomb = "{ ...F0 }" + doubling.joined() + "fragment F20 on Query { secret }"
        let tooMany = "The operation selects too many fields; at most 1024 are accepted."
        #expect(await Library.errors(bomb) == [tooMany])
        let aliases = (0..<1100).map { "a\($0): secret" }.joined(separator: " ")
        #expect(await Library.errors("{\(aliases)}") == [tooMany])
        let fragments = (0..<30).map { "fragment F\($0) on Book { author { books(first: 1) { ...F\($0 + 1) } } }" }
        let deep = "{ book(id: 1) { ...F0 } }" + fragments.joined() + "fragment F30 on Book { id }"
        #expect(await Library.errors(deep) == ["The operation is nested too deeply; at most 24 levels are accepted."])
    }

    @Test("Comparing deeply repeated fields takes a limited time")
    func comparisons() async {
        let level = (0..<5).map { _ in "... on Book { author { name } } ... on Named { name }" }.joined()
        var text = "id"
        for _ in 0..<8 { text = "author { books(first: 1) { \(text) \(level) } } author { books(first: 1) { id } }" }
        let errors = await Library.errors("{ book(id: 1) { \(text) } }")
        #expect(errors.count <= 1)
    }

    @Test("A response has at most as many errors as its limit")
    func errorLimit() async {
        let text = (0..<100).map { "a\($0): nothing" }.joined(separator: " ")
        #expect(await Library.errors("{\(text)}").count == DocumentLimits.standard.errors)
    }
}
