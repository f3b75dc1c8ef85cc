import CardSecrets
import HTTPService
import Issuing

/// The card service as a program runs it: one listener and the workers.
public struct StandaloneCardServer: Sendable {
    private let server: CardServer
    private let workers: CardWorkers

    public init(_ issuing: Issuing, _ settings: CardServerSettings) async {
        server = await CardServer(issuing, settings)
        workers = CardWorkers(
            issuing, webhooks: settings.webhooks, measuringRangesBy: .system, logger: settings.logger,
            metrics: settings.metrics)
    }

    public func parts(at address: ListenerAddress) -> ServiceParts {
        ServiceParts(workers: workers.services + workers.measuring, listeners: [server.listener(at: address)])
    }
}
