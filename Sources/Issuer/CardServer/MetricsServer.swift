import CardSecrets
import HTTPService
import Issuing

/// The listener for the platform that runs the service. It has the metrics and the probes, and no operation, so it can
/// be closed to everyone who calls operations.
public struct MetricsServer: Sendable {
    private let issuing: Issuing
    private let settings: CardServerSettings

    public init(_ issuing: Issuing, _ settings: CardServerSettings) {
        self.issuing = issuing
        self.settings = settings
    }

    public func listener(at address: ListenerAddress) -> Listener {
        // The ids are counted also in a repeatable service, because the platform asks whenever it likes.
        let observation = RequestObservation<ServiceContext>(
            metrics: settings.metrics, makeID: RequestIDs(after: issuing.entropy.uuid()).next)
        let router = Router<ServiceContext>()
        Probes(metrics: settings.metrics, ready: issuing.database.obstacle).register(on: router)
        let door = Door(
            to: router.responder(behind: [observation, ProblemRendering()]), observation: observation,
            rendering: ProblemRendering())
        return Listener("metrics", at: address, door, logger: settings.logger)
    }
}
