import HTTPTypes

/// One operation of a service, as data. The server registers it, the client calls it, and the tests and the OpenAPI
/// document enumerate it, so they cannot disagree.
public struct Operation: Sendable, Hashable {
    public let name: String
    /// A short name for the effect, in the imperative and without a full stop.
    public let summary: String
    /// The effect, the preconditions and the reasons for a refusal. An empty line separates paragraphs.
    public let description: String
    /// The subject of the operation. Documentation groups operations by it.
    public let noun: Noun
    public let method: HTTPRequest.Method
    /// The full path, with its parameters in braces: `…/cards/{cardId}`.
    public let path: String
    public let audience: Audience
    public let successStatus: HTTPResponse.Status
    /// The body of a successful response; `nil` for none.
    public var answer: ObjectSchema?
    /// The body of a successful response that is no JSON; `nil` for none.
    public var textAnswer: TextBody?
    /// Whether the body of the response is an array of such objects.
    public var answersArray: Bool
    /// Whether the body may also be one such object instead of an array, for example because the operation refuses in
    /// that form.
    public var answersOneInPlaceOfArray = false
    /// The path's parameters that may be secret, such as a token that stands for a card.
    public var secretPathParameters: Set<String> = []
    public var query: [QueryParameter]
    public var payload: Payload
    /// Media types that the body may have in addition to the usual one.
    public var otherMediaTypes: [String]
    /// A larger body is refused before it is read.
    public var bodyLimitBytes: Int
    /// Whether a request may have an `Idempotency-Key`.
    public var acceptsIdempotencyKey: Bool
    /// The header fields that a request may have.
    public var headers: [HeaderParameter]
    /// Every error code that it can return, in the order of its API's error page.
    public var errorCodes: [ErrorCode]
    /// Errors that do not have the API's shape.
    public var otherErrors: [Answer]
    /// Operations that can follow and use values from the response.
    public var links: [Link]

    public init(
        name: String, summary: String, description: String, noun: Noun, method: HTTPRequest.Method, path: String,
        audience: Audience, successStatus: HTTPResponse.Status, answer: ObjectSchema? = nil,
        answersArray: Bool = false, query: [QueryParameter] = [], payload: Payload = .none,
        otherMediaTypes: [String] = [], bodyLimitBytes: Int = usualBodyLimitBytes, acceptsIdempotencyKey: Bool = false,
        headers: [HeaderParameter], errorCodes: [ErrorCode], otherErrors: [Answer] = [], links: [Link] = []
    ) {
        self.name = name
        self.summary = summary
        self.description = description
        self.noun = noun
        self.method = method
        self.path = path
        self.audience = audience
        self.successStatus = successStatus
        self.answer = answer
        self.answersArray = answersArray
        self.query = query
        self.payload = payload
        self.otherMediaTypes = otherMediaTypes
        self.bodyLimitBytes = bodyLimitBytes
        self.acceptsIdempotencyKey = acceptsIdempotencyKey
        self.headers = headers
        self.errorCodes = errorCodes
        self.otherErrors = otherErrors
        self.links = links
    }

    /// A subject of operations, with a heading and a sentence.
    public struct Noun: Sendable, Hashable {
        public let title: String
        public let description: String

        public init(_ title: String, _ description: String) {
            self.title = title
            self.description = description
        }
    }

    /// An operation that can follow. Runtime expressions of OpenAPI take the values of its parameters from the
    /// response.
    public struct Link: Sendable, Hashable {
        /// The name of the other operation.
        public let operation: String
        public let parameters: [String: String]
        public var body: [String: String] = [:]
        public let description: String

        public init(
            to operation: String, _ parameters: [String: String], body: [String: String] = [:], _ description: String
        ) {
            self.operation = operation
            self.parameters = parameters
            self.body = body
            self.description = description
        }
    }

    /// The body of the request.
    public enum Payload: Sendable, Hashable {
        case none
        case form(ObjectSchema)
        case json(ObjectSchema)
        case text(TextBody)
    }

    public static let usualBodyLimitBytes = 64 * 1024

    public var takesBody: Bool { payload != .none }

    /// Whether the body is a form.
    public var isForm: Bool { if case .form = payload { true } else { false } }

    /// Whether a request may have a body: even without a declared body, an empty object is accepted.
    public var readsBody: Bool { takesBody || method != .get }

    /// The media type of the request's body; `nil` if there is none.
    public var mediaType: String? {
        switch payload {
        case .none: nil
        case .form: "application/x-www-form-urlencoded"
        case .json: "application/json"
        case .text(let text): text.mediaType
        }
    }

    /// Every media type that the request's body may have.
    public var mediaTypes: [String] { (mediaType.map { [$0] } ?? []) + otherMediaTypes }

    /// The path with its parameters filled in and percent-encoded. Every parameter must have a value.
    public func path(filling values: [String: String] = [:]) -> String {
        segments.map { segment in
            guard case .parameter(let name) = segment else { return "/\(segment)" }
            guard let value = values[name] else { preconditionFailure("The path \(path) has no value for \(name)") }
            return "/\(FormText.encodeComponent(value))"
        }.joined()
    }

    /// The names and values of the parameters in a path of this operation.
    public func parameters(in path: String) -> [(name: String, value: String)] {
        zip(segments, path.split(separator: "/")).compactMap { segment, text in
            if case .parameter(let name) = segment { (name, String(text)) } else { nil }
        }
    }

    public func matches(_ pathSegments: [Substring]) -> Bool {
        let segments = segments
        return segments.count == pathSegments.count
            && zip(segments, pathSegments).allSatisfy { segment, text in
                if case .literal(let literal) = segment { literal == text } else { true }
            }
    }

    /// The names of the path's parameters.
    public var pathParameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    private enum Segment: CustomStringConvertible {
        case literal(Substring)
        case parameter(String)

        var description: String {
            switch self {
            case .literal(let text): String(text)
            case .parameter(let name): "{\(name)}"
            }
        }
    }

    private var segments: [Segment] {
        path.split(separator: "/").map { text in
            text.first == "{" ? .parameter(String(text.dropFirst().dropLast())) : .literal(text)
        }
    }
}
