import HTTPContract
import Testing

@testable import GraphQL

@Suite("Schemas")
struct GraphQLSchemaTests {
    @Test(
        "A schema that contradicts itself is refused",
        arguments: [
            ("type Query { a: B }", "Query.a has no output type: B."),
            ("type Query { a: Int } type Query { a: Int }", "The type Query is defined twice."),
            ("type A { a: Int }", "The root Query is not an object type."),
            ("type Query { a: Int, a: Int }", "Query defines a twice."),
            ("type Query { a(b: Query): Int }", "Query.a, b has no input type: Query."),
            ("type Query implements I { a: Int } interface I { b: Int }", "Query lacks b: Int of I."),
            ("type Query implements I { a: Int } interface I { a: Int! }", "Query lacks a: Int! of I."),
            ("type Query implements J { a: Int } interface I { a: Int } interface J implements I { a: Int }",
             "Query must also implement I, because J does."),
            ("type Query { a: U } union U = E enum E { A }", "The union U has the member E, which is no object."),
            ("type Query { a(b: Int = \"x\"): Int }",
             "The default of Query.a, b: Int accepts a whole number from -2147483648 to 2147483647."),
            ("type Query { a: Int ", "The schema, line 1, column 21: Expected a name, found the end of the document."),
        ])
    func contradictions(_ text: String, _ message: String) {
        #expect(throws: SchemaFailure(description: message)) { try Schema(parsing: text) }
    }

    @Test("Defaults that contain themselves are refused")
    func endlessDefaults() {
        #expect(throws: SchemaFailure.self) {
            try Schema(parsing: "type Query { a(b: B = {}): Int } input B { b: B = {}, c: B = {} }")
        }
    }

    @Test("A schema describes itself")
    func introspection() async {
        let data = await Library.data(
            """
            { __schema { queryType { name } mutationType { name } subscriptionType { name } }
              book: __type(name: "Book") {
                kind interfaces { name }
                fields { name } all: fields(includeDeprecated: true) { name isDeprecated deprecationReason }
              }
              kind: __type(name: "Kind") { enumValues { name } }
              wish: __type(name: "Wish") { inputFields { name defaultValue type { kind name ofType { name } } } }
              found: __type(name: "Found") { possibleTypes { name } }
              any: __type(name: "Anything") { specifiedByURL }
              none: __type(name: "None") { name }
            }
            """)
        let roots = #""queryType":{"name":"Query"},"mutationType":{"name":"Mutation"},"subscriptionType":null"#
        #expect(data.contains(roots))
        #expect(data.contains(#"{"name":"old","isDeprecated":true,"deprecationReason":"Use name"}"#))
        #expect(data.contains(#""enumValues":[{"name":"CRITICS"}]"#))
        #expect(data.contains(#"{"name":"years","defaultValue":"[1, 2]","type":{"kind":"LIST","name":null"#))
        #expect(data.contains(#""possibleTypes":[{"name":"Book"},{"name":"Author"}]"#))
        #expect(data.contains(#""specifiedByURL":"https://example.com""#))
        #expect(data.contains(#""none":null"#))
    }
}
