import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// A program manager's operations on its customers' cards. They follow the same rules as the customer's, except that
/// each may make some changes that the other may not.
struct BusinessCardRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>) {
        businesses.on(Operations.listCustomerCards, list)
        businesses.on(Operations.getCustomerCard, get)
        businesses.on(Operations.createCustomerCard, create)
        businesses.on(Operations.updateCustomerCard, update)
    }

    @Sendable private func list(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try CardListQuery.read(request.target.query)
        let page = try await issuing.cards(of: context.customer(), matching: CardFilter(query))
        let tokenizations = try await issuing.tokenizations(of: page.cards, ifAmong: query.inclusions)
        return Response(status: .ok, json: CardListBody(page, tokenizations, answering: query))
    }

    @Sendable private func get(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try CardQuery.read(request.target.query)
        let customer = try context.customer()
        let card = try await issuing.card(context.parameters.cardID(), of: customer)
        let tokenizations = try await issuing.tokenizations(of: [card], ifAmong: query.inclusions)
        return Response(
            status: .ok,
            json: CardBody(card, including: query.inclusions, tokenizations: tokenizations[card.id] ?? []))
    }

    @Sendable private func create(
        _ request: Request, _ context: BusinessContext, _ caller: AuditCaller
    ) async throws -> Response {
        let customer = try context.customer()
        let operation = Operations.createCustomerCard
        let body = try await request.json(CreateCardBody.self)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: operation, by: issuing)
        let pin = body.value.cardPin.map { SentPIN($0) }
        let answered = try await issuing.called(by: caller).createCard(
            body.draft { CardApplication($0, pin: pin?.form).draft }, pin: pin?.pin, for: customer,
            request: idempotency.request { StoredAnswer(operation.successStatus, CardBody($0)) })
        return Response(answered)
    }

    @Sendable private func update(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let (customer, id) = (try context.customer(), try context.parameters.cardID())
        let body = try await request.json(BusinessUpdateBody.self)
        let update = try body.accepted { body in
            BusinessUpdate.read(
                status: body.status.flatMap(CardStatus.init(rawValue:)), reason: body.statusReason,
                hasPIN: body.pin != nil, userAgent: body.userAgent)
        }
        let card = try await issuing.changeStatus(of: id, of: customer, to: update.status, reason: update.reason)
        return Response(status: .ok, json: CardBody(card))
    }
}
