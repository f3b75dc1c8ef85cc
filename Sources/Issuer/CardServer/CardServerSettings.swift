import HTTPService
import Logging
import Webhooks

/// The settings that a card server needs in addition to the use cases.
public struct CardServerSettings: Sendable {
    public var logger: Logger
    /// Counts the requests, and is the content of `/metrics`.
    public var metrics: PrometheusRegistry
    /// The beginning of addresses in responses. If nil, only callers on the same machine get the address of a secure
    /// view.
    public var publicURL: PublicURL?
    /// Where webhooks may go, and how they are sent.
    public var webhooks: WebhookSettings
    /// What the service's addresses have before an operation's path, such as `/tenants/blue`; usually nothing.
    package var pathPrefix = ""

    public init(
        logger: Logger, metrics: PrometheusRegistry, publicURL: PublicURL? = nil, webhooks: WebhookSettings = .init()
    ) {
        self.logger = logger
        self.metrics = metrics
        self.publicURL = publicURL
        self.webhooks = webhooks
    }

    /// The address of the service in its OpenAPI document.
    package var documentedAddress: String {
        publicURL.map { $0.text + pathPrefix } ?? (pathPrefix.isEmpty ? "/" : pathPrefix)
    }
}
