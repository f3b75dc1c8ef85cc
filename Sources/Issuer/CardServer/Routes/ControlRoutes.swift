import Authorizing
import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Reads and sets the controls of a card, for its customer and for the brand's backend.
struct ControlRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>, _ businesses: RouterGroup<BusinessContext>) {
        customers.on(Operations.getCardControls, get)
        customers.on(Operations.setCardControls, set)
        businesses.on(Operations.getCustomerCardControls, getOfCustomer)
        businesses.on(Operations.setCustomerCardControls, setOfCustomer)
    }

    @Sendable private func get(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let controls = try await issuing.controls(of: context.parameters.cardID(), of: context.customer)
        return Response(status: .ok, json: CardControlsBody(controls))
    }

    @Sendable private func set(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(SetCardControlsBody.self)
        let controls = try body.accepted { ControlsDraft($0).read(besides: $1) }
        let evidence = try request.evidence(for: .cardControls, card: id, body: body.bytes, in: context, by: issuing)
        let stored = try await issuing.setControls(controls, of: id, evidence: evidence)
        return Response(status: .ok, json: CardControlsBody(stored))
    }

    @Sendable private func getOfCustomer(
        _ request: Request, _ context: BusinessContext
    ) async throws -> Response {
        let customer = try context.customer()
        let controls = try await issuing.controls(of: context.parameters.cardID(), of: customer)
        return Response(status: .ok, json: CardControlsBody(controls))
    }

    @Sendable private func setOfCustomer(
        _ request: Request, _ context: BusinessContext
    ) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.cardID())
        let body = try await request.json(SetCardControlsBody.self)
        let controls = try body.accepted { ControlsDraft($0).read(besides: $1) }
        let stored = try await issuing.setControls(controls, of: id, of: customer)
        return Response(status: .ok, json: CardControlsBody(stored))
    }
}
