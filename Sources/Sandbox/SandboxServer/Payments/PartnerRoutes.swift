import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import Validation
import Webhooks

/// Sets the partner decisions of brands: whether and where the partner is asked about payments.
struct PartnerRoutes {
    let sandbox: Sandbox
    let addresses: WebhookAddresses

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.getPartnerDecision, show), (SandboxOperations.setPartnerDecision, set),
            (SandboxOperations.removePartnerDecision, remove),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let asked = try await sandbox.issuing.partnerDecision(of: context.parameters.get("brand") ?? "")
        return Response(status: .ok, json: PartnerDecisionAnswer(url: asked.url, terms: asked.terms))
    }

    @Sendable private func set(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let brand = context.parameters.get("brand") ?? ""
        let body = try await request.json(PartnerDecisionBody.self)
        let draft = body.value.draft(besides: body.violations, isPlainAllowed: addresses.goesAnywhere)
        guard let (url, key, terms) = draft.value else { throw IssuingFailure.refused(.invalidFields(draft.errors)) }
        try await addresses.require(url, for: brand)
        let used = try await sandbox.issuing.setPartnerDecision(terms, of: brand, at: url, signingKey: key)
        return Response(
            status: .ok, json: PartnerDecisionAnswer(url: url.text, signingKey: used, terms: terms),
            headers: [.cacheControl: "no-store"])
    }

    @Sendable private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        try await sandbox.issuing.removePartnerDecision(of: context.parameters.get("brand") ?? "")
        return Response(status: .noContent)
    }
}

extension SandboxOperations {
    static let getPartnerDecision = Operation.sandbox(
        "getPartnerDecision", "Get where a brand's partner is asked about payments",
        "Returns what was set, without the signing key. It is 404 if the partner is not asked.", .money, .get,
        "/brands/{brand}/partner-decision", answer: PartnerDecisionAnswer.schema, errors: [.entityNotFound])

    static let setPartnerDecision = Operation.sandbox(
        "setPartnerDecision", "Ask a brand's partner about payments",
        """
        From now on the partner is asked about every payment that passes all other checks: by a signed `POST` to \
        `url`, which is answered with 200 and `{"approved": true}` or `{"approved": false, "responseCode": "59"}` \
        within the time limit. Without such an answer the stand-in rule decides. The URL also gets the events \
        `/prepaid/card/authorization/events`, which tell what was decided without its answer. What was set before is \
        replaced.
        """, .money, .put, "/brands/{brand}/partner-decision", answer: PartnerDecisionAnswer.schema,
        payload: PartnerDecisionBody.schema,
        errors: [.entityNotFound, .subscriptionLimitExceeded, .tooManyRequests])

    static let removePartnerDecision = Operation.sandbox(
        "removePartnerDecision", "Stop asking a brand's partner about payments",
        "The partner is asked no longer, and gets no more events at that URL. Does nothing if it is not asked.", .money,
        .delete, "/brands/{brand}/partner-decision", status: .noContent, errors: [.entityNotFound])
}
