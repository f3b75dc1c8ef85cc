import HTTPTypes

// The responses of an operation.

extension OpenAPIDocument {
    func success(_ answer: Operation.Answer, _ operation: Operation) -> JSONValue {
        [
            "description": .string(answer.status.reasonPhrase),
            "headers": headers(of: answer),
            "content": content(of: answer),
            "links": operation.links.isEmpty
                ? nil : .members(operation.links.map { ($0.operation, json(of: $0)) }),
        ]
    }

    /// A body that is JSON or a text, or in some answers one and in some the other; nil if there is none.
    private func content(of answer: Operation.Answer) -> JSONValue? {
        guard let body = answer.body else { return answer.text?.content }
        let array: JSONValue = ["type": "array", "items": body.reference]
        let either: JSONValue = ["oneOf": [array, body.reference]]
        let example = body.allExamples[0].value
        var content: JSONValue = [
            "application/json": [
                "schema": !answer.isArray ? body.reference : answer.mayBeOne ? either : array,
                "example": answer.isArray ? [example] : example,
            ]
        ]
        if let text = answer.text { content.add(text.mediaType, text.media) }
        return content
    }

    /// The values for the body are in the description: openapi-generator accepts no object as a link's request body.
    private func json(of link: Operation.Link) -> JSONValue {
        let parameters = link.parameters.sorted { $0.key < $1.key }.map { ($0, Optional(JSONValue.string($1))) }
        let bodyWords = link.body.sorted { $0.key < $1.key }.map { "`\($0)` of its body is `\($1)`." }
        return [
            "operationId": .string(link.operation), "parameters": parameters.isEmpty ? nil : .members(parameters),
            "description": .string(([link.description] + bodyWords).joined(separator: " ")),
        ]
    }

    // MARK: Errors

    func reference(to answer: Operation.Answer) -> JSONValue {
        ["$ref": .string("#/components/responses/\(name(of: answer))")]
    }

    /// Responses with the same errors are one component, named after them: `404.DW-ENTITY-NOT-FOUND`.
    func name(of answer: Operation.Answer) -> String {
        let codes = answer.codes.map(\.rawValue)
        let headers = answer.headers.contains(.replayed) ? ["replayed"] : []
        return (["\(answer.status.code)"] + (answer.body.map { [$0.name] } ?? codes) + headers)
            .joined(separator: ".")
    }

    func response(to answer: Operation.Answer) -> JSONValue {
        if let body = answer.body {
            return [
                "description": .string(answer.status.reasonPhrase), "headers": headers(of: answer),
                "content": ["application/json": ["schema": body.reference, "example": body.allExamples[0].value]],
            ]
        }
        let examples = answer.codes.map { code in
            (code.rawValue, ["summary": .string(code.remedy), "value": errors.example(code)] as JSONValue?)
        }
        // All errors share one schema, because generators make a type of each. The description says which codes occur.
        let content: JSONValue = ["schema": errors.schema.reference, "examples": .members(examples)]
        return [
            "description": .string(answer.codes.map { "`\($0.rawValue)`: \($0.meaning)" }.joined(separator: "\n\n")),
            "headers": headers(of: answer),
            "content": .members([(errors.mediaType, content)]),
        ]
    }

    private func headers(of answer: Operation.Answer) -> JSONValue {
        .members(
            answer.headers.map { ($0.rawValue, ["$ref": .string("#/components/headers/\($0.rawValue)")]) })
    }

    func json(of header: Operation.Header) -> JSONValue {
        let (description, schema): (String, JSONValue) =
            switch header {
            case .requestID: ("Identifies the request in the log.", ["type": "string"])
            case .replayed:
                (
                    "Present if an earlier request with the same key got this response.",
                    ["type": "string", "enum": ["true"]]
                )
            case .retryAfter: ("Seconds to wait before the next request.", ["type": "integer", "minimum": 1])
            case .rateLimit: ("The limit that was reached: nothing is left of it for `t` seconds.", ["type": "string"])
            case .rateLimitPolicy: ("The limit: `q` within `w` seconds.", ["type": "string"])
            case .challenge: (challenge.description, ["type": "string"])
            case .acceptEncoding:
                (
                    "The supported coding; present if the coding of the body is not supported.",
                    ["type": "string", "enum": ["identity"]]
                )
            case .cacheControl: ("Present if the response holds a secret.", ["type": "string", "enum": ["no-store"]])
            }
        return ["description": .string(description), "required": .boolean(header.isRequired), "schema": schema]
    }
}
