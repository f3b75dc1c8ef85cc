import HTTPContract
import Testing

@testable import GraphQL

@Suite("Execution")
struct ExecutionTests {
    @Test("An answer has the fields that were asked for, in their order")
    func fields() async {
        let data = await Library.data(
            "{ b: book(id: 1) { n: name __typename id author { name } } none: book(id: 2) { id } }")
        #expect(data == #"{"b":{"n":"Emma","__typename":"Book","id":"1","author":{"name":"Jane"}},"none":null}"#)
    }

    @Test("Fragments apply to the types that they name, and their fields are merged")
    func fragments() async {
        let data = await Library.data(
            """
            { found { __typename ... on Named { name } ... on Author { books(first: 1) { id } } ...B } }
            fragment B on Book { pages author { name } ... on Thing { ... on Book { author { __typename } } } }
            """)
        let book = #"{"__typename":"Book","name":"Emma","pages":474,"author":{"name":"Jane","__typename":"Author"}}"#
        let author = #"{"__typename":"Author","name":"Jane","books":[{"id":"1"},{"id":"1"}]}"#
        #expect(data == #"{"found":[\#(book),null,\#(author)]}"#)
    }

    @Test("Skip and include leave fields out")
    func conditions() async {
        let query = """
            query($yes: Boolean!, $no: Boolean = false) {
              named { a: name @skip(if: $yes) b: name @include(if: $yes) ... @include(if: $no) { c: name } }
              x: secret @skip(if: true)
            }
            """
        #expect(await Library.data(query, JSONObject([("yes", true)])) == #"{"named":{"b":"Jane"}}"#)
    }

    @Test("Arguments are coerced, with defaults where nothing is sent")
    func arguments() async {
        let query = """
            query($w: Wish, $n: [Int], $none: ID) {
              echo(wish: $w, list: [$n, 7], id: $none, odd: 3, float: 1)
            }
            """
        let wish: JSONValue = ["title": "T", "more": ["title": "U", "years": 5]]
        let sent = JSONObject([("w", wish), ("n", .array([1, .null]))])
        let inner = #"{"title":"U","years":[5],"kind":"READERS"}"#
        let expected =
            #"{"wish":{"title":"T","years":[1,2],"kind":"READERS","more":\#(inner)},"list":[[1,null],[7]],"odd":3,"#
            + #""float":1}"#
        let data = await Library.respond(query, sent).data
        #expect(data == ["echo": .string(expected)])
    }

    private static let misfits: [(JSONValue, String)] = [
        (.null, "Wish! does not accept null."), ("text", "Wish accepts an object."),
        (["x": 1], #"Wish has no field "x"."#),
        ([:], "Wish.title: A value of the type String! is required."),
        (["title": 5], "Wish.title: String accepts a string."),
        (["title": "a", "years": .array([.null])], "Wish.years: Int! does not accept null."),
        (["title": "a", "kind": "GREEN"], "Wish.kind: Kind accepts CRITICS, READERS."),
    ]

    @Test("A variable that does not fit is refused, without its value", arguments: misfits)
    func variables(_ sent: JSONValue, _ reason: String) async {
        let response = await Library.respond("query($w: Wish!) { echo(wish: $w) }", JSONObject([("w", sent)]))
        #expect(response.data == nil)
        #expect(response.errors.map(\.message) == [#"Variable "$w" got invalid value; \#(reason)"#])
    }

    @Test("A required variable that is absent is refused")
    func absentVariable() async {
        let errors = await Library.errors("query($w: Wish!) { echo(wish: $w) }")
        #expect(errors == [#"Variable "$w" got invalid value; a value of the required type "Wish!" was not provided."#])
    }

    @Test("A null in a non-null place makes the nearest nullable value null")
    func nullPropagation() async throws {
        let response = await Library.respond(
            "{ named { ... on Author { name books(first: 2) { id } } } secret: __typename }")
        #expect(response.data == ["named": .null, "secret": "Query"])
        let error = try #require(response.errors.first)
        #expect(response.errors.count == 1)
        #expect(error.message == #"Cannot return null for non-nullable field "books"."#)
        #expect(error.path == [.field("named"), .field("books"), .index(1)])
        #expect(error.locations == [SourceLocation(line: 1, column: 32)])
    }

    @Test("A failure of a resolver is reported with its path and extensions")
    func failures() async {
        let response = await Library.respond("{ strict { name } }")
        #expect(
            response.jsonText == #"{"data":null,"errors":[{"message":"No author.","#
                + #""locations":[{"line":1,"column":3}],"path":["strict"],"extensions":{"code":"GONE"}}]}"#)
    }

    @Test("A resolver's value is checked against the type of its field")
    func unexpectedValues() async {
        let response = await Library.respond("{ secret book(id: 1) { broken { id } impossible { name } } }")
        #expect(response.data == ["secret": .null, "book": ["broken": .null, "impossible": .null]])
        #expect(
            response.errors.map(\.message) == [
                #"The field "secret" has a value outside of its scalar where String is expected."#,
                #"The field "broken" has an object of the type "Author" where Book is expected."#,
                #"The field "Book.impossible" is not available."#,
            ])
    }

    @Test("The operation is chosen by its name")
    func operations() async {
        let text = "query A { a: __typename } mutation B { add(name: \"x\") { name } }"
        #expect(await Library.respond(text, operation: "B").data == ["add": ["name": "x"]])
        let several = "Must provide operation name if query contains multiple operations."
        #expect(await Library.respond(text).errors.map(\.message) == [several])
        #expect(await Library.respond(text, operation: "C").errors.map(\.message) == [#"Unknown operation named "C"."#])
        #expect(await Library.errors("fragment F on Query { secret }").count > 0)
    }

    @Test("A request has few mutations, and an answer few values")
    func costs() async {
        let nine = (0..<9).map { "a\($0): add(name: \"x\") { id }" }.joined(separator: " ")
        #expect(await Library.errors("mutation {\(nine)}") == ["A request may have at most 8 mutations."])
        var limits = DocumentLimits.standard
        limits.resolutions = 3
        let response = await Library.respond("{ a: __typename b: __typename c: __typename d: secret }", limits: limits)
        #expect(response.errors.map(\.message) == ["The answer is too large."])
    }

    @Test("An answer has few bytes, however few values they are in")
    func bytes() async {
        var limits = DocumentLimits.standard
        limits.answerBytes = 20
        let response = await Library.respond("{ a: __typename b: __typename c: secret }", limits: limits)
        #expect(response.errors.map(\.message) == ["The answer is too large."])
        #expect(response.data == ["a": "Query", "b": "Query", "c": .null])
    }

    @Test(
        "A body that is no GraphQL request is refused",
        arguments: [
            (#"[]"#, "The body must be an object."), (#"{}"#, #"The member "query" must be a string."#),
            (#"{"query":"{a}","operationName":1}"#, #"The member "operationName" must be a string or null."#),
            (#"{"query":"{a}","variables":[]}"#, #"The member "variables" must be an object or null."#),
        ])
    func bodies(_ body: String, _ reason: String) throws {
        let json = try JSONValue(parsing: Array(body.utf8))
        #expect {
            _ = try GraphQLRequest(json)
        } throws: { ($0 as? MalformedGraphQLRequest)?.reason == reason }
    }
}
