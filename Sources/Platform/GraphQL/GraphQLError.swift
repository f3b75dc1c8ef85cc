import HTTPContract

/// An error in the `errors` of a response (GraphQL, October 2021, section 7.1.2).
package struct GraphQLError: Error, Hashable, Sendable {
    package enum PathElement: Hashable, Sendable {
        /// The response name of a field.
        case field(String)
        /// The place in a list, from 0.
        case index(Int)
    }

    package let message: String
    package let locations: [SourceLocation]
    /// The place in `data` at which a value is missing because of the error; empty if the operation did not run.
    package let path: [PathElement]
    package let extensions: JSONObject

    package init(
        _ message: String, at locations: [SourceLocation] = [], path: [PathElement] = [],
        extensions: JSONObject = JSONObject()
    ) {
        self.message = message
        self.locations = locations
        self.path = path
        self.extensions = extensions
    }

    init(_ failure: SyntaxFailure) { self.init("Syntax Error: \(failure.reason)", at: [failure.location]) }
}

extension GraphQLError: JSONWritable {
    package func write(to json: inout JSONWriter) {
        JSONValue.members([
            ("message", .string(message)),
            ("locations", locations.isEmpty ? nil : .array(locations.map(\.json))),
            ("path", path.isEmpty ? nil : .array(path.map(\.json))),
            ("extensions", extensions.names.isEmpty ? nil : .object(extensions)),
        ]).write(to: &json)
    }
}

extension GraphQLError.PathElement {
    fileprivate var json: JSONValue {
        switch self {
        case .field(let name): .string(name)
        case .index(let index): .number(String(index))
        }
    }
}
