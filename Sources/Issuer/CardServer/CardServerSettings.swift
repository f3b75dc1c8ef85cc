import HTTPService
import Logging
import Webhooks

/// The settings that a card server needs besides the use cases.
public struct CardServerSettings: Sendable {
    public var logger: Logger
    /// The registry that counts the requests and provides `/metrics`.
    public var metrics: PrometheusRegistry
    /// Whether the public listener has `/metrics`. A ``MetricsServer`` has it always.
    public var publishesMetrics = true
    /// The first part of addresses in responses. If nil, only a request over TLS, or one whose `Host` is `localhost` or
    /// a loopback address, gets the address of a secure view.
    public var publicURL: PublicURL?
    /// The addresses that webhooks may go to, and how they are sent.
    public var webhooks: WebhookSettings
    /// The part of the service's addresses before an operation's path, such as `/tenants/blue`; usually empty.
    package var pathPrefix = ""

    public init(
        logger: Logger, metrics: PrometheusRegistry, publicURL: PublicURL? = nil, webhooks: WebhookSettings = .init()
    ) {
        self.logger = logger
        self.metrics = metrics
        self.publicURL = publicURL
        self.webhooks = webhooks
    }
}
