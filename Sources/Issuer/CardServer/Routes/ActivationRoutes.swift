import CardAPI
import Cards
import HTTPContract
import HTTPService
import Issuing

/// Activates physical cards.
struct ActivationRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.activateCard, activate)
    }

    @Sendable private func activate(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(ActivateCardBody.self)
        let violations =
            body.violations
            + Activation.violations(
                lastFourDigits: body.value.lastFourDigits, cvv: body.value.cvv, userAgent: body.value.userAgent)
        guard violations.isEmpty, let lastFour = body.value.lastFourDigits, let cvv = body.value.cvv else {
            throw IssuingFailure.refused(.invalidFields(violations))
        }
        let evidence = try request.evidence(for: .activateCard, card: id, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: Operations.activateCard, by: issuing)
        let answered = try await issuing.activateCard(
            id, lastFour: lastFour, cvv: cvv, evidence: evidence,
            request: idempotency.request { outcome in
                switch outcome {
                case .activated(let card):
                    return StoredAnswer(Operations.activateCard.successStatus, CardBody(card))
                case .wrong(let triesLeft):
                    let problem = Problem(.card(.activationDataWrong(triesLeft: triesLeft)))
                    return StoredAnswer(problem.status, problem)
                }
            })
        return Response(answered)
    }
}
