/// Why a text is not a GraphQL document, and where.
package struct SyntaxFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let reason: String
    package let location: SourceLocation

    package var description: String { "line \(location.line), column \(location.column): \(reason)" }
}
