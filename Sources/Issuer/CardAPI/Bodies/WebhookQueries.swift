import HTTPContract

/// Which of the brand's subscriptions to list.
public struct WebhookSubscriptionListQuery: PagedQuery {
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters = paging("subscriptions", "subscription", upTo: 100)
}

/// Which part of the delivery log to list.
public struct WebhookDeliveryListQuery: PagedQuery {
    /// Empty for every status. DEAD selects the dead letters.
    public var statuses: [String] = []
    public var subscriptionId: String?
    public var cardId: String?
    public var accountId: String?
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters: [BoundParameter<WebhookDeliveryListQuery>] = [
        .enumerationList(
            "status", \.statuses, of: Vocabulary.webhookStatuses, "Returns only deliveries in one of these statuses."),
        .identifier("subscriptionId", \.subscriptionId, "Returns only deliveries to this subscription."),
        .identifier("cardId", \.cardId, "Returns only deliveries about this card."),
        .number(
            "accountId", \.accountId, digits: 12, "Returns only deliveries about transactions of this account."),
    ] + paging("deliveries", "delivery", upTo: 100)
}
