import Foundation
import Subprocess
import SystemPackage
import Testing

/// graphql-core, the implementation in Python that follows the reference implementation.
package enum GraphQLCore {
    /// The introspection that it asks a service for.
    package static func introspectionQuery() async throws -> String { try await run(["query"], input: "") }

    /// - Parameter input: JSON with a schema, its introspection, and documents.
    /// - Returns: for each document whether it is valid, as a JSON array.
    package static func judge(_ input: String) async throws -> String { try await run([], input: input) }

    private static func run(_ arguments: [String], input: String) async throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let outcome = try await Subprocess.run(
            .path(FilePath(root.appending(path: ".build/python/bin/python").path)),
            arguments: Arguments([root.appending(path: "Tests/Python/check_graphql.py").path] + arguments),
            input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(outcome.terminationStatus.isSuccess, "make test installs what is needed: \(outcome.standardError)")
        return outcome.standardOutput
    }
}
