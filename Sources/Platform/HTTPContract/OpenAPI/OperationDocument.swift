import HTTPTypes

// One operation, and the body of its requests.

extension OpenAPIDocument {
    func json(of operation: Operation) -> JSONValue {
        [
            "operationId": .string(operation.name),
            "summary": .string(operation.summary),
            "description": .string(operation.description),
            "tags": [.string(operation.noun.title)],
            "security": security(of: operation),
            "parameters": .array(
                pathParameters(of: operation) + operation.query.map(\.json) + references(to: operation.headers)),
            "requestBody": requestBody(of: operation),
            "responses": .members(
                operation.answers.map { answer in
                    (String(answer.status.code), answer.isError ? reference(to: answer) : success(answer, operation))
                }),
        ]
    }

    private func requestBody(of operation: Operation) -> JSONValue? {
        switch operation.payload {
        case .none: return nil
        case .json(let body), .form(let body):
            let content: JSONValue = ["schema": body.reference, "examples": .members(body.namedExamples)]
            return requestBody(of: operation, .members(operation.mediaTypes.map { ($0, content) }))
        case .text(let text): return requestBody(of: operation, text.content)
        }
    }

    private func requestBody(of operation: Operation, _ content: JSONValue) -> JSONValue {
        let isUsual = operation.bodyLimitBytes == Operation.usualBodyLimitBytes
        let kibibytes = operation.bodyLimitBytes >> 10
        let limit = kibibytes % 1024 == 0 ? "\(kibibytes >> 10) MiB" : "\(kibibytes) KiB"
        return [
            "description": isUsual ? nil : .string("At most \(limit)."), "required": true, "content": content,
        ]
    }
}
