// How callers prove who they are: the requirements of each operation, and the schemes that they name.

extension OpenAPIDocument {
    func security(of operation: Operation) -> JSONValue {
        let proven = operation.audience.schemes.map { scheme in
            JSONValue.members([(scheme.name, .strings(operation.audience.scopes))])
        }
        return .array((operation.audience.isOptional ? [[:]] : []) + proven)
    }

    /// The security schemes, in the order in which the operations name them.
    var securitySchemes: [(String, JSONValue?)] {
        var schemes: [SecurityScheme] = []
        for scheme in operations.flatMap(\.audience.schemes) where !schemes.contains(scheme) {
            schemes.append(scheme)
        }
        return schemes.map { ($0.name, $0.json) }
    }
}

extension SecurityScheme {
    fileprivate var json: JSONValue {
        switch kind {
        case .basic: ["type": "http", "scheme": "basic", "description": .string(description)]
        case .bearer(let format):
            [
                "type": "http", "scheme": "bearer", "bearerFormat": format.map { .string($0) },
                "description": .string(description),
            ]
        }
    }
}
