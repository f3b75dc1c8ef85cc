import HTTPContract
import HTTPTypes

/// The operations of a brand's backend on its customers' cards and on its webhooks.
extension Operations {
    public static let listCustomerCards = Operation(
        name: "listCustomerCards",
        summary: "List a customer's cards",
        description: """
            Returns the cards of one of the brand's customers in pages, newest first, as `listCards` does for the \
            customer.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .customerCards, method: .get, path: customerCards, audience: .business, successStatus: .ok,
        answer: CardListBody.schema, query: CardListQuery.schema,
        links: .ofCustomerCard("$response.body#/cards/0/cardId"))

    public static let createCustomerCard = Operation(
        name: "createCustomerCard",
        summary: "Create a card for a customer",
        description: """
            Issues a card to one of the brand's customers by the same rules as `createCard`. The customer is not \
            authenticated.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .customerCards,
        method: .post, path: customerCards, audience: .business, successStatus: .created,
        answer: CardBody.schema, payload: .json(CreateCardBody.schema),
        errors: [.cardLimitExceeded], links: .ofCustomerCard("$response.body#/cardId"))

    public static let getCustomerCard = Operation(
        name: "getCustomerCard",
        summary: "Get a card of a customer",
        description: """
            Returns one card of one of the brand's customers. `include` adds its tokenizations and its available \
            actions.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .customerCards,
        method: .get, path: customerCard, audience: .business, successStatus: .ok,
        answer: CardBody.schema, query: CardQuery.schema)

    public static let updateCustomerCard = Operation(
        name: "updateCustomerCard",
        summary: "Cancel a card of a customer, or lift its suspension",
        description: """
            Cancels a card, or returns a `SUSPENDED` card to the status it had before. A lock under the suspension is \
            lifted as well. The business cannot set a card's PIN. A change that the card's status does not allow is \
            refused with 403.

            \(Conditions.business)
            """,
        noun: .customerCards, method: .patch, path: customerCard, audience: .business, successStatus: .ok,
        answer: CardBody.schema, payload: .json(BusinessUpdateBody.schema), errors: [.operationNotAllowed])

    public static let orderCards = Operation(
        name: "orderCards",
        summary: "Create a bulk order",
        description: """
            Orders up to 1,000 cards for customers of the brand. All entries are checked first: if any entry is \
            invalid, all errors are returned and nothing is stored. The cards are issued later and all together; \
            `getBulkOrder` reports the progress.

            \(Conditions.business) \(Conditions.key)
            """,
        noun: .bulkOrders,
        method: .post, path: bulkOrders, audience: .business, successStatus: .accepted,
        answer: BulkOrderBody.schema, payload: .json(OrderCardsBody.schema), bodyLimitBytes: 1024 * 1024,
        errors: [.tooManyRequests], links: [.toBulkOrder])

    public static let getBulkOrder = Operation(
        name: "getBulkOrder",
        summary: "Get a bulk order",
        description: """
            Returns the status of a bulk order, the issued cards once it is `COMPLETED`, or the reason once it has \
            `FAILED`.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .bulkOrders,
        method: .get, path: bulkOrders + "/{orderId}", audience: .business, successStatus: .ok,
        answer: BulkOrderBody.schema)

    public static let subscribeWebhook = Operation(
        name: "subscribeWebhook",
        summary: "Create a webhook subscription",
        description: """
            Subscribes a URL to one type of event. Each event is sent by `POST`, signed with the subscription's key: \
            at least once, and in order for each card. The signing key is in this response only. A brand can have 10 \
            subscriptions, and one for each type of event and URL. The URL must use https and lead to a public \
            address.

            `Signature` of each event is the Base64 of the HMAC-SHA256 of the raw body. The key of the HMAC is the \
            Base64-decoded `signingKey`, not its text.

            The request takes no `Idempotency-Key`, because a second subscription for the same event and URL is \
            refused.

            \(Conditions.business)
            """,
        noun: .webhooks,
        method: .post, path: subscriptions, audience: .business, successStatus: .created,
        answer: WebhookSubscriptionBody.schema, payload: .json(SubscribeWebhookBody.schema), isRepeatable: true,
        errors: [.operationNotAllowed, .subscriptionLimitExceeded, .tooManyRequests], links: [.toUnsubscribe])

    public static let listWebhookSubscriptions = Operation(
        name: "listWebhookSubscriptions",
        summary: "List webhook subscriptions",
        description: """
            Returns the brand's subscriptions in pages, newest first, without their signing keys.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .webhooks,
        method: .get, path: subscriptions, audience: .business, successStatus: .ok,
        answer: WebhookSubscriptionListBody.schema, query: WebhookSubscriptionListQuery.schema)

    public static let unsubscribeWebhook = Operation(
        name: "unsubscribeWebhook",
        summary: "Delete a webhook subscription",
        description: """
            Ends a subscription and discards the events that wait for it. Deleting it again is answered with 404.

            \(Conditions.business)
            """,
        noun: .webhooks,
        method: .delete, path: subscriptions + "/{subscriptionId}", audience: .business, successStatus: .noContent)

    public static let listWebhookDeliveries = Operation(
        name: "listWebhookDeliveries",
        summary: "List webhook deliveries",
        description: """
            Returns the events that were delivered, are waiting, or were given up, newest first, with their latest \
            attempts. Delivered events are listed for 7 days, events that were given up for 30.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .webhooks, method: .get, path: deliveries, audience: .business, successStatus: .ok,
        answer: WebhookDeliveryListBody.schema, query: WebhookDeliveryListQuery.schema, links: [.toResend])

    public static let resendWebhook = Operation(
        name: "resendWebhook",
        summary: "Resend a webhook",
        description: """
            Sends an event again that was delivered or given up. An event that waits for its next attempt is sent at \
            once. A message to a customer is not sent again: its code was removed.

            \(Conditions.business)
            """,
        noun: .webhooks,
        method: .post, path: deliveries + "/{deliveryId}/resend", audience: .business, successStatus: .accepted,
        isRepeatable: true, errors: [.operationNotAllowed])

    private static let customerCards = base + "/customers/{customerId}/prepaid/cards"
    static let customerCard = customerCards + "/{cardId}"
    private static let bulkOrders = base + "/prepaid/cards/bulk"
    private static let subscriptions = base + "/webhooks/subscriptions"
    private static let deliveries = base + "/webhooks/deliveries"
}
