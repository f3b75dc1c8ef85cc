// The parameters of operations and webhooks: in paths, in queries, and in header fields.

extension OpenAPIDocument {
    func pathParameters(of operation: Operation) -> [JSONValue] {
        operation.pathParameters.map { name in
            guard let member = pathParameters.first(where: { $0.name == name }) else {
                preconditionFailure("Nothing is said of the parameter \(name) of \(operation.path)")
            }
            var schema = member.jsonSchema(in: ObjectSchema(name: "", members: [member]))
            schema.add("minLength", 1)
            return [
                "name": .string(name), "in": "path", "required": true, "description": .string(member.description),
                "schema": schema.without("description", "examples"), "example": member.exampleValue,
            ]
        }
    }

    func references(to headers: [HeaderParameter]) -> [JSONValue] {
        headers.map { ["$ref": .string("#/components/parameters/\($0.name)")] }
    }

    /// The header fields of all requests and webhooks, sorted by name.
    var parameters: [(String, JSONValue?)] {
        Set(operations.flatMap(\.headers) + webhooks.flatMap(\.headers)).sorted { $0.name < $1.name }
            .map { ($0.name, $0.json) }
    }
}

extension HeaderParameter {
    fileprivate var json: JSONValue {
        let schema: JSONValue =
            switch content {
            case .text: ["type": "string", "pattern": .string(TextForm.headerValue)]
            case .visibleASCII(let lengths):
                [
                    "type": "string", "minLength": .number(String(lengths.lowerBound)),
                    "maxLength": .number(String(lengths.upperBound)), "pattern": .string(TextForm.visibleASCII),
                ]
            case .identifier: ["type": "string", "format": "uuid"]
            case .count: ["type": "integer", "minimum": 1]
            case .object(let object, let maximumLength):
                [
                    "type": "string", "minLength": 4, "maxLength": .number(String(maximumLength)),
                    "pattern": .string(TextForm.base64), "contentEncoding": "base64",
                    "contentMediaType": "application/json", "contentSchema": object.reference,
                ]
            }
        let shown: JSONValue = content == .count ? .number(example) : .string(example)
        return [
            "name": .string(name), "in": "header", "description": .string(description),
            "required": isRequired ? true : nil, "schema": schema, "example": shown,
        ]
    }
}

extension QueryParameter {
    var json: JSONValue {
        let (schema, example): (JSONValue, JSONValue?) =
            switch kind {
            case .enumeration(let words): (["type": "string", "enum": .strings(words)], words.first.map { .string($0) })
            case .enumerationList(let words):
                (
                    ["type": "array", "items": ["type": "string", "enum": .strings(words)]],
                    words.first.map { [.string($0)] }
                )
            case .integer(let range, let defaultValue):
                (
                    [
                        "type": "integer", "minimum": .number(String(range.lowerBound)),
                        "maximum": .number(String(range.upperBound)), "default": .number(String(defaultValue)),
                    ], .number(String(defaultValue))
                )
            case .text: (["type": "string", "maxLength": 200, "pattern": .string(TextForm.printable(0...200))], nil)
            case .identifier:
                (
                    ["type": "string", "pattern": .string(TextForm.identifierOrNothing)],
                    "f16ba382-eb42-481a-b08f-c57bdc9aae24"
                )
            // Not every client knows `allowEmptyValue`, so the pattern accepts an empty value too.
            case .number(let digits):
                (
                    [
                        "type": "string",
                        "pattern": .string("^([1-9][0-9]{0,\(digits - 1)})\(isRequired ? "" : "?")$"),
                    ], nil
                )
            case .time:
                (["type": "string", "format": "date-time", "pattern": "([Zz]|[+-]00:00)$"], "2026-11-21T08:45:34Z")
            }
        let isList = if case .enumerationList = kind { true } else { false }
        // A parameter without a value counts as absent, except a time.
        let mayBeEmpty = !isRequired && kind != .time
        return [
            "name": .string(name), "in": "query", "description": .string(description),
            "required": isRequired ? true : nil, "allowEmptyValue": mayBeEmpty ? true : nil,
            "style": isList ? "form" : nil, "explode": isList ? false : nil,
            "schema": schema, "example": example,
        ]
    }
}
