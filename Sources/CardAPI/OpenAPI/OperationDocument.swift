import HTTPTypes

// One operation: what it is asked with, and by whom.

extension OpenAPIDocument {
    func json(of operation: Operation) -> JSONValue {
        [
            "operationId": .string(operation.name),
            "summary": .string(String(operation.summary.dropLast())),
            "tags": [.string(operation.noun.title)],
            "security": security(of: operation),
            "parameters": .array(pathParameters(of: operation) + operation.query.map(\.json) + headers(of: operation)),
            "requestBody": requestBody(of: operation),
            "responses": .members(
                operation.answers.map { answer in
                    (String(answer.status.code), answer.isError ? reference(to: answer) : success(answer, operation))
                }),
        ]
    }

    private func pathParameters(of operation: Operation) -> [JSONValue] {
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

    private func headers(of operation: Operation) -> [JSONValue] {
        let names: [HTTPField.Name] =
            (operation.acceptsIdempotencyKey ? [.idempotencyKey] : [])
            + (operation.asksForAuthentication ? [.scaAuthorization, .scaDevice] : []) + [.requestID]
        return names.map { ["$ref": .string("#/components/parameters/\($0.rawName)")] }
    }

    /// The header fields that requests share.
    var parameters: [(String, JSONValue?)] {
        let isProtected = operations.contains(where: \.asksForAuthentication)
        func pass(_ name: HTTPField.Name, _ schema: ObjectSchema, _ description: String, _ example: String)
            -> (String, JSONValue?)
        {
            let pass: JSONValue = [
                "name": .string(name.rawName), "in": "header", "description": .string(description),
                "schema": [
                    "type": "string", "maxLength": 4096, "contentEncoding": "base64",
                    "contentMediaType": "application/json", "contentSchema": schema.reference,
                ],
                "example": .string(example),
            ]
            return (name.rawName, isProtected ? pass : nil)
        }
        return [
            (
                "Idempotency-Key",
                [
                    "name": "Idempotency-Key", "in": "header",
                    "description": "Makes the request safe to send again for a day: the first answer is given again.",
                    "schema": [
                        "type": "string", "minLength": 1, "maxLength": .number(String(IdempotencyKey.maximumLength)),
                        "pattern": .string(TextForm.visibleASCII),
                    ],
                    "example": "order-4711",
                ]
            ),
            pass(
                .scaAuthorization, AuthenticationPassBody.schema, "The event that lets the request through.",
                Self.examplePass),
            pass(
                .scaDevice, DevicePassBody.schema, "A trusted device's signature of the request.",
                Self.exampleDevicePass),
            (
                "X-Request-Id",
                [
                    "name": "X-Request-Id", "in": "header",
                    "description": "Names the request in the log and the answer; one that is not plain is replaced.",
                    "schema": ["type": "string"], "example": "checkout-17",
                ]
            ),
        ]
    }

    private static let examplePass =
        "eyJzY2FEZXRhaWxzIjp7ImV2ZW50SWQiOiIwZDNhNmIwZS02YzVlLTRmNWItOWQzYy0zZjdmNGYzYTJiMTAiLCJ3"
        + "YWxsZXRPcGVyYXRpb25JZCI6ImI3YTJmN2YyLTNmNTQtNGEwNi04YzBjLTFhNGY4ZjdmNWQyMSJ9fQ=="

    private static let exampleDevicePass =
        "eyJkZXZpY2VJZCI6IjViYjJiNGE1LTdhM2EtNGQzYS05ZjM1LTJmMWY4ZTFlMmExMSIsInNpZ25lZEF0IjoxNzcz"
        + "NTc2MDAwMDAwLCJzaWduYXR1cmUiOiJNRVVDSVFEeCJ9"

    private func requestBody(of operation: Operation) -> JSONValue? {
        let (schema, examples): (JSONValue, [ObjectSchema.Example])
        switch operation.payload {
        case .none: return nil
        case .json(let body): (schema, examples) = (body.reference, body.allExamples)
        case .form(let forms):
            schema = ["oneOf": .array(forms.map(\.reference))]
            examples = forms.map { ObjectSchema.Example(summary: $0.name, value: $0.allExamples[0].value) }
        }
        let named = examples.enumerated().map { index, example in
            (String(index + 1), ["summary": .string(example.summary), "value": example.value] as JSONValue?)
        }
        let content: JSONValue = ["schema": schema, "examples": .members(named)]
        let isUsual = operation.bodyLimitBytes == Operation.usualBodyLimitBytes
        return [
            "description": isUsual ? nil : .string("At most \(operation.bodyLimitBytes >> 20) MiB."), "required": true,
            "content": .members(operation.mediaTypes.map { ($0, content) }),
        ]
    }

    // MARK: Security

    private func security(of operation: Operation) -> JSONValue {
        switch operation.audience {
        case .anyone: []
        case .client: [["client": []]]
        case .customer: [["customerToken": []]]
        case .cardData: [["customerToken": [.string(Operation.cardDataScope)]]]
        case .business: [["businessToken": []]]
        // Without, or with the token.
        case .sandbox: [[:], ["sandboxToken": []]]
        }
    }

    var securitySchemes: [(String, JSONValue?)] {
        let audiences = Set(operations.map(\.audience))
        func bearer(_ description: String, format: JSONValue? = "JWT") -> JSONValue {
            ["type": "http", "scheme": "bearer", "bearerFormat": format, "description": .string(description)]
        }
        return [
            (
                "client",
                !audiences.contains(.client)
                    ? nil : ["type": "http", "scheme": "basic", "description": "A client's id and secret."]
            ),
            (
                "customerToken",
                audiences.isDisjoint(with: [.customer, .cardData])
                    ? nil : bearer("A customer's token, by token exchange; some operations need its scope `pci-dss-1`.")
            ),
            (
                "businessToken",
                !audiences.contains(.business)
                    ? nil : bearer("The token of the brand's backend, by client credentials.")
            ),
            (
                "sandboxToken",
                !audiences.contains(.sandbox)
                    ? nil : bearer("The service's `--sandbox-token`, if it was started with one.", format: nil)
            ),
        ]
    }
}

extension QueryParameter {
    fileprivate var json: JSONValue {
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
            case .text: (["type": "string", "maxLength": 200], nil)
            case .identifier:
                (
                    ["type": "string", "pattern": .string(TextForm.identifierOrNothing)],
                    "f16ba382-eb42-481a-b08f-c57bdc9aae24"
                )
            }
        let isList = if case .enumerationList = kind { true } else { false }
        return [
            "name": .string(name), "in": "query", "description": .string(description),
            "style": isList ? "form" : nil, "explode": isList ? false : nil, "schema": schema, "example": example,
        ]
    }
}
