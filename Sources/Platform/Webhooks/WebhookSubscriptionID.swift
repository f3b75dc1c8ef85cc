import Identifiers

/// The id of a subscription.
public typealias WebhookSubscriptionID = ID<WebhookSubscription>
