import HTTPContract
import HTTPTypes

/// The conventions of the Card service: they derive most error codes and header fields of an operation from its other
/// properties.
extension Operation {
    /// - Parameters:
    ///   - isRepeatable: whether a second request has no further effect. Any other POST takes an `Idempotency-Key`,
    /// except a form, and an operation that shows card secrets, whose response is never stored.
    ///   - errors: error codes besides those that follow from the other parameters.
    package init(
        name: String, summary: String, description: String, noun: Noun, method: HTTPRequest.Method, path: String,
        audience: Audience, successStatus: HTTPResponse.Status, answer: ObjectSchema? = nil,
        answersArray: Bool = false, query: [QueryParameter] = [], payload: Payload = .none,
        otherMediaTypes: [String] = [], isRepeatable: Bool = false, bodyLimitBytes: Int = usualBodyLimitBytes,
        errors: [ErrorCode] = [], among knownCodes: [ErrorCode] = ErrorCode.cardService, links: [Link] = []
    ) {
        self.init(
            name: name, summary: summary, description: description, noun: noun, method: method, path: path,
            audience: audience, successStatus: successStatus, answer: answer, answersArray: answersArray, query: query,
            payload: payload,
            otherMediaTypes: otherMediaTypes, bodyLimitBytes: bodyLimitBytes, headers: [], errorCodes: [], links: links)
        acceptsIdempotencyKey = method == .post && !isForm && !isRepeatable && audience != .cardData
        headers =
            (acceptsIdempotencyKey ? [.idempotencyKey] : [])
            + (asksForAuthentication ? [.scaAuthorization, .scaDevice] : []) + [.requestID]
        let codes = impliedErrors.union(errors)
        errorCodes = knownCodes.filter(codes.contains)
        if isForm { otherErrors = Self.errorsOfOAuth }
    }

    /// Whether a brand can protect the operation with strong customer authentication. That is so for the token call,
    /// and for every operation by which a customer's token changes something or shows card secrets.
    public var asksForAuthentication: Bool {
        switch audience {
        case .client, .cardData: true
        case .customer: method != .get
        default: false
        }
    }

    private var impliedErrors: Set<ErrorCode> {
        var codes = Set(audience.errorCodes + [.internalServerError, .serviceUnavailable])
        if audience.scheme != nil { codes.insert(.rateLimit) }
        if readsBody { codes.formUnion([.requestBodyLimitExceeded, .mediaTypeNotSupported]) }
        if readsBody, !isForm { codes.insert(.bodyNotReadable) }
        // An unknown query parameter is refused even if the operation has no parameters.
        if !isForm { codes.insert(.fieldErrors) }
        if query.contains(where: { $0.name == "limit" }) { codes.insert(.incorrectOffsetAndLimit) }
        if query.contains(where: { $0.name == "accountId" }) { codes.insert(.accountIDShouldBeNumeric) }
        if acceptsIdempotencyKey {
            codes.formUnion([.idempotencyKeyShouldBeValid, .idempotencyKeyReused, .idempotencyKeyInUse])
            // A token may still be valid when its customer no longer exists.
            if [.customer, .authenticating].contains(audience) { codes.insert(.noSuchCustomer) }
        }
        if asksForAuthentication, !isForm { codes.insert(.scaRequired) }
        if pathParameters.contains(where: { $0 != "customerId" && $0 != "brand" }) { codes.insert(.entityNotFound) }
        if pathParameters.contains("customerId") { codes.insert(.noSuchCustomer) }
        return codes
    }

    /// RFC 6749, section 5.2.
    private static let errorsOfOAuth = [HTTPResponse.Status.badRequest, .unauthorized].map { status in
        Answer(
            status: status, body: TokenErrorBody.schema,
            headers: [.requestID, .cacheControl] + (status == .unauthorized ? [.challenge] : []))
    }
}

extension HeaderParameter {
    static let scaAuthorization = HeaderParameter(
        "SCA-Authorization", .object(AuthenticationPassBody.schema, maximumLength: 4096),
        example: "eyJzY2FEZXRhaWxzIjp7ImV2ZW50SWQiOiIwZDNhNmIwZS02YzVlLTRmNWItOWQzYy0zZjdmNGYzYTJiMTAiLCJ3"
            + "YWxsZXRPcGVyYXRpb25JZCI6ImI3YTJmN2YyLTNmNTQtNGEwNi04YzBjLTFhNGY4ZjdmNWQyMSJ9fQ==",
        "The verified event of strong customer authentication for this request.")

    static let scaDevice = HeaderParameter(
        "SCA-Device", .object(DevicePassBody.schema, maximumLength: 4096),
        example: "eyJkZXZpY2VJZCI6IjViYjJiNGE1LTdhM2EtNGQzYS05ZjM1LTJmMWY4ZTFlMmExMSIsInNpZ25lZEF0IjoxNzcz"
            + "NTc2MDAwMDAwLCJzaWduYXR1cmUiOiJNRVVDSVFEeCJ9",
        "The request's signature by a trusted device.")
}

extension ErrorCode {
    /// The code for a request that could not be read.
    public init(_ cause: RequestError.Cause) {
        self =
            switch cause {
            case .bodyNotReadable: .bodyNotReadable
            case .bodyTooLarge: .requestBodyLimitExceeded
            case .mediaTypeNotSupported, .contentCodingNotSupported: .mediaTypeNotSupported
            case .fieldsNotAcceptable: .fieldErrors
            case .pagingNotAcceptable: .incorrectOffsetAndLimit
            case .idempotencyKeyNotValid: .idempotencyKeyShouldBeValid
            case .hostNotValid: .hostShouldBeValid
            case .noSuchOperation: .noSuchOperation
            case .methodNotAllowed: .methodNotAllowed
            }
    }
}
