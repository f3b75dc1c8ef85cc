import HTTPTypes

/// One thing the service can be asked to do, as data: the server registers it, the client calls it, tests and the
/// OpenAPI document enumerate it, so that no two of them can disagree.
public struct Operation: Sendable, Hashable {
    public let name: String
    public let summary: String
    public let method: HTTPRequest.Method
    /// The full path, with its parameters in braces: `…/cards/{cardId}`.
    public let path: String
    public let audience: Audience
    public let successStatus: HTTPResponse.Status
    public var query: [QueryParameter] = []
    public var payload = Payload.none
    /// Whether sending it twice does by itself no more than sending it once.
    public var isRepeatable = false
    /// A larger body is refused before it is read.
    public var bodyLimitBytes = usualBodyLimitBytes

    /// Who may ask.
    public enum Audience: String, Sendable, Hashable {
        case anyone
        /// A client application, by HTTP Basic.
        case client
        /// A customer, by a token issued for that customer.
        case customer
        /// A customer whose token has the scope for card secrets, ``Operation/cardDataScope``.
        case cardData
        /// The program manager's backend.
        case business
    }

    /// What the request carries.
    public enum Payload: Sendable, Hashable {
        case none
        case form
        case json(ObjectSchema)
    }

    public static let cardDataScope = "pci-dss-1"
    public static let usualBodyLimitBytes = 64 * 1024

    public var takesBody: Bool { payload != .none }

    /// The media type the request's body must have; `nil` where there is none.
    public var mediaType: String? {
        switch payload {
        case .none: nil
        case .form: "application/x-www-form-urlencoded"
        case .json: "application/json"
        }
    }

    /// Whether a request may be repeated safely under an `Idempotency-Key`: every POST but the token call, which has
    /// nothing that must not happen twice, those that need no key for it, and what shows card secrets, whose answer is
    /// kept nowhere.
    public var acceptsIdempotencyKey: Bool {
        method == .post && payload != .form && !isRepeatable && audience != .cardData
    }

    /// The path with its parameters filled in and percent-encoded. Every parameter must have a value.
    public func path(filling values: [String: String] = [:]) -> String {
        segments.map { segment in
            guard case .parameter(let name) = segment else { return "/\(segment)" }
            guard let value = values[name] else { preconditionFailure("The path \(path) has no value for \(name)") }
            return "/\(FormText.encodeComponent(value))"
        }.joined()
    }

    /// The values of the path's parameters, as they stand in a path of this operation.
    public func parameters(in path: String) -> [(name: String, value: String)] {
        zip(segments, path.split(separator: "/")).compactMap { segment, text in
            if case .parameter(let name) = segment { (name, String(text)) } else { nil }
        }
    }

    func matches(_ pathSegments: [Substring]) -> Bool {
        let segments = segments
        return segments.count == pathSegments.count
            && zip(segments, pathSegments).allSatisfy { segment, text in
                if case .literal(let literal) = segment { literal == text } else { true }
            }
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
