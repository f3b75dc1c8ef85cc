import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import ISO8583
import Issuing
import Logging

/// The issuer's server for messages of a card network. It has a listener of its own, which only this machine can reach,
/// because a sender of messages moves money without a token. A network's gateway, or a tunnel to it, runs beside the
/// service.
public struct NetworkServer: Sendable {
    private let issuing: Issuing
    private let desk: any NetworkDesk
    private let observation: RequestObservation<ServiceContext>
    private let settings: CardServerSettings
    private let counters: AnswerCounters
    private let layers: [any Layer<ServiceContext>]

    /// - Parameters:
    ///   - desk: answers the messages.
    ///   - layers: the steps between a request with a message in JSON and its answer, the outermost first.
    package init(
        _ issuing: Issuing, _ settings: CardServerSettings, answering desk: any NetworkDesk,
        behind layers: [any Layer<ServiceContext>] = []
    ) {
        self.issuing = issuing
        self.desk = desk
        self.settings = settings
        self.layers = layers
        counters = AnswerCounters(settings.metrics)
        observation = RequestObservation(
            metrics: settings.metrics, makeID: CardServer.requestIDs(from: issuing.entropy))
    }

    /// The listener for messages in JSON.
    public func listener(at address: ListenerAddress) -> Listener {
        let door = Door(
            to: responder, observation: observation, rendering: ProblemRendering(), gate: Self.refuseWebPages)
        return Listener("network", at: address, door, logger: settings.logger)
    }

    /// The listener for messages of ISO 8583 over TCP.
    public func iso8583Listener(at address: ListenerAddress) -> ISO8583Listener {
        ISO8583Listener("ISO 8583", at: address, logger: settings.logger) {
            [desk, counters, logger = settings.logger] message in
            switch ISO8583Mapping.meaning(of: message) {
            case .nothing: nil
            case .answer(let known): known
            case .message(let incoming):
                ISO8583Mapping.answer(await desk.decision(about: incoming, counters, logger).answer, to: message)
            }
        }
    }

    package var responder: any Responder<ServiceContext> {
        let router = Router<ServiceContext>()
        NetworkRoutes(desk: desk, counters: counters).register(on: router)
        NetworkDisputeRoutes(issuing: issuing).register(on: router)
        NetworkTokenRoutes(issuing: issuing).register(on: router)
        return router.responder(behind: [observation] + layers + [ProblemRendering()])
    }

    /// A page could make a browser on this machine send messages.
    private static func refuseWebPages(_ request: Request, _: ServiceContext) throws(Problem) {
        guard request.headers[.origin] == nil, HostName(request.head.authority ?? "").isNobodys else {
            throw Problem(
                .operationNotAllowed,
                "The listener for card networks refuses requests of web pages; send the request to its IP address, "
                    + "without the Origin header.")
        }
    }
}
