import HTTPContract
import HTTPTypes

/// Every error code of the Card service with its texts, in the order of the error page.
///
/// ``ErrorCode/rawValue`` has four digits for Paysafe's oldest codes, and begins with `DW-` for the others.
extension ErrorCode {
    public static let bodyNotReadable = ErrorCode(
        "5023", .badRequest, .documented,
        meaning: "The body is not a single JSON object in UTF-8.",
        remedy: "Correct the JSON at the position that the message names.")
    public static let fieldErrors = ErrorCode(
        "5068", .badRequest, .documented,
        meaning: "One or more fields are missing, unknown, of the wrong type or invalid.",
        remedy: "Correct every field listed in `fieldErrors` and send the request again.")
    public static let rateLimit = ErrorCode(
        "1200", .tooManyRequests, .documented, statesLimit: true,
        meaning: "The client or the customer has sent more requests in a minute than the brand allows, or too many "
            + "wrong secrets came from the client's address.",
        remedy: "Wait as long as `Retry-After` says, then send the request again.")
    public static let incorrectOffsetAndLimit = ErrorCode(
        "DW-INCORRECT-OFFSET-AND-LIMIT", .badRequest, .documented,
        meaning: "The `limit` or the `offset` is not a whole number in its range.",
        remedy: "Use a `limit` of 1 to 100 and an `offset` of 0 or more.")
    public static let accountIDShouldBeNumeric = ErrorCode(
        "DW-CUSTOMER-ACCOUNT-ID-SHOULD-BE-NUMERIC", .badRequest, .documented,
        meaning: "The `accountId` is not the number of an account.",
        remedy: "Use the `id` of an account, as a text of digits.")
    public static let transactionBadRequest = ErrorCode(
        "DW-TRANSACTION-BAD-REQUEST", .badRequest, .decided,
        meaning: "Neither an `accountId` nor a `merchantRefNum` is given.",
        remedy: "Give at least one of them.")
    public static let authorizationBadRequest = ErrorCode(
        "DW-AUTHORIZATION-BAD-REQUEST", .badRequest, .decided,
        meaning: "No `accountId` is given.",
        remedy: "Give the account whose authorizations are to be listed.")
    public static let activationDataShouldBeValid = ErrorCode(
        "DW-ACTIVATION-DATA-SHOULD-BE-VALID", .badRequest, .decided, isKept: true,
        meaning: "The last four digits or the security code do not match the card.",
        remedy: "Let the cardholder read both from the card again; too many wrong attempts suspend the card.")
    public static let tokenizationDataShouldBeValid = ErrorCode(
        "DW-TOKENIZATION-DATA-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "The data from the wallet or its device is invalid.",
        remedy: "Follow the remedies in `details`, and let the wallet start again.")
    public static let idempotencyKeyShouldBeValid = ErrorCode(
        "DW-IDEMPOTENCY-KEY-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "The `Idempotency-Key` is empty, too long, repeated or not visible ASCII, or it looks like a card "
            + "number.",
        remedy: "Send one key of 1 to 255 visible ASCII characters that does not look like a card number, such as a "
            + "UUID.")
    public static let hostShouldBeValid = ErrorCode(
        "DW-HOST-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "The `Host` header is invalid, or cannot be used in an address in the response.",
        remedy: "Send one `Host` header with a name or an address, and a port if there is one. To use the service "
            + "from other machines, start it with `--public-url`.")
    public static let transferNotEnoughBalance = ErrorCode(
        "DW-TRANSFER-NOT-ENOUGH-BALANCE", .badRequest, .documented,
        meaning: "The sender's available balance is less than the amount of the transfer.",
        remedy: "Load the account, or create a smaller transfer.")
    public static let transferInvalidCurrency = ErrorCode(
        "DW-TRANSFER-INVALID-CURRENCY", .badRequest, .documented,
        meaning: "The sender has no account in the currency of the transfer.",
        remedy: "Use the currency of one of the sender's accounts.")
    public static let withdrawalNotEnoughBalance = ErrorCode(
        "DW-WITHDRAWAL-NOT-ENOUGH-BALANCE", .badRequest, .decided,
        meaning: "The customer's available balance is less than the amount of the withdrawal.",
        remedy: "Load the account, or create a smaller withdrawal.")
    public static let withdrawalInvalidCurrency = ErrorCode(
        "DW-WITHDRAWAL-INVALID-CURRENCY", .badRequest, .decided,
        meaning: "The customer has no account in the currency of the withdrawal.",
        remedy: "Use the currency of one of the customer's accounts.")
    public static let unauthorized = ErrorCode(
        "DW-UNAUTHORIZED", .unauthorized, .decided,
        meaning: "The access token is missing, malformed, expired or unknown.",
        remedy: "Get a new token and send the request again.")
    public static let scaRequired = ErrorCode(
        "DW-SCA-REQUIRED", .unauthorized, .decided, answersSecret: true,
        meaning: "The operation requires strong customer authentication, and the request has no valid proof of it.",
        remedy: "Answer the event in `WWW-Authenticate`, then repeat the request with `SCA-Authorization`.")
    public static let operationNotAllowed = ErrorCode(
        "DW-OPERATION-NOT-ALLOWED", .forbidden, .documented,
        meaning: "The status or the kind of the card does not allow the operation.",
        remedy: "Check the card's `availableActions`, or do what the message suggests.")
    public static let customerNotAllowed = ErrorCode(
        "DW-CUSTOMER-NOT-ALLOWED", .forbidden, .documented,
        meaning: "The caller is not allowed to use the operation.",
        remedy: "Do not offer the operation to this customer.")
    public static let scopeRequired = ErrorCode(
        "DW-SCOPE-REQUIRED", .forbidden, .decided,
        meaning: "The token lacks the scope for card secrets.",
        remedy: "Request the scope `pci-dss-1` in the token exchange.")
    public static let cardLimitExceeded = ErrorCode(
        "DW-CARD-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The customer already has as many cards of this program as it allows.",
        remedy: "Check `allowableCards` of the programs before offering another card.")
    public static let tokenizationLimitExceeded = ErrorCode(
        "DW-TOKENIZATION-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The card has reached its limit of tokenizations.",
        remedy: "Delete the token of a device that is no longer used.")
    public static let deviceLimitExceeded = ErrorCode(
        "DW-DEVICE-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The customer has reached the limit of trusted devices.",
        remedy: "Delete a device that is no longer used.")
    public static let subscriptionLimitExceeded = ErrorCode(
        "DW-SUBSCRIPTION-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The brand has reached its limit of webhook subscriptions.",
        remedy: "Delete a subscription that is no longer needed.")
    public static let entityNotFound = ErrorCode(
        "DW-ENTITY-NOT-FOUND", .notFound, .documented,
        meaning: "The caller has no such card, program, account, transaction, authorization, dispute, event, device, "
            + "order, subscription or delivery.",
        remedy: "List what exists, and use an id from that list.")
    public static let noSuchCustomer = ErrorCode(
        "DW-NO-SUCH-CUSTOMER", .notFound, .documented,
        meaning: "The customer does not exist, or belongs to another brand.",
        remedy: "Use the id of an existing customer of your brand.")
    public static let noSuchOperation = ErrorCode(
        "DW-NO-SUCH-OPERATION", .notFound, .decided,
        meaning: "No operation has this path.",
        remedy: "Compare method and path with the list of operations.")
    public static let methodNotAllowed = ErrorCode(
        "DW-METHOD-NOT-ALLOWED", .methodNotAllowed, .decided,
        meaning: "The path exists, but not with this method.",
        remedy: "Use one of the methods in the `Allow` header.")
    public static let customerExists = ErrorCode(
        "DW-CUSTOMER-ALREADY-EXISTS", .conflict, .decided,
        meaning: "Another customer of the brand has the `externalId` or the e-mail address.",
        remedy: "Send the identifiers of this customer, or update the customer who has them.")
    public static let depositDuplicatedMerchantRef = ErrorCode(
        "DW-DEPOSIT-DUPLICATED-MERCHANT-REF", .conflict, .decided,
        meaning: "The `merchantRefNum` of the deposit belongs to another movement of the caller.",
        remedy: "Send a new `merchantRefNum`, or exactly the request that used it first.")
    public static let transferDuplicatedMerchantRef = ErrorCode(
        "DW-TRANSFER-DUPLICATED-MERCHANT-REF", .conflict, .documented,
        meaning: "The `merchantRefNum` of the transfer belongs to another movement of the caller.",
        remedy: "Send a new `merchantRefNum`, or exactly the request that used it first.")
    public static let withdrawalDuplicatedMerchantRef = ErrorCode(
        "DW-WITHDRAWAL-DUPLICATED-MERCHANT-REF", .conflict, .decided,
        meaning: "The `merchantRefNum` of the withdrawal belongs to another movement of the caller.",
        remedy: "Send a new `merchantRefNum`, or exactly the request that used it first.")
    public static let tokenizationConflict = ErrorCode(
        "DW-TOKENIZATION-CONFLICT", .conflict, .decided,
        meaning: "The `dpanRef` belongs to another token, or the tokenization was completed with another one.",
        remedy: "Check the card's `tokenizations`, and send each token's own `dpanRef`.")
    public static let disputeConflict = ErrorCode(
        "DW-DISPUTE-CONFLICT", .conflict, .decided,
        meaning: "The payment has a dispute that is not over, or another step has used the `networkReference`.",
        remedy: "Get the dispute, and continue with it; or give the step a reference of its own.")
    public static let idempotencyKeyReused = ErrorCode(
        "DW-IDEMPOTENCY-KEY-REUSED", .conflict, .decided,
        meaning: "The `Idempotency-Key` was used before with another request.",
        remedy: "Use a new key for every new request.")
    public static let idempotencyKeyInUse = ErrorCode(
        "DW-IDEMPOTENCY-KEY-IN-USE", .conflict, .decided,
        meaning: "The first request with this `Idempotency-Key` is still being processed.",
        remedy: "Wait a moment, then send the same request with the same key.")
    public static let requestBodyLimitExceeded = ErrorCode(
        "DW-REQUEST-BODY-LIMIT-EXCEEDED", .contentTooLarge, .decided,
        meaning: "The body is larger than the operation accepts: 64 KiB, or 1 MiB for a bulk order.",
        remedy: "Send a smaller body; split a bulk order.")
    public static let mediaTypeNotSupported = ErrorCode(
        "DW-MEDIA-TYPE-NOT-SUPPORTED", .unsupportedMediaType, .decided,
        meaning: "The `Content-Type` of the body is missing or not supported by the operation, or the body has a "
            + "`Content-Encoding`.",
        remedy: "Send `application/json`, or a form to the token operation, and do not compress it.")
    public static let tooManyRequests = ErrorCode(
        "DW-TOO-MANY-REQUESTS", .tooManyRequests, .documented,
        meaning: "Too many requests are waiting, in the service or for this brand or customer.",
        remedy: "Wait as long as `Retry-After` says, then send the request again.")
    public static let internalServerError = ErrorCode(
        "DW-INTERNAL-SERVER-ERROR", .internalServerError, .documented,
        meaning: "The service failed. The cause is in its log.",
        remedy: "Send the request again with the same `Idempotency-Key`; if it persists, report the `X-Request-Id`.")
    public static let serviceUnavailable = ErrorCode(
        "DW-SERVICE-UNAVAILABLE", .serviceUnavailable, .documented,
        meaning: "The service is starting, stopping or cut off from its database. The message says if nothing was "
            + "done, or if that is not known, because the connection was lost while the request was stored.",
        remedy: "Wait as long as `Retry-After` says and send the request again with the same `Idempotency-Key`. If "
            + "the first request succeeded, its response is returned and nothing is done twice.")

