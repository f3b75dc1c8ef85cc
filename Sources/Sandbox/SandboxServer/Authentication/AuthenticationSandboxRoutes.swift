import CardAPI
import Cards
import CardSecrets
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Sandbox
import Validation

/// The customer's side of strong customer authentication: the messages and the means to authenticate.
struct AuthenticationSandboxRoutes {
    let sandbox: Sandbox

    @Sendable func inbox(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try InboxQuery.read(request.target.query)
        let customer = query.customerId.flatMap { CustomerID($0) }
        guard query.customerId == nil || customer != nil else {
            throw Problem(fieldErrors: [FieldError("customerId", "must be a number of 1 to 18 digits")])
        }
        let messages = try await sandbox.messages(to: customer)
        return Response(
            status: .ok, json: InboxAnswer(messages: messages.map { MessageAnswer($0) }),
            headers: [.cacheControl: "no-store"])
    }

    @Sendable func approve(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await answerPush(request, context, isApproved: true)
    }

    @Sendable func deny(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await answerPush(request, context, isApproved: false)
    }

    private func answerPush(
        _ request: Request, _ context: ServiceContext, isApproved: Bool
    ) async throws -> Response {
        _ = try await request.noBody()
        let id = context.parameters.get("messageId").flatMap { MessageID($0) }
        let (message, attempt) = try await sandbox.answerPush(id, approving: isApproved)
        return Response(
            status: .ok, json: MessageAnswer(message, status: attempt.outcome.status.rawValue))
    }

    @Sendable func setMeans(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(AuthenticationMeansBody.self)
        guard let customer = context.parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw IssuingFailure.refused(.customer(.notFound))
        }
        let secrets = try body.accepted { $0.secrets }
        return Response(
            status: .ok,
            json: AuthenticationMeansAnswer(
                customer: customer, means: try await sandbox.issuing.set(secrets, of: customer)))
    }

    @Sendable func policy(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let policy = try await sandbox.issuing.authenticationPolicy(of: context.parameters.get("brand") ?? "")
        return Response(status: .ok, json: AuthenticationPolicyBody(policy))
    }

    @Sendable func setPolicy(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let brand = context.parameters.get("brand") ?? ""
        let body = try await request.json(AuthenticationPolicyBody.self)
        let current = try await sandbox.issuing.authenticationPolicy(of: brand)
        let policy = try body.accepted { $0.applied(to: current) }
        try await sandbox.issuing.setAuthenticationPolicy(policy, of: brand)
        return Response(status: .ok, json: AuthenticationPolicyBody(policy))
    }
}
