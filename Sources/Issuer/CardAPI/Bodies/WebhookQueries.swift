import HTTPContract

/// Which of the brand's subscriptions to list.
public struct WebhookSubscriptionListQuery: RequestQuery {
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters: [BoundParameter<WebhookSubscriptionListQuery>] = [
        .integer(
            "limit", \.limit, in: 1...100, defaultValue: CardListQuery.defaultLimit,
            "The maximum number of subscriptions to return."),
        .integer(
            "offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0,
            "The index of the first subscription, from 0."),
    ]
}

/// Which part of the delivery log to list.
public struct WebhookDeliveryListQuery: RequestQuery {
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
        .integer(
            "limit", \.limit, in: 1...100, defaultValue: CardListQuery.defaultLimit,
            "The maximum number of deliveries to return."),
        .integer(
            "offset", \.offset, in: 0...Int(Int32.max), defaultValue: 0, "The index of the first delivery, from 0."),
    ]
}
