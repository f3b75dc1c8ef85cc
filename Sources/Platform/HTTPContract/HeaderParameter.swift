/// A header field that a request may have, or that a webhook has.
public struct HeaderParameter: Sendable, Hashable {
    public let name: String
    public let description: String
    public let content: Content
    public let example: String
    /// Whether every request has the field. Webhooks have such fields; the operations need none.
    public let isRequired: Bool

    public enum Content: Sendable, Hashable {
        case text
        /// Visible ASCII characters.
        case visibleASCII(ClosedRange<Int>)
        /// A UUID, in lower case.
        case identifier
        /// A whole number, from 1.
        case count
        /// An object, as Base64 of its JSON.
        case object(ObjectSchema, maximumLength: Int)
    }

    public init(
        _ name: String, _ content: Content, isRequired: Bool = false, example: String, _ description: String
    ) {
        self.name = name
        self.description = description
        self.content = content
        self.isRequired = isRequired
        self.example = example
    }
}

extension HeaderParameter {
    public static let idempotencyKey = HeaderParameter(
        "Idempotency-Key", .visibleASCII(1...IdempotencyKey.maximumLength), example: "order-4711",
        "Makes the request safe to repeat for 24 hours: it then returns the first response again.")

    public static let requestID = HeaderParameter(
        "X-Request-Id", .text, example: "checkout-17",
        "Identifies the request: 1 to 64 letters, digits, - or _; otherwise replaced.")
}
