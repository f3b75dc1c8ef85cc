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
        router.on(StitchOperations.token) { request, _ in try await token(request) }
        router.on(StitchOperations.graphQL) { request, context in try await graphQL(request, context) }
        router.on(StitchOperations.openChallenge) { request, context in
            await Challenge(stitch: stitch).open(
                context.parameters.get("transactionId") ?? "", query: request.target.query ?? "")
        }
        router.on(StitchOperations.answerChallenge) { request, context in
            let form = try await Self.form(of: request)
            return await Challenge(stitch: stitch).answer(context.parameters.get("transactionId") ?? "", form: form)
        }
    }

    private func token(_ request: Request) async throws -> Response {
        let form: String
        do {
            form = try await Self.form(of: request)
        } catch let error as RequestError {
            return Self.refused(
                GrantRefusal(.invalidRequest, error.message),
                error.cause == .contentCodingNotSupported ? .unsupportedMediaType : .badRequest)
        }
        let endpoint = TokenEndpoint(clients: stitch.clients, tokens: stitch.tokens, audience: stitch.settings.tokenURL)
        do throws(TokenEndpoint.Failure) {
            return Response(status: .ok, json: try await endpoint.answer(form), headers: [.cacheControl: "no-store"])
        } catch {
            switch error {
            case .refused(let refusal): return Self.refused(refusal)
            case .database(let failure): throw failure
            }
        }
    }

    private static func refused(_ refusal: GrantRefusal, _ status: HTTPResponse.Status = .badRequest) -> Response {
        Response(status: status, json: refusal, headers: [.cacheControl: "no-store"])
    }

    private static func form(of request: Request) async throws -> String {
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

    /// The client behind the token. It is read each time, so what was agreed with a client counts at once.
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
