import HTTPTypes

/// The responses of an operation.
extension Operation {
    /// Whether the response contains a secret, so that no cache may keep it.
    public var answersSecret: Bool { !secretAnswerMembers.isEmpty }

    /// The names of the secrets in the response.
    public var secretAnswerMembers: Set<String> {
        Set(answer?.secretMembers ?? [])
    }

    /// A response with one status: its body, its error codes and its header fields.
    public struct Answer: Sendable, Hashable {
        public let status: HTTPResponse.Status
        /// The body; nil for an error that has the API's form.
        public let body: ObjectSchema?
        /// The body if it is no JSON.
        public var text: TextBody?
        /// Whether the body is an array of such objects.
        public let isArray: Bool
        /// Whether the body may also be one such object instead of an array.
        public var mayBeOne = false
        /// The error codes that the response can have; empty for a success.
        public let codes: [ErrorCode]
        public let headers: [Header]

        public init(
            status: HTTPResponse.Status, body: ObjectSchema?, isArray: Bool = false, codes: [ErrorCode] = [],
            headers: [Header]
        ) {
            self.status = status
            self.body = body
            self.isArray = isArray
            self.codes = codes
            self.headers = headers
        }

        public var isError: Bool { status.kind == .clientError || status.kind == .serverError }
    }

    /// A header field of a response.
    public enum Header: String, Sendable, Hashable, CaseIterable {
        case requestID = "X-Request-Id"
        case replayed = "Idempotent-Replayed"
        case retryAfter = "Retry-After"
        case rateLimit = "RateLimit"
        case rateLimitPolicy = "RateLimit-Policy"
        case challenge = "WWW-Authenticate"
        case cacheControl = "Cache-Control"
        case acceptEncoding = "Accept-Encoding"

        /// Whether the field is present in every response that declares it.
        public var isRequired: Bool {
            ![.replayed, .rateLimit, .rateLimitPolicy, .cacheControl, .acceptEncoding].contains(self)
        }
    }

    /// All responses: success first, then errors by status.
    public var answers: [Answer] {
        var success = Answer(
            status: successStatus, body: answer, isArray: answersArray,
            headers: [.requestID] + (acceptsIdempotencyKey ? [.replayed] : [])
                + (answersSecret ? [.cacheControl] : []))
        success.text = textAnswer
        success.mayBeOne = answersOneInPlaceOfArray
        let errors = Dictionary(grouping: errorCodes, by: \.status).map { status, codes in
            Answer(status: status, body: nil, codes: codes, headers: headers(with: codes, status))
        }
        return [success] + (otherErrors + errors).sorted { $0.status.code < $1.status.code }
    }

    private func headers(with codes: [ErrorCode], _ status: HTTPResponse.Status) -> [Header] {
        let isKept = acceptsIdempotencyKey && codes.contains(where: \.isKept)
        return switch status {
        case .unauthorized: [.requestID, .challenge] + (codes.contains(where: \.answersSecret) ? [.cacheControl] : [])
        case .tooManyRequests:
            [.requestID, .retryAfter] + (codes.contains(where: \.statesLimit) ? [.rateLimit, .rateLimitPolicy] : [])
        case .serviceUnavailable: [.requestID, .retryAfter]
        case .unsupportedMediaType: [.requestID, .acceptEncoding]
        default: [.requestID] + (isKept ? [.replayed] : [])
        }
    }
}
