import GraphQL
import HTTPContract

@testable import Stitch

/// Requests in GraphQL with Stitch's schema, as JSON or as a document alone.
enum GraphQLReading {
    private static let executor = Executor(StitchSchema.schema)

    static func brokenPromise(_ bytes: [UInt8]) async -> String? {
        guard let request = request(bytes) else { return nil }
        _ = ExecutableDocument.redacted(request.query)
        let answer = await executor.respond(
            to: request, query: EmptyRoot(typeName: "Query"), mutation: EmptyRoot(typeName: "Mutation"))
        guard answer.data != nil || !answer.errors.isEmpty else { return "An answer has neither data nor errors." }
        return (try? JSONValue(parsing: answer.jsonBytes)) == nil ? "The answer is no JSON." : nil
    }

    private static func request(_ bytes: [UInt8]) -> GraphQLRequest? {
        if let body = try? JSONValue(parsing: bytes) { return try? GraphQLRequest(body) }
        // Documents come in JSON, whose strings are safe to compare.
        guard let text = String(validating: bytes, as: UTF8.self),
            let query = try? JSONValue(parsing: text.jsonBytes), case .string(let query) = query
        else { return nil }
        return GraphQLRequest(query: query)
    }
}

/// A root of the schema of which nothing is there.
private struct EmptyRoot: GraphQLObject {
    let typeName: String

    func resolve(_ field: String, _ arguments: JSONObject) -> FieldValue { .null }
}
