import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Metrics
import Payments

/// Stitch's API: tokens, GraphQL and the pages for 3-D Secure.
public struct StitchServer: Sendable {
    private let desk: StitchDesk
    private let observation: RequestObservation<StitchContext>
    private let logger: Logger

    public init(
        payments: Payments, keys: MerchantKeys, clients: StitchClients, vault: CardVault, clock: PaymentClock,
        entropy: Entropy, settings: StitchSettings, logger: Logger, metrics: any MetricsFactory
    ) {
        var testPayments = payments
        testPayments.issuer = TestIssuer()
        desk = StitchDesk(
            payments: payments, testPayments: testPayments, keys: keys, clients: clients,
            tokens: AccessTokens(keys: vault.keys, clock: clock), entropy: entropy, settings: settings, logger: logger)
        observation = RequestObservation(metrics: metrics) { entropy.uuid().uuidString.lowercased() }
        self.logger = logger
    }

    public func listener(at address: ListenerAddress) -> Listener {
        let door = Door(to: responder, observation: observation, rendering: StitchErrorRendering())
        return Listener("stitch", at: address, door, logger: logger)
    }

    package var responder: any Responder<StitchContext> {
        let router = Router<StitchContext>()
        StitchRoutes(desk: desk).register(on: router)
        return ChallengeHost(
            name: HostName(String(desk.settings.interactionURL.trimmingPrefix("https://"))),
            inside: router.responder(behind: [observation, StitchErrorRendering()]))
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

package struct StitchContext: ServiceRequestContext {
    package var base: RequestContext

    package init(_ base: RequestContext) { self.base = base }
}
