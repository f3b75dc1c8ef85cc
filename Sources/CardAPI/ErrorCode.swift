import HTTPTypes

/// Every code an error answer can carry. Closed, so that the page of errors is complete and no route invents its own.
///
/// ``rawValue`` is what the wire shows: four digits for the oldest codes, `DW-…` for the others.
public enum ErrorCode: String, Sendable, Hashable, CaseIterable, Codable {
    case bodyNotReadable = "5023"
    case fieldErrors = "5068"
    case unknownIdentifier = "5269"
    case rateLimit = "1200"
    case internalError = "1000"

    case incorrectOffsetAndLimit = "DW-INCORRECT-OFFSET-AND-LIMIT"
    case activationDataShouldBeValid = "DW-ACTIVATION-DATA-SHOULD-BE-VALID"
    case tokenizationDataShouldBeValid = "DW-TOKENIZATION-DATA-SHOULD-BE-VALID"
    case idempotencyKeyShouldBeValid = "DW-IDEMPOTENCY-KEY-SHOULD-BE-VALID"
    case hostShouldBeValid = "DW-HOST-SHOULD-BE-VALID"

    case unauthorized = "DW-UNAUTHORIZED"
    case scaRequired = "DW-SCA-REQUIRED"

    case operationNotAllowed = "DW-OPERATION-NOT-ALLOWED"
    case customerNotAllowed = "DW-CUSTOMER-NOT-ALLOWED"
    case scopeRequired = "DW-SCOPE-REQUIRED"
    case cardLimitExceeded = "DW-CARD-LIMIT-EXCEEDED"
    case tokenizationLimitExceeded = "DW-TOKENIZATION-LIMIT-EXCEEDED"
    case deviceLimitExceeded = "DW-DEVICE-LIMIT-EXCEEDED"
    case subscriptionLimitExceeded = "DW-SUBSCRIPTION-LIMIT-EXCEEDED"

    case entityNotFound = "DW-ENTITY-NOT-FOUND"
    case noSuchCustomer = "DW-NO-SUCH-CUSTOMER"
    case noSuchOperation = "DW-NO-SUCH-OPERATION"

    case methodNotAllowed = "DW-METHOD-NOT-ALLOWED"
    case tokenizationConflict = "DW-TOKENIZATION-CONFLICT"
    case snapshotConflict = "DW-SNAPSHOT-CONFLICT"
    case idempotencyKeyReused = "DW-IDEMPOTENCY-KEY-REUSED"
    case idempotencyKeyInUse = "DW-IDEMPOTENCY-KEY-IN-USE"
    case requestBodyLimitExceeded = "DW-REQUEST-BODY-LIMIT-EXCEEDED"
    case mediaTypeNotSupported = "DW-MEDIA-TYPE-NOT-SUPPORTED"
    case tooManyRequests = "DW-TOO-MANY-REQUESTS"

    case internalServerError = "DW-INTERNAL-SERVER-ERROR"
    case serviceUnavailable = "DW-SERVICE-UNAVAILABLE"

    public var status: HTTPResponse.Status {
        switch self {
        case .bodyNotReadable, .fieldErrors, .incorrectOffsetAndLimit, .activationDataShouldBeValid,
            .tokenizationDataShouldBeValid, .idempotencyKeyShouldBeValid, .hostShouldBeValid:
            .badRequest
        case .unauthorized, .scaRequired: .unauthorized
        case .operationNotAllowed, .customerNotAllowed, .scopeRequired, .cardLimitExceeded, .tokenizationLimitExceeded,
            .deviceLimitExceeded, .subscriptionLimitExceeded:
            .forbidden
        case .unknownIdentifier, .entityNotFound, .noSuchCustomer, .noSuchOperation: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .tokenizationConflict, .snapshotConflict, .idempotencyKeyReused, .idempotencyKeyInUse: .conflict
        case .requestBodyLimitExceeded: .contentTooLarge
        case .mediaTypeNotSupported: .unsupportedMediaType
        case .rateLimit, .tooManyRequests: .tooManyRequests
        case .internalError, .internalServerError: .internalServerError
        case .serviceUnavailable: .serviceUnavailable
        }
    }

    /// Who says so.
    public enum Origin: String, Sendable {
        /// Paysafe's public documentation names the code.
        case documented
        /// Chosen here, by the documented grammar, where nothing public says what the answer is.
        case decided
    }

    public var origin: Origin {
        switch self {
        case .bodyNotReadable, .fieldErrors, .unknownIdentifier, .rateLimit, .internalError, .incorrectOffsetAndLimit,
            .operationNotAllowed, .customerNotAllowed, .entityNotFound, .noSuchCustomer, .tooManyRequests,
            .internalServerError, .serviceUnavailable:
            .documented
        case .activationDataShouldBeValid, .tokenizationDataShouldBeValid, .idempotencyKeyShouldBeValid,
            .hostShouldBeValid, .unauthorized, .scaRequired, .scopeRequired, .cardLimitExceeded,
            .tokenizationLimitExceeded, .tokenizationConflict, .deviceLimitExceeded, .subscriptionLimitExceeded,
            .noSuchOperation, .methodNotAllowed, .snapshotConflict, .idempotencyKeyReused, .idempotencyKeyInUse,
            .requestBodyLimitExceeded, .mediaTypeNotSupported:
            .decided
        }
    }
}
