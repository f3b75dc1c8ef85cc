import Identifiers

/// The id of a delivery.
public typealias WebhookDeliveryID = ID<WebhookDelivery>
