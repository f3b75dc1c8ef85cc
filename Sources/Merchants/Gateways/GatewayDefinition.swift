import CardSecrets
import HTTPService
import Logging
import Payments
import Postgres
import Webhooks

/// A gateway as its own target describes it: the facts that are known before it runs, and its start.
///
/// A program has a list of definitions; a further gateway is one more value in it.
public protocol GatewayDefinition: Sendable {
    /// The tables of this gateway alone, in the schema `merchants`. They refer to the tables of ``Payments``.
    var tables: SchemaPart { get }
    /// The machines that have the rows of these tables, if there are several.
    var distribution: Distribution { get }
    /// The gateway's name in ``Payments``. The name is the first segment of its paths where it is not called by its
    /// host name.
    var gateway: Gateway { get }
    /// Its name as people write it.
    var title: String { get }
    /// The hosts at which its clients call it by default. The listener's certificate has these names.
    var hosts: [HostPattern] { get }
    /// The wallets whose payments it takes.
    var wallets: [AcceptedWallet] { get }
    /// The credentials of the clients of the merchant in examples.
    var example: ChosenCredential { get }

    /// The announcers that make its webhook events about payments, by the gateway's names in ``Payments``; empty
    /// without webhooks.
    var announcers: [Gateway: any PaymentAnnouncer] { get }
    /// How its webhooks are signed and when they come again; empty without webhooks.
    var dialects: [any WebhookDialect] { get }

    func service(with means: GatewayMeans) -> GatewayService
}

extension GatewayDefinition {
    public var announcers: [Gateway: any PaymentAnnouncer] { [:] }
    public var dialects: [any WebhookDialect] { [] }
}

/// The services that a program gives to each of its gateways.
public struct GatewayMeans: Sendable {
    public let payments: Payments
    public let keys: MerchantKeys
    /// Keeps subscriptions, and queues and sends events.
    public let webhooks: Webhooks
    /// Where webhooks may go.
    public let webhookAddresses: WebhookAddresses
    public let vault: CardVault
    public let clock: PaymentClock
    public let entropy: Entropy
    public let logger: Logger
    public let metrics: PrometheusRegistry
    /// Makes the id of a request that has none.
    public let makeRequestID: @Sendable () -> String

    public init(
        payments: Payments, keys: MerchantKeys, webhooks: Webhooks, webhookAddresses: WebhookAddresses,
        vault: CardVault, clock: PaymentClock, entropy: Entropy, logger: Logger, metrics: PrometheusRegistry,
        makeRequestID: @escaping @Sendable () -> String
    ) {
        (self.payments, self.keys, self.vault) = (payments, keys, vault)
        (self.webhooks, self.webhookAddresses) = (webhooks, webhookAddresses)
        (self.clock, self.entropy) = (clock, entropy)
        (self.logger, self.metrics, self.makeRequestID) = (logger, metrics, makeRequestID)
    }
}
