import HTTPContract
import HTTPTypes

/// Every operation of the service.
public enum Operations {
    public static let issueToken = Operation(
        name: "issueToken", summary: "Issue a token to a client, or to a client on behalf of a customer.",
        noun: .tokens, method: .post, path: base + "/auth/brands/{brand}/token", audience: .client, successStatus: .ok,
        answer: TokenBody.schema, payload: .form(TokenGrant.schemas))

    public static let listPrograms = Operation(
        name: "listPrograms", summary: "List the programs the customer is eligible for.", noun: .programs,
        method: .get, path: base + "/profile/prepaid/programs", audience: .customer, successStatus: .ok,
        answer: ProgramListBody.schema, query: ProgramListQuery.schema, errors: [.noSuchCustomer])

    public static let listCards = Operation(
        name: "listCards", summary: "List the customer's cards, newest first.", noun: .cards,
        method: .get, path: cards, audience: .customer, successStatus: .ok,
        answer: CardListBody.schema, query: CardListQuery.schema, links: .ofCard("$response.body#/cards/0/cardId"))

    public static let createCard = Operation(
        name: "createCard", summary: "Issue a virtual card, or order a physical one.", noun: .cards,
        method: .post, path: cards, audience: .customer, successStatus: .created,
        answer: CardBody.schema, payload: .json(CreateCardBody.schema),
        errors: [.cardLimitExceeded], links: .ofCard("$response.body#/cardId"))

    public static let getCard = Operation(
        name: "getCard", summary: "Look at one card.", noun: .cards,
        method: .get, path: card, audience: .customer, successStatus: .ok,
        answer: CardBody.schema, query: CardQuery.schema)

    public static let updateCard = Operation(
        name: "updateCard", summary: "Lock, unlock or cancel a card, or change its PIN.", noun: .cards,
        method: .patch, path: card, audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(UpdateCardBody.schema), errors: [.operationNotAllowed])

    public static let activateCard = Operation(
        name: "activateCard", summary: "Activate a physical card with what is printed on it.", noun: .cards,
        method: .post, path: card + "/activate", audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(ActivateCardBody.schema),
        errors: [.activationDataShouldBeValid, .operationNotAllowed])

    public static let replaceCard = Operation(
        name: "replaceCard", summary: "Replace a card that is damaged, lost or about to expire.", noun: .cards,
        method: .post, path: card + "/replace", audience: .customer, successStatus: .created,
        answer: CardBody.schema, payload: .json(ReplaceCardBody.schema),
        errors: [.operationNotAllowed], links: .ofCard("$response.body#/cardId"))

    public static let setPIN = Operation(
        name: "setPIN", summary: "Set the PIN of a card of a customer in the US.", noun: .cards,
        method: .put, path: card + "/pin", audience: .customer, successStatus: .ok,
        answer: CardBody.schema, payload: .json(SetPINBody.schema), errors: [.operationNotAllowed])

    public static let resetRetries = Operation(
        name: "resetRetries", summary: "Allow new attempts at the PIN and the security code.", noun: .cards,
        method: .post, path: card + "/retries/reset", audience: .customer, successStatus: .ok, answer: CardBody.schema,
        errors: [.operationNotAllowed])

    public static let showDetails = Operation(
        name: "showDetails", summary: "Show a card's number, security code, expiry and cardholder in plain text.",
        noun: .details, method: .get, path: card + "/details", audience: .cardData, successStatus: .ok,
        answer: DetailsBody.schema, errors: [.operationNotAllowed])

    public static let createSecureView = Operation(
        name: "createSecureView",
        summary: "Prepare a page that shows a card's details or PIN once, or seal them to a session's key.",
        noun: .details, method: .post, path: card + "/secure-details", audience: .cardData, successStatus: .created,
        answer: SecureViewBody.schema, payload: .json(SecureViewRequestBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests, .hostShouldBeValid])

    public static let tokenizeCard = Operation(
        name: "tokenizeCard", summary: "Seal a card for a mobile wallet.", noun: .tokenizations,
        method: .post, path: card + "/tokenizations", audience: .customer, successStatus: .created,
        answer: CardTokenizationBody.schema, payload: .json(TokenizeCardBody.schema),
        errors: [.tokenizationDataShouldBeValid, .operationNotAllowed, .tokenizationLimitExceeded],
        links: [.toTokenizationStatus])

