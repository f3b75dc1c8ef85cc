import HTTPTypes

/// What an operation can answer: all of it, most of which follows from what the operation is.
extension Operation {
    /// Every code of an error it can answer with.
    public var errorCodes: [ErrorCode] {
        var codes = Set(errors + [.internalServerError, .serviceUnavailable])
        switch audience {
        case .anyone, .client: break
        case .sandbox: codes.insert(.unauthorized)
        case .customer, .business: codes.formUnion([.unauthorized, .customerNotAllowed])
        case .cardData: codes.formUnion([.unauthorized, .customerNotAllowed, .scopeRequired])
        }
        if readsBody { codes.formUnion([.requestBodyLimitExceeded, .mediaTypeNotSupported]) }
        if readsBody, !isForm { codes.insert(.bodyNotReadable) }
        // A query parameter that is not known is refused also where there is none.
        if !isForm { codes.insert(.fieldErrors) }
        if query.contains(where: { $0.name == "limit" }) { codes.insert(.incorrectOffsetAndLimit) }
        if acceptsIdempotencyKey {
            codes.formUnion([.idempotencyKeyShouldBeValid, .idempotencyKeyReused, .idempotencyKeyInUse])
            // An answer cannot be kept for a customer who was swept away with the sandbox.
            if audience == .customer { codes.insert(.noSuchCustomer) }
        }
        if asksForAuthentication { codes.insert(.scaRequired) }
        if pathParameters.contains(where: { $0 != "customerId" && $0 != "brand" }) { codes.insert(.entityNotFound) }
        if pathParameters.contains("customerId") { codes.insert(.noSuchCustomer) }
        return ErrorCode.allCases.filter(codes.contains)
    }

    /// Where no body is needed one may come all the same, if only an empty one.
    private var readsBody: Bool { takesBody || method != .get }

    /// Whether the answer must not be kept by anyone on the way.
    public var answersSecret: Bool { answer?.all.contains { $0.members.contains(where: \.isSecret) } ?? false }

    /// One status, and everything that comes with it.
    public struct Answer: Sendable, Hashable {
        public let status: HTTPResponse.Status
        /// What it carries; of errors, `nil` stands for the shape that the service's errors have.
        public let body: ObjectSchema?
        /// The errors it can stand for; none if it is what was asked for.
        public let codes: [ErrorCode]
        public let headers: [Header]

        public var isError: Bool { status.kind == .clientError || status.kind == .serverError }
    }

    /// A header field of an answer.
    public enum Header: String, Sendable, Hashable, CaseIterable {
        case requestID = "X-Request-Id"
        case replayed = "Idempotent-Replayed"
        case retryAfter = "Retry-After"
        case challenge = "WWW-Authenticate"
        case cacheControl = "Cache-Control"

        /// Whether every answer has it that declares it.
        public var isRequired: Bool { self != .replayed && self != .cacheControl }
    }

    /// Success first, then by status.
    public var answers: [Answer] {
        let success = Answer(
            status: successStatus, body: answer, codes: [],
            headers: [.requestID] + (acceptsIdempotencyKey ? [.replayed] : [])
                + (answersSecret ? [.cacheControl] : []))
        let oauth = !isForm ? [] : [HTTPResponse.Status.badRequest, .unauthorized].map { status in
            Answer(
                status: status, body: TokenErrorBody.schema, codes: [],
                headers: [.requestID, .cacheControl] + (status == .unauthorized ? [.challenge] : []))
        }
        let problems = Dictionary(grouping: errorCodes, by: \.status).map { status, codes in
            Answer(status: status, body: nil, codes: codes, headers: headers(with: codes, status))
        }
        return [success] + (oauth + problems).sorted { $0.status.code < $1.status.code }
    }

    private func headers(with codes: [ErrorCode], _ status: HTTPResponse.Status) -> [Header] {
        // A wrong activation code is counted, so its answer too is given again to who sends it again.
        let isKept = acceptsIdempotencyKey && codes.contains(.activationDataShouldBeValid)
        return switch status {
        case .unauthorized: [.requestID, .challenge] + (codes.contains(.scaRequired) ? [.cacheControl] : [])
        case .tooManyRequests, .serviceUnavailable: [.requestID, .retryAfter]
        default: [.requestID] + (isKept ? [.replayed] : [])
        }
    }
}
