import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import Issuing
import Validation

/// Replaces a card by a new one.
struct ReplacementRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.replaceCard, replace)
    }

    @Sendable private func replace(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(ReplaceCardBody.self)
        let pin = body.value.cardPin.map { SentPIN($0) }
        let asked = body.draft { body in
            ReplacementApplication.read(
                reason: body.reason.flatMap(Replacement.init(rawValue:)),
                deliveryAddress: body.deliveryAddress.map(DeliveryAddress.Draft.init), pin: pin?.form,
                userAgent: body.userAgent)
        }
        let evidence = try request.evidence(for: .replaceCard, card: id, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: Operations.replaceCard, by: issuing)
        let answered = try await issuing.called(by: caller).replaceCard(
            id, asked: asked, pin: pin?.pin, evidence: evidence,
            request: idempotency.request { StoredAnswer(Operations.replaceCard.successStatus, CardBody($0)) })
        return Response(answered)
    }
}
