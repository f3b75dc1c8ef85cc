import HTTPContract
import HTTPTypes

/// Every code that the Card service answers with, and what is said of it, in the order of its page of errors.
///
/// ``ErrorCode/rawValue`` has four digits for the oldest codes of Paysafe's, and is `DW-…` for the others.
extension ErrorCode {
    public static let bodyNotReadable = ErrorCode(
        "5023", .badRequest, .documented,
        meaning: "The body is not one JSON object in UTF-8.",
        remedy: "Mend the JSON at the place the message names.")
    public static let fieldErrors = ErrorCode(
        "5068", .badRequest, .documented,
        meaning: "One or more fields are missing, unknown, of the wrong type or not acceptable.",
        remedy: "Mend every field listed in `fieldErrors` and send the request again.")
    public static let unknownIdentifier = ErrorCode(
        "5269", .notFound, .documented,
        meaning: "An identifier in the path does not have the form of one.",
        remedy: "Use the `cardId` as an earlier answer gave it.")
    public static let rateLimit = ErrorCode(
        "1200", .tooManyRequests, .documented,
        meaning: "The calling client has used up its share of requests.",
        remedy: "Wait as long as `Retry-After` says, then send the request again.")
    public static let internalError = ErrorCode(
        "1000", .internalServerError, .documented,
        meaning: "Something of ours failed outside any operation.",
        remedy: "Send the request again with the same `Idempotency-Key`; if it persists, report the `X-Request-Id`.")
    public static let incorrectOffsetAndLimit = ErrorCode(
        "DW-INCORRECT-OFFSET-AND-LIMIT", .badRequest, .documented,
        meaning: "The `limit` or the `offset` is not a whole number in its range.",
        remedy: "Use a `limit` of 1 to 100 and an `offset` of 0 or more.")
    public static let activationDataShouldBeValid = ErrorCode(
        "DW-ACTIVATION-DATA-SHOULD-BE-VALID", .badRequest, .decided, isKept: true,
        meaning: "The last four digits or the security code are not those of the card.",
        remedy: "Let the cardholder read both again from the plastic; too many wrong attempts suspend the card.")
    public static let tokenizationDataShouldBeValid = ErrorCode(
        "DW-TOKENIZATION-DATA-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "What the wallet's device sent along is not what one sends, or not usable.",
        remedy: "Do what `details` say for each cause, and have the wallet ask anew.")
    public static let idempotencyKeyShouldBeValid = ErrorCode(
        "DW-IDEMPOTENCY-KEY-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "The `Idempotency-Key` is empty, too long, repeated or not plain text.",
        remedy: "Send one key of 1 to 255 visible ASCII characters, such as a UUID.")
    public static let hostShouldBeValid = ErrorCode(
        "DW-HOST-SHOULD-BE-VALID", .badRequest, .decided,
        meaning: "The `Host` of the request is no name that an address in the answer may begin with.",
        remedy: "Send the `Host` header as a name or an address, and a port where there is one. Beyond the service's "
            + "own machine, the service has to be started with `--public-url`.")
    public static let unauthorized = ErrorCode(
        "DW-UNAUTHORIZED", .unauthorized, .decided,
        meaning: "The access token is missing, malformed, expired or not one of ours.",
        remedy: "Get a new token and send the request again.")
    public static let scaRequired = ErrorCode(
        "DW-SCA-REQUIRED", .unauthorized, .decided, answersSecret: true,
        meaning: "The operation needs strong customer authentication, and nothing that opens it came along.",
        remedy: "Answer the event in `WWW-Authenticate`, then repeat the request with `SCA-Authorization`.")
    public static let operationNotAllowed = ErrorCode(
        "DW-OPERATION-NOT-ALLOWED", .forbidden, .documented,
        meaning: "The card's status or kind does not allow what was asked.",
        remedy: "Look at the card's `availableActions`, or do what the message says is accepted.")
    public static let customerNotAllowed = ErrorCode(
        "DW-CUSTOMER-NOT-ALLOWED", .forbidden, .documented,
        meaning: "This customer may not do this, whatever the card.",
        remedy: "Do not offer the operation to this customer.")
    public static let scopeRequired = ErrorCode(
        "DW-SCOPE-REQUIRED", .forbidden, .decided,
        meaning: "The token lacks the scope that looking at card secrets needs.",
        remedy: "Request the scope `pci-dss-1` at token exchange.")
    public static let cardLimitExceeded = ErrorCode(
        "DW-CARD-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The customer holds as many cards of this program as it allows.",
        remedy: "Look at `allowableCards` of the programs before offering another card.")
    public static let tokenizationLimitExceeded = ErrorCode(
        "DW-TOKENIZATION-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The card has as many tokenizations as it may have.",
        remedy: "Delete the token of a device that is no longer used.")
    public static let deviceLimitExceeded = ErrorCode(
        "DW-DEVICE-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The customer trusts as many devices as are allowed.",
        remedy: "Delete a device that is no longer used.")
    public static let subscriptionLimitExceeded = ErrorCode(
        "DW-SUBSCRIPTION-LIMIT-EXCEEDED", .forbidden, .decided,
        meaning: "The brand has as many webhook subscriptions as it may have.",
        remedy: "Delete a subscription that is not needed any more.")
    public static let entityNotFound = ErrorCode(
        "DW-ENTITY-NOT-FOUND", .notFound, .documented,
        meaning: "The caller has no such card, program, event, device, order, subscription or delivery.",
        remedy: "List what there is and use one of those.")
    public static let noSuchCustomer = ErrorCode(
        "DW-NO-SUCH-CUSTOMER", .notFound, .documented,
        meaning: "There is no such customer, or it is one of another brand.",
        remedy: "Name a customer of your brand; exchange a token for one that exists.")
    public static let noSuchOperation = ErrorCode(
        "DW-NO-SUCH-OPERATION", .notFound, .decided,
        meaning: "No operation has this path.",
        remedy: "Compare method and path with the list of operations.")
    public static let methodNotAllowed = ErrorCode(
        "DW-METHOD-NOT-ALLOWED", .methodNotAllowed, .decided,
        meaning: "The path exists, but not with this method.",
        remedy: "Use one of the methods in the `Allow` header.")
    public static let tokenizationConflict = ErrorCode(
        "DW-TOKENIZATION-CONFLICT", .conflict, .decided,
        meaning: "The `dpanRef` is another token's, or the place has a token with another one.",
        remedy: "Look at the card's `tokenizations`; tell each token's own `dpanRef`.")
    public static let snapshotConflict = ErrorCode(
        "DW-SNAPSHOT-CONFLICT", .conflict, .decided,
        meaning: "The sandbox has a snapshot of this name.",
        remedy: "Delete the snapshot to take it anew, or choose another name.")
    public static let idempotencyKeyReused = ErrorCode(
        "DW-IDEMPOTENCY-KEY-REUSED", .conflict, .decided,
        meaning: "The `Idempotency-Key` was used before, with another request.",
        remedy: "Use a new key for every new request.")
    public static let idempotencyKeyInUse = ErrorCode(
        "DW-IDEMPOTENCY-KEY-IN-USE", .conflict, .decided,
        meaning: "The first request with this `Idempotency-Key` has not been answered yet.",
        remedy: "Wait a moment, then send the same request with the same key.")
    public static let requestBodyLimitExceeded = ErrorCode(
        "DW-REQUEST-BODY-LIMIT-EXCEEDED", .contentTooLarge, .decided,
        meaning: "The body is larger than its operation reads: 64 KiB, or 1 MiB of a bulk order.",
        remedy: "Send a smaller body; divide a bulk order in two.")
    public static let mediaTypeNotSupported = ErrorCode(
        "DW-MEDIA-TYPE-NOT-SUPPORTED", .unsupportedMediaType, .decided,
        meaning: "The body's `Content-Type` is not the one this operation reads.",
        remedy: "Send `application/json`, or a form where tokens are issued.")
    public static let tooManyRequests = ErrorCode(
        "DW-TOO-MANY-REQUESTS", .tooManyRequests, .documented,
        meaning: "More is waiting, for the service or for this brand, than can be done in time.",
        remedy: "Wait as long as `Retry-After` says, then send the request again.")
    public static let internalServerError = ErrorCode(
        "DW-INTERNAL-SERVER-ERROR", .internalServerError, .documented,
        meaning: "Something of ours failed; the answer says no more, the log does.",
        remedy: "Send the request again with the same `Idempotency-Key`; if it persists, report the `X-Request-Id`.")
    public static let serviceUnavailable = ErrorCode(
        "DW-SERVICE-UNAVAILABLE", .serviceUnavailable, .documented,
        meaning: "The service is starting, stopping or cut off from its database.",
        remedy: "Wait as long as `Retry-After` says and send the request again with the same key.")

    /// In the order of the page of errors.
    public static let cardService: [ErrorCode] = [
        .bodyNotReadable, .fieldErrors, .unknownIdentifier, .rateLimit, .internalError, .incorrectOffsetAndLimit,
        .activationDataShouldBeValid, .tokenizationDataShouldBeValid, .idempotencyKeyShouldBeValid,
        .hostShouldBeValid, .unauthorized, .scaRequired, .operationNotAllowed, .customerNotAllowed, .scopeRequired,
        .cardLimitExceeded, .tokenizationLimitExceeded, .deviceLimitExceeded, .subscriptionLimitExceeded,
        .entityNotFound, .noSuchCustomer, .noSuchOperation, .methodNotAllowed, .tokenizationConflict,
        .snapshotConflict, .idempotencyKeyReused, .idempotencyKeyInUse, .requestBodyLimitExceeded,
        .mediaTypeNotSupported, .tooManyRequests, .internalServerError, .serviceUnavailable,
    ]

    /// A code of the Card service by what the wire shows; nil for a code it has not.
    public init?(cardService rawValue: String) {
        guard let code = Self.cardService.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }
}
