import CardSecrets
import Gateways
import GraphQL
import HTTPService
import HTTPTypes
import Metrics
import Payments
import Webhooks

/// The gateway Stitch: the work of its requests, apart from HTTP.
///
/// It translates to ``Payments`` and stores only its own data: clients, and their subscriptions.
struct Stitch: Sendable {
    let payments: Payments
    /// The same for test clients: the amounts decide the outcome, and no issuer is asked.
    let testPayments: Payments
    let keys: MerchantKeys
    let clients: StitchClients
    let webhooks: ClientWebhooks
    let tokens: ClientTokens
    let entropy: Entropy
    let executor = Executor(StitchSchema.schema)
    let settings: StitchSettings

    /// - Parameters:
    ///   - webhooks: the webhooks that clients subscribe to. Payments with a ``StitchAnnouncer`` queue their events.
    ///   - addresses: where webhooks may go.
    init(
        payments: Payments, keys: MerchantKeys, clients: StitchClients, webhooks: Webhooks,
        to addresses: WebhookAddresses, vault: CardVault, clock: PaymentClock, entropy: Entropy,
        settings: StitchSettings
    ) {
        var testPayments = payments
        (testPayments.issuer, testPayments.authentication) = (TestIssuer(), TestAuthentication())
        (self.payments, self.testPayments, self.keys, self.clients) = (payments, testPayments, keys, clients)
        self.webhooks = ClientWebhooks(
            database: clients.database, webhooks: webhooks, addresses: addresses, clock: clock, entropy: entropy)
        tokens = ClientTokens(keys: vault.keys, clock: clock)
        (self.entropy, self.settings) = (entropy, settings)
    }

    func payments(of client: StitchClient) -> Payments { client.isTest ? testPayments : payments }

    /// The API over HTTP: tokens, GraphQL and the pages for 3-D Secure, which have a host whose paths are only the id
    /// of a transaction.
    func server(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) -> GatewayServer {
        let pages = HostName(String(settings.interactionURL.trimmingPrefix("https://")))
        return GatewayServer(
            errors: StitchErrors(), metrics: metrics, makeID: makeID,
            readdressing: { request in
                guard HostName(request.head.authority ?? "").text == pages.text else { return request }
                var head = request.head
                head.path = StitchOperations.challengePath + (request.head.path ?? "/")
                return Request(head: head, body: request.body)
            }
        ) { StitchRoutes(stitch: self).register(on: $0) }
    }
}
