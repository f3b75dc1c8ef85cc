import Administration
import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

/// The clients of a brand.
struct ClientRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.listClients, list), (AdministrationOperations.rotateClientSecret, rotate),
            (AdministrationOperations.disableClient, disable), (AdministrationOperations.enableClient, enable),
            (AdministrationOperations.revokeClientTokens, revoke),
        ]
    }

    @Sendable private func list(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        Response(status: .ok, json: ClientListAnswer(clients: try await administration.clients(of: context.brand)))
    }

    @Sendable private func rotate(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let body = try await request.json(SecretOverlapBody.self)
        guard body.violations.isEmpty else { throw Problem(fieldErrors: body.violations) }
        let secret = try await administration.rotateSecret(
            of: context.client, in: context.brand,
            keepingEarlierFor: body.value.overlapSeconds ?? SecretOverlapBody.usualSeconds)
        guard let secret else { throw Self.unknown }
        return Response(
            status: .ok, json: RotatedSecretAnswer(client: context.client, secret: secret),
            headers: [.cacheControl: "no-store"])
    }

    @Sendable private func disable(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try Self.done(await administration.set(isDisabled: true, of: context.client, in: context.brand))
    }

    @Sendable private func enable(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try Self.done(await administration.set(isDisabled: false, of: context.client, in: context.brand))
    }

    @Sendable private func revoke(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        try Self.done(await administration.revokeTokens(of: context.client, in: context.brand))
    }

    private static func done(_ isKnown: Bool) throws(Problem) -> Response {
        guard isKnown else { throw unknown }
        return Response(status: .noContent)
    }

    private static let unknown = Problem(
        .entityNotFound, "There is no such client of this brand; listClients names those that there are.")
}
