// The requests that the service sends to its subscribers.

extension OpenAPIDocument {
    /// A type of event that the service sends by `POST` to a URL of the subscriber.
    public struct Webhook: Sendable {
        /// The type of event, as a subscriber names it.
        public let event: String
        public let name: String
        public let summary: String
        public let description: String
        public let noun: Operation.Noun
        public let headers: [HeaderParameter]
        public let body: ObjectSchema

        public init(
            _ event: String, name: String, summary: String, description: String, noun: Operation.Noun,
            headers: [HeaderParameter], body: ObjectSchema
        ) {
            self.event = event
            self.name = name
            self.summary = summary
            self.description = description
            self.noun = noun
            self.headers = headers
            self.body = body
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
                "responses": [
                    "2XX": ["description": "The event is delivered; the body is ignored."],
                    "default": ["description": "The event is sent again later."],
                ],
            ]
        ]
    }
}
