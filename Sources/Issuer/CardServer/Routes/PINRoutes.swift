import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Sets the PIN for customers in the US, and resets the attempts at PIN and activation data.
struct PINRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.setPIN, set)
        customers.on(Operations.resetRetries, resetRetries)
    }

    @Sendable private func set(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(SetPINBody.self)
        let sent = body.value.pin.map { SentPIN($0) }
        let violations = body.violations + PINRule.violations(pin: sent?.form, userAgent: body.value.userAgent)
        guard violations.isEmpty, let pin = sent?.pin else {
            throw IssuingFailure.refused(.invalidFields(violations))
        }
        let evidence = try request.evidence(for: .setPIN, card: id, body: body.bytes, in: context, by: issuing)
        let card = try await issuing.called(by: caller).setPIN(pin, of: id, by: .separate, evidence: evidence)
        return Response(status: .ok, json: CardBody(card))
    }

    @Sendable private func resetRetries(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let bytes = try await request.noBody()
        let evidence = try request.evidence(for: .resetRetries, card: id, body: bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: bytes, to: Operations.resetRetries, by: issuing)
        let answered = try await issuing.called(by: caller).resetTries(
            of: id, evidence: evidence,
            request: idempotency.request { StoredAnswer(Operations.resetRetries.successStatus, CardBody($0)) })
        return Response(answered)
    }
}
