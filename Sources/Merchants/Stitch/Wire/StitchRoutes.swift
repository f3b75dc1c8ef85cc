import Gateways
import GraphQL
import HTTPContract
import HTTPService
import HTTPTypes
import Payments
import Postgres

/// Reads requests and renders answers.
struct StitchRoutes: Sendable {
    let stitch: Stitch

    func register(on router: Router<RequestContext>) {
        router.on(StitchOperations.token) { request, context in await token(request, context) }
        router.on(StitchOperations.graphQL) { request, context in try await graphQL(request, context) }
        router.on(StitchOperations.openChallenge) { request, context in
            await Challenge(stitch: stitch).open(query: request.target.query ?? "", context)
        }
        router.on(StitchOperations.answerChallenge) { request, context in
            await Challenge(stitch: stitch).answer(request, context)
        }
    }

    private func token(_ request: Request, _ context: RequestContext) async -> Response {
        await TokenErrors().answered(context) {
            let form = try await Self.form(of: request)
            let answer = try await TokenEndpoint(
                clients: stitch.clients, tokens: stitch.tokens, audience: stitch.settings.tokenURL
            ).answer(form, context)
            return Response(status: .ok, json: answer, headers: [.cacheControl: "no-store"])
        }
    }

    static func form(of request: Request) async throws -> String {
        try request.requireMediaType("application/x-www-form-urlencoded")
        return String(decoding: try await request.bodyBytes(), as: UTF8.self)
    }

    private func graphQL(_ request: Request, _ context: RequestContext) async throws -> Response {
        let call = try await call(of: request, context)
        try request.requireMediaType("application/json")
        let bytes = try await request.bodyBytes()
        let query: GraphQLRequest
        do {
            query = try GraphQLRequest(try JSONValue(parsing: bytes))
        } catch let error as JSONSyntaxError {
            throw RequestError(.bodyNotReadable, "The body is not JSON: \(error).")
        } catch let error as MalformedGraphQLRequest {
            throw RequestError(.bodyNotReadable, error.reason)
        }
        let answer = await stitch.executor.respond(
            to: query, query: QueryRoot(call: call), mutation: MutationRoot(call: call))
        return Response(status: .ok, json: answer, headers: [.cacheControl: "no-store"])
    }

    /// The client behind the token. It is read for each request, so agreed settings take effect at once.
    private func call(of request: Request, _ context: RequestContext) async throws -> StitchCall {
        guard let token = request.credentials("bearer"), let grant = stitch.tokens.grant(of: token),
            let stored = try await stitch.clients.find(grant.client)
        else { throw NotAuthenticated() }
        return StitchCall(
            client: stored.client, scopes: grant.scopes.intersection(stored.client.scopes), stitch: stitch,
            interactionURL: try interactionURL(for: request, context.base.pathPrefix))
    }

    /// A caller that uses Stitch's host names gets one of them; the others get the address that they use.
    private func interactionURL(for request: Request, _ pathPrefix: String) throws -> String {
        guard !pathPrefix.isEmpty else { return stitch.settings.interactionURL }
        return try PublicURL(of: request).text + pathPrefix + StitchOperations.challengePath
    }
}

/// A request for GraphQL without a valid token.
struct NotAuthenticated: Error {}
