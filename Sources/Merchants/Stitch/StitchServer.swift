import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Metrics
import Payments
import Webhooks

/// Stitch's API: tokens, GraphQL and the pages for 3-D Secure.
public struct StitchServer: Sendable {
    private let desk: StitchDesk
    private let observation: RequestObservation<StitchContext>
    private let logger: Logger

    /// - Parameters:
    ///   - webhooks: where clients subscribe. What they get is queued by payments that have a ``StitchAnnouncer``.
    ///   - addresses: where webhooks may go.
    public init(
        payments: Payments, keys: MerchantKeys, clients: StitchClients, webhooks: Webhooks,
        to addresses: WebhookAddresses, vault: CardVault, clock: PaymentClock, entropy: Entropy,
        settings: StitchSettings, logger: Logger, metrics: any MetricsFactory
    ) {
        var testPayments = payments
        (testPayments.issuer, testPayments.authentication) = (TestIssuer(), TestAuthentication())
        desk = StitchDesk(
            payments: payments, testPayments: testPayments, keys: keys, clients: clients,
            webhooks: ClientWebhooks(
                database: clients.database, webhooks: webhooks, addresses: addresses, clock: clock, entropy: entropy),
            tokens: AccessTokens(keys: vault.keys, clock: clock), entropy: entropy, settings: settings, logger: logger)
        observation = RequestObservation(metrics: metrics) { entropy.uuid().uuidString.lowercased() }
        self.logger = logger
    }

    public func listener(at address: ListenerAddress) -> Listener {
        let door = Door(to: responder(), observation: observation, rendering: StitchErrorRendering())
        return Listener("stitch", at: address, door, logger: logger)
    }

    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package func responder(behind layers: [any Layer<StitchContext>] = []) -> any Responder<StitchContext> {
        let router = Router<StitchContext>()
        StitchRoutes(desk: desk).register(on: router)
        let inner: [any Layer<StitchContext>] = [StitchErrorRendering()]
        return ChallengeHost(
            name: HostName(String(desk.settings.interactionURL.trimmingPrefix("https://"))),
            inside: router.responder(behind: [observation] + layers + inner))
    }
}

/// Leads a request for the host of 3-D Secure, whose paths are only a transaction's id, to the pages below `/3ds`.
private struct ChallengeHost: Responder {
    let name: HostName
    let inside: any Responder<StitchContext>

    func respond(to request: Request, context: StitchContext) async throws -> Response {
        guard HostName(request.head.authority ?? "").text == name.text else {
            return try await inside.respond(to: request, context: context)
        }
        var head = request.head
        head.path = StitchOperations.challengePath + (request.head.path ?? "/")
        return try await inside.respond(to: Request(head: head, body: request.body), context: context)
    }
}

/// A request to Stitch.
package typealias StitchContext = RequestContext