    public static let updateTokenizationStatus = Operation(
        name: "updateTokenizationStatus", summary: "Tell that the card is in the wallet, and what its token is called.",
        noun: .tokenizations, method: .put, path: card + "/tokenizations", audience: .customer, successStatus: .ok,
        answer: TokenizationBody.schema, payload: .json(UpdateTokenizationBody.schema),
        errors: [.operationNotAllowed, .tokenizationConflict])

    public static let sendChallenge = Operation(
        name: "sendChallenge", summary: "Put a challenge to the customer, for strong customer authentication.",
        noun: .authentication,
        method: .post, path: authenticationEvent + "/challenges", audience: .customer, successStatus: .created,
        answer: ChallengeBody.schema, payload: .json(SendChallengeBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests], links: [.toAttempt])

    public static let attemptAuthentication = Operation(
        name: "attemptAuthentication", summary: "Answer the latest challenge.", noun: .authentication,
        method: .post, path: authenticationEvent + "/attempts", audience: .customer, successStatus: .ok,
        answer: AttemptBody.schema, payload: .json(AttemptAuthenticationBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests])

    public static let decideAuthentication = Operation(
        name: "decideAuthentication", summary: "Tell the outcome of an event that the partner decides about.",
        noun: .authentication,
        method: .post, path: base + "/sca/events/{eventId}/attempts", audience: .business, successStatus: .ok,
        answer: AttemptBody.schema, payload: .json(DecideAuthenticationBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests])

    public static let decideAuthenticationV2 = Operation(
        name: "decideAuthenticationV2", summary: "The same under the path of version 2.", noun: .authentication,
        method: .post, path: base + "/v2/sca/events/{eventId}/attempts", audience: .business, successStatus: .ok,
        answer: AttemptBody.schema, payload: .json(DecideAuthenticationBody.schema),
        errors: [.operationNotAllowed, .tooManyRequests])

    public static let setWalletPIN = Operation(
        name: "setWalletPIN", summary: "Set the PIN that a customer answers challenges with.", noun: .authentication,
        method: .put, path: base + "/customers/{customerId}/sca/pin", audience: .business, successStatus: .noContent,
        payload: .json(SetWalletPINBody.schema))

    public static let listTrustedDevices = Operation(
        name: "listTrustedDevices", summary: "List the devices the customer trusts.", noun: .devices,
        method: .get, path: trustedDevices, audience: .customer, successStatus: .ok,
        answer: TrustedDeviceListBody.schema)

    public static let trustDevice = Operation(
        name: "trustDevice", summary: "Trust a device: its signature can stand in for a challenge.", noun: .devices,
        method: .post, path: trustedDevices, audience: .customer, successStatus: .created,
        answer: TrustedDeviceBody.schema, payload: .json(TrustDeviceBody.schema), errors: [.deviceLimitExceeded],
        links: [.toDistrust])

    public static let distrustDevice = Operation(
        name: "distrustDevice", summary: "Trust a device no longer.", noun: .devices,
        method: .delete, path: trustedDevices + "/{deviceId}", audience: .customer, successStatus: .noContent)

    public static let listCustomerCards = Operation(
        name: "listCustomerCards", summary: "List the cards of one of the brand's customers, newest first.",
        noun: .customerCards, method: .get, path: customerCards, audience: .business, successStatus: .ok,
        answer: CardListBody.schema, query: CardListQuery.schema,
        links: .ofCustomerCard("$response.body#/cards/0/cardId"))

    public static let createCustomerCard = Operation(
        name: "createCustomerCard", summary: "Issue a card to one of the brand's customers.", noun: .customerCards,
        method: .post, path: customerCards, audience: .business, successStatus: .created,
        answer: CardBody.schema, payload: .json(CreateCardBody.schema),
        errors: [.cardLimitExceeded], links: .ofCustomerCard("$response.body#/cardId"))

    public static let getCustomerCard = Operation(
        name: "getCustomerCard", summary: "Look at one card of one of the brand's customers.", noun: .customerCards,
        method: .get, path: customerCard, audience: .business, successStatus: .ok,
        answer: CardBody.schema, query: CardQuery.schema)

