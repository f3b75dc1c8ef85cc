/// What the page of errors says about each code.
extension ErrorCode {
    /// What has happened, in a sentence.
    public var meaning: String {
        switch self {
        case .bodyNotReadable: "The body is not one JSON object in UTF-8."
        case .fieldErrors: "One or more fields are missing, unknown, of the wrong type or not acceptable."
        case .unknownIdentifier: "An identifier in the path does not have the form of one."
        case .rateLimit: "The calling client has used up its share of requests."
        case .internalError: "Something of ours failed outside any operation."
        case .incorrectOffsetAndLimit: "The `limit` or the `offset` is not a whole number in its range."
        case .activationDataShouldBeValid: "The last four digits or the security code are not those of the card."
        case .tokenizationDataShouldBeValid: "What the wallet's device sent along is not what one sends, or not usable."
        case .idempotencyKeyShouldBeValid: "The `Idempotency-Key` is empty, too long, repeated or not plain text."
        case .hostShouldBeValid: "The `Host` of the request is no name that an address in the answer may begin with."
        case .unauthorized: "The access token is missing, malformed, expired or not one of ours."
        case .scaRequired: "The operation needs strong customer authentication, and nothing that opens it came along."
        case .operationNotAllowed: "The card's status or kind does not allow what was asked."
        case .customerNotAllowed: "This customer may not do this, whatever the card."
        case .scopeRequired: "The token lacks the scope that looking at card secrets needs."
        case .cardLimitExceeded: "The customer holds as many cards of this program as it allows."
        case .tokenizationLimitExceeded: "The card has as many tokenizations as it may have."
        case .deviceLimitExceeded: "The customer trusts as many devices as are allowed."
        case .subscriptionLimitExceeded: "The brand has as many webhook subscriptions as it may have."
        case .entityNotFound: "The caller has no such card, program, event, device, order, subscription or delivery."
        case .noSuchCustomer: "There is no such customer, or it is one of another brand."
        case .noSuchOperation: "No operation has this path."
        case .methodNotAllowed: "The path exists, but not with this method."
        case .tokenizationConflict: "The `dpanRef` is another token's, or the place has a token with another one."
        case .snapshotConflict: "The sandbox has a snapshot of this name."
        case .idempotencyKeyReused: "The `Idempotency-Key` was used before, with another request."
        case .idempotencyKeyInUse: "The first request with this `Idempotency-Key` has not been answered yet."
        case .requestBodyLimitExceeded: "The body is larger than its operation reads: 64 KiB, or 1 MiB of a bulk order."
        case .mediaTypeNotSupported: "The body's `Content-Type` is not the one this operation reads."
        case .tooManyRequests: "More is waiting, for the service or for this brand, than can be done in time."
        case .internalServerError: "Something of ours failed; the answer says no more, the log does."
        case .serviceUnavailable: "The service is starting, stopping or cut off from its database."
        }
    }

    /// What the caller can do about it, in a sentence.
    public var remedy: String {
        switch self {
        case .bodyNotReadable: "Mend the JSON at the place the message names."
        case .fieldErrors: "Mend every field listed in `fieldErrors` and send the request again."
        case .unknownIdentifier: "Use the `cardId` as an earlier answer gave it."
        case .rateLimit, .tooManyRequests: "Wait as long as `Retry-After` says, then send the request again."
        case .internalError, .internalServerError:
            "Send the request again with the same `Idempotency-Key`; if it persists, report the `X-Request-Id`."
        case .incorrectOffsetAndLimit: "Use a `limit` of 1 to 100 and an `offset` of 0 or more."
        case .activationDataShouldBeValid:
            "Let the cardholder read both again from the plastic; too many wrong attempts suspend the card."
        case .tokenizationDataShouldBeValid: "Do what `details` say for each cause, and have the wallet ask anew."
        case .idempotencyKeyShouldBeValid: "Send one key of 1 to 255 visible ASCII characters, such as a UUID."
        case .hostShouldBeValid:
            "Send the `Host` header as a name or an address, and a port where there is one. Beyond the service's own "
                + "machine, the service has to be started with `--public-url`."
        case .unauthorized: "Get a new token and send the request again."
        case .scaRequired: "Answer the event in `WWW-Authenticate`, then repeat the request with `SCA-Authorization`."
        case .operationNotAllowed: "Look at the card's `availableActions`, or do what the message says is accepted."
        case .customerNotAllowed: "Do not offer the operation to this customer."
        case .scopeRequired: "Request the scope `pci-dss-1` at token exchange."
        case .cardLimitExceeded: "Look at `allowableCards` of the programs before offering another card."
        case .tokenizationLimitExceeded: "Delete the token of a device that is no longer used."
        case .deviceLimitExceeded: "Delete a device that is no longer used."
        case .subscriptionLimitExceeded: "Delete a subscription that is not needed any more."
        case .entityNotFound: "List what there is and use one of those."
        case .noSuchCustomer: "Name a customer of your brand; exchange a token for one that exists."
        case .noSuchOperation: "Compare method and path with the list of operations."
        case .methodNotAllowed: "Use one of the methods in the `Allow` header."
        case .tokenizationConflict: "Look at the card's `tokenizations`; tell each token's own `dpanRef`."
        case .snapshotConflict: "Delete the snapshot to take it anew, or choose another name."
        case .idempotencyKeyReused: "Use a new key for every new request."
        case .idempotencyKeyInUse: "Wait a moment, then send the same request with the same key."
        case .requestBodyLimitExceeded: "Send a smaller body; divide a bulk order in two."
        case .mediaTypeNotSupported: "Send `application/json`, or a form where tokens are issued."
        case .serviceUnavailable: "Wait as long as `Retry-After` says and send the request again with the same key."
        }
    }
}
