import Identifiers

/// The id of an event, which is the same for every subscription that gets the event.
public typealias WebhookEventID = ID<NewWebhookEvent>
