import Identifiers

/// The id of an endpoint at which a client gets webhooks.
typealias StitchWebhookID = ID<StitchWebhook>
