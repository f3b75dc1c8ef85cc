import Administration
import CardServer
import HTTPContract
import HTTPService
import Issuing

/// The second door of the administration: what `tessera-core admin` does on the machine of the service, as operations
/// on a listener of its own, for operators with names and roles.
public struct AdministrationServer: Sendable {
    private let issuing: Issuing
    private let operators: Operators
    private let settings: CardServerSettings
    private let observation: RequestObservation<AdministrationContext>

    public init(_ issuing: Issuing, for operators: Operators, _ settings: CardServerSettings) {
        self.issuing = issuing
        self.operators = operators
        self.settings = settings
        observation = RequestObservation(
            metrics: settings.metrics, makeID: CardServer.requestIDs(from: issuing.entropy))
    }

    public func listener(at address: ListenerAddress) -> Listener {
        let door = Door(to: responder, observation: observation, rendering: AdministrationProblemRendering())
        return Listener("administration", at: address, door, logger: settings.logger)
    }

    private var responder: any Responder<AdministrationContext> {
        let router = Router<AdministrationContext>()
        AdministrationRoutes(issuing: issuing).register(on: router)
        let authentication = OperatorAuthentication(operators: operators, issuing: issuing)
        return router.responder(behind: [observation, AdministrationProblemRendering(), authentication])
    }
}

/// All operations with their handlers.
struct AdministrationRoutes {
    let issuing: Issuing

    typealias Handler = @Sendable (Request, AdministrationContext, Administration) async throws -> Response
    typealias Route = (operation: Operation, handler: Handler)

    private var routes: [Route] {
        ClientRoutes().routes + CustomerRoutes().routes + RecordRoutes().routes + SettingRoutes().routes
            + ChangeRoutes().routes + ClearingFileRoutes().routes + PlasticRoutes().routes
            + DisputeDecisionRoutes().routes + RulesRoutes().routes
    }

    func register(on router: Router<AdministrationContext>) {
        for (operation, handler) in routes {
            router.on(operation) { [issuing] request, context in
                if operation.query.isEmpty { _ = try EmptyQuery.read(request.target.query) }
                if operation.readsBody, !operation.takesBody { _ = try await request.noBody() }
                let administration = Administration(issuing.called(by: context.auditCaller))
                do {
                    return try await handler(request, context, administration)
                } catch let failure as IssuingFailure {
                    throw operation.sorting(failure)
                }
            }
        }
    }
}
