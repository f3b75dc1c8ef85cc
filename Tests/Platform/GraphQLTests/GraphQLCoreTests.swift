import HTTPContract
import Testing
import TestSupport

@testable import GraphQL

/// Compares with graphql-core, the implementation in Python that follows the reference implementation.
@Suite("Agreement with graphql-core")
struct GraphQLCoreTests {
    /// Refused only by this executor: a value that breaks a scalar's rule, which is no part of the schema's text; a
    /// number beyond Double; and a kind of operation that the schema does not have, which graphql-core refuses only
    /// when it runs.
    private static let ownRules = ["odd: 2", "1e999", "subscription"]

    @Test("graphql-core reads the introspection and judges every document alike")
    func agreement() async throws {
        let query = try await GraphQLCore.introspectionQuery()
        let introspection = await Library.respond(query)
        #expect(introspection.errors == [])
        let documents = ValidationTests.documents.filter { text in !Self.ownRules.contains(where: text.contains) }
        let given: JSONValue = [
            "schema": .string(Library.text), "introspection": introspection.data ?? .null,
            "documents": .array(documents.map { .string($0) }),
        ]
        let output = try await GraphQLCore.judge(given.jsonText)
        let judged = try JSONValue(parsing: Array(output.utf8))
        let own = documents.map { text in
            guard let document = try? ExecutableDocument(parsing: text) else { return JSONValue.boolean(false) }
            return .boolean(Validator.errors(in: document, Library.schema, .standard).isEmpty)
        }
        guard case .array(let judgements) = judged else {
            Issue.record("graphql-core answers \(output)")
            return
        }
        for (text, (theirs, ours)) in zip(documents, zip(judgements, own)) { #expect(theirs == ours, "\(text)") }
        #expect(judgements.count == documents.count)
    }
}
