// The requests that the service sends to its subscribers, and its questions to receivers.

extension OpenAPIDocument {
    /// A request that the service sends by `POST` to a URL of the receiver: a type of event, or a question.
    public struct Webhook: Sendable {
        /// The type of event, as a subscriber names it; of a question, its key in the document.
        public let event: String
        public let name: String
        public let summary: String
        public let description: String
        public let noun: Operation.Noun
        public let headers: [HeaderParameter]
        public let body: ObjectSchema
        /// The body with which the receiver answers a question; nil for an event, whose answer is ignored.
        public let answer: ObjectSchema?

        public init(
            _ event: String, name: String, summary: String, description: String, noun: Operation.Noun,
            headers: [HeaderParameter], body: ObjectSchema, answer: ObjectSchema? = nil
        ) {
            self.event = event
            self.name = name
            self.summary = summary
            self.description = description
            self.noun = noun
            self.headers = headers
            self.body = body
            self.answer = answer
        }
    }

    func json(of webhook: Webhook) -> JSONValue {
        let content: JSONValue = ["schema": webhook.body.reference, "example": webhook.body.allExamples[0].value]
        return [
            "post": [
                "operationId": .string(webhook.name), "summary": .string(webhook.summary),
                "description": .string(webhook.description), "tags": [.string(webhook.noun.title)], "security": [],
                "parameters": .array(references(to: webhook.headers)),
                "requestBody": ["required": true, "content": ["application/json": content]],
                "responses": webhook.answer.map(responses(with:)) ?? Self.ignoredResponses,
            ]
        ]
    }

    private static let ignoredResponses: JSONValue = [
        "2XX": ["description": "The event is delivered; the body is ignored."],
        "default": ["description": "The event is sent again later."],
    ]

    private func responses(with answer: ObjectSchema) -> JSONValue {
        let content: JSONValue = ["schema": answer.reference, "examples": .members(answer.namedExamples)]
        return [
            "200": ["description": "The answer.", "content": ["application/json": content]],
            "default": ["description": "There is no answer, and the question is not sent again."],
        ]
    }
}