    /// Those that the service can send, in the order of the error page.
    public static let cardService: [ErrorCode] = [
        .bodyNotReadable, .fieldErrors, .rateLimit, .incorrectOffsetAndLimit,
        .accountIDShouldBeNumeric, .transactionBadRequest, .authorizationBadRequest,
        .activationDataShouldBeValid, .tokenizationDataShouldBeValid, .idempotencyKeyShouldBeValid,
        .hostShouldBeValid, .transferNotEnoughBalance, .transferInvalidCurrency,
        .withdrawalNotEnoughBalance, .withdrawalInvalidCurrency, .unauthorized, .scaRequired,
        .operationNotAllowed, .customerNotAllowed, .scopeRequired,
        .cardLimitExceeded, .tokenizationLimitExceeded, .deviceLimitExceeded, .subscriptionLimitExceeded,
        .entityNotFound, .noSuchCustomer, .noSuchOperation, .methodNotAllowed, .customerExists,
        .depositDuplicatedMerchantRef, .transferDuplicatedMerchantRef, .withdrawalDuplicatedMerchantRef,
        .tokenizationConflict, .disputeConflict, .idempotencyKeyReused, .idempotencyKeyInUse, .requestBodyLimitExceeded,
        .mediaTypeNotSupported, .tooManyRequests, .internalServerError, .serviceUnavailable,
    ]

    /// Those that Paysafe documents and this service never sends, each with the one that it sends instead.
    public static let neverSent: [(code: ErrorCode, instead: ErrorCode)] = [
        (
            ErrorCode(
                "5269", .notFound, .documented,
                meaning: "An identifier in the path is malformed.",
                remedy: "Use the `cardId` from an earlier response."),
            .entityNotFound
        ),
        (
            ErrorCode(
                "1000", .internalServerError, .documented,
                meaning: "The service failed outside any operation.",
                remedy: "Send the request again with the same `Idempotency-Key`."),
            .internalServerError
        ),
    ]

    /// Those that a client can meet, here or at Paysafe.
    public static let known = cardService + neverSent.map { $0.code }

    /// A known code by its text on the wire.
    public init?(cardService rawValue: String) {
        guard let code = Self.known.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }
}