    public static let updateCustomerCard = Operation(
        name: "updateCustomerCard", summary: "Cancel a card of one of the brand's customers, or lift its suspension.",
        noun: .customerCards, method: .patch, path: customerCard, audience: .business, successStatus: .ok,
        answer: CardBody.schema, payload: .json(BusinessUpdateBody.schema), errors: [.operationNotAllowed])

    public static let orderCards = Operation(
        name: "orderCards", summary: "Order many cards at once: all of them are issued, or none.", noun: .bulkOrders,
        method: .post, path: bulkOrders, audience: .business, successStatus: .accepted,
        answer: BulkOrderBody.schema, payload: .json(OrderCardsBody.schema), bodyLimitBytes: 1024 * 1024,
        errors: [.tooManyRequests], links: [.toBulkOrder])

    public static let getBulkOrder = Operation(
        name: "getBulkOrder", summary: "Look at how far an order for many cards has come.", noun: .bulkOrders,
        method: .get, path: bulkOrders + "/{orderId}", audience: .business, successStatus: .ok,
        answer: BulkOrderBody.schema)

    public static let subscribeWebhook = Operation(
        name: "subscribeWebhook", summary: "Have one type of event sent to a URL.", noun: .webhooks,
        method: .post, path: subscriptions, audience: .business, successStatus: .created,
        answer: WebhookSubscriptionBody.schema, payload: .json(SubscribeWebhookBody.schema), isRepeatable: true,
        errors: [.operationNotAllowed, .subscriptionLimitExceeded, .tooManyRequests], links: [.toUnsubscribe])

    public static let listWebhookSubscriptions = Operation(
        name: "listWebhookSubscriptions", summary: "List the brand's subscriptions, newest first.", noun: .webhooks,
        method: .get, path: subscriptions, audience: .business, successStatus: .ok,
        answer: WebhookSubscriptionListBody.schema, query: WebhookSubscriptionListQuery.schema)

    public static let unsubscribeWebhook = Operation(
        name: "unsubscribeWebhook", summary: "End a subscription and forget what waits for it.", noun: .webhooks,
        method: .delete, path: subscriptions + "/{subscriptionId}", audience: .business, successStatus: .noContent)

    public static let listWebhookDeliveries = Operation(
        name: "listWebhookDeliveries", summary: "List what was sent, is to be sent, or was given up, newest first.",
        noun: .webhooks, method: .get, path: deliveries, audience: .business, successStatus: .ok,
        answer: WebhookDeliveryListBody.schema, query: WebhookDeliveryListQuery.schema, links: [.toResend])

    public static let resendWebhook = Operation(
        name: "resendWebhook", summary: "Send an event again, or now.", noun: .webhooks,
        method: .post, path: deliveries + "/{deliveryId}/resend", audience: .business, successStatus: .accepted,
        isRepeatable: true)

    public static let all: [Operation] = [
        issueToken, listPrograms, listCards, createCard, getCard, updateCard, activateCard, replaceCard, setPIN,
        resetRetries, showDetails, createSecureView, tokenizeCard, updateTokenizationStatus,
        sendChallenge, attemptAuthentication, listTrustedDevices, trustDevice, distrustDevice,
        listCustomerCards, createCustomerCard, getCustomerCard, updateCustomerCard, decideAuthentication,
        decideAuthenticationV2, setWalletPIN, orderCards, getBulkOrder,
        subscribeWebhook, listWebhookSubscriptions, unsubscribeWebhook, listWebhookDeliveries, resendWebhook,
    ]

    /// Every code that the Card service can answer with, including those of its routing.
    public static let errorCodes = {
        let codes = Set(all.flatMap(\.errorCodes) + [.noSuchOperation, .methodNotAllowed, .rateLimit])
        return ErrorCode.cardService.filter(codes.contains)
    }()

    private static let base = "/digitalwallets/v1"
    private static let cards = base + "/profile/prepaid/cards"
    private static let card = cards + "/{cardId}"
    private static let authenticationEvent = base + "/auth/sca/events/{eventId}"
    private static let trustedDevices = base + "/auth/sca/trusted-devices"
    private static let customerCards = base + "/customers/{customerId}/prepaid/cards"
    private static let customerCard = customerCards + "/{cardId}"
    private static let bulkOrders = base + "/prepaid/cards/bulk"
    private static let subscriptions = base + "/webhooks/subscriptions"
    private static let deliveries = base + "/webhooks/deliveries"
}
