import Gateways
import GraphQL
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments
import Postgres

/// Reads requests and renders answers.
struct StitchRoutes: Sendable {
    let desk: StitchDesk

    func register(on router: Router<StitchContext>) {
        router.on(StitchOperations.token) { request, _ in try await token(request) }
        router.on(StitchOperations.graphQL) { request, context in try await graphQL(request, context) }
        router.on(StitchOperations.openChallenge) { request, context in
            await Challenge(desk: desk).open(
                context.parameters.get("transactionId") ?? "", query: request.target.query ?? "")
        }
        router.on(StitchOperations.answerChallenge) { request, context in
            let form = try await Self.form(of: request)
            return await Challenge(desk: desk).answer(context.parameters.get("transactionId") ?? "", form: form)
        }
    }

    private func token(_ request: Request) async throws -> Response {
        let form: String
        do {
            form = try await Self.form(of: request)
        } catch let error as RequestError {
            return Self.refused(
                TokenRefusal(.invalidRequest, error.message),
                error.cause == .contentCodingNotSupported ? .unsupportedMediaType : .badRequest)
        }
        let endpoint = TokenEndpoint(clients: desk.clients, tokens: desk.tokens, audience: desk.settings.tokenURL)
        do throws(TokenEndpoint.Failure) {
            return Response(status: .ok, json: try await endpoint.answer(form), headers: [.cacheControl: "no-store"])
        } catch {
            switch error {
            case .refused(let refusal): return Self.refused(refusal)
            case .database(let failure): throw failure
            }
        }
    }

    private static func refused(_ refusal: TokenRefusal, _ status: HTTPResponse.Status = .badRequest) -> Response {
        Response(status: status, json: refusal, headers: [.cacheControl: "no-store"])
    }

    private static func form(of request: Request) async throws -> String {
        try request.requireMediaType("application/x-www-form-urlencoded")
        return String(decoding: try await request.bodyBytes(), as: UTF8.self)
    }

    private func graphQL(_ request: Request, _ context: StitchContext) async throws -> Response {
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
        let answer = await desk.executor.respond(
            to: query, query: QueryRoot(call: call), mutation: MutationRoot(call: call))
        return Response(status: .ok, json: answer, headers: [.cacheControl: "no-store"])
    }

    /// The client behind the token. It is read each time, so what was agreed with a client counts at once.
    private func call(of request: Request, _ context: StitchContext) async throws -> StitchCall {
        guard let token = request.credentials("bearer"), let grant = desk.tokens.grant(of: token),
            let stored = try await desk.clients.find(grant.client)
        else { throw NotAuthenticated() }
        return StitchCall(
            client: stored.client, scopes: grant.scopes.intersection(stored.client.scopes), desk: desk,
            interactionURL: try interactionURL(for: request, context.base.pathPrefix))
    }

    /// A caller that uses Stitch's host names gets one of them; the others get the address that they use.
    private func interactionURL(for request: Request, _ pathPrefix: String) throws -> String {
        guard !pathPrefix.isEmpty else { return desk.settings.interactionURL }
        return try PublicURL(of: request).text + pathPrefix + StitchOperations.challengePath
    }
}

/// A request for GraphQL without a valid token.
struct NotAuthenticated: Error {}

/// Turns every failure of a request into an answer in GraphQL's shape.
package struct StitchErrorRendering: Layer {
    static let notAuthenticated = "UNAUTHENTICATED"

    package init() {}

    package func handle(
        _ request: Request, context: StitchContext, next: @Sendable (Request, StitchContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is NotAuthenticated {
            return Self.response(
                .unauthorized, Self.notAuthenticated, "A valid client token is required: Authorization: Bearer ….",
                [.wwwAuthenticate: "Bearer"])
        } catch let error as RequestError {
            return Self.response(Self.status(of: error.cause), "BAD_REQUEST", error.message)
        } catch is BrokenBody {
            return Self.response(.badRequest, "BAD_REQUEST", "The request body ends early.")
        } catch let route as NoRoute {
            let isThere = !route.allowed.isEmpty
            return Self.response(
                isThere ? .methodNotAllowed : .notFound, "NOT_FOUND", "There is no such operation.",
                isThere ? [.allow: route.allowed.map(\.rawValue).sorted().joined(separator: ", ")] : [:])
        } catch {
            return GatewayMessages.stitch.failed(error, context.logger)
        }
    }

    private static func status(of cause: RequestError.Cause) -> HTTPResponse.Status {
        switch cause {
        case .bodyTooLarge: .contentTooLarge
        case .mediaTypeNotSupported, .contentCodingNotSupported: .unsupportedMediaType
        case .noSuchOperation: .notFound
        case .methodNotAllowed: .methodNotAllowed
        default: .badRequest
        }
    }

    static func response(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, _ headers: HTTPFields = [:]
    ) -> Response {
        let error = GraphQLError(message, extensions: JSONObject([("code", .string(code))]))
        return Response(status: status, json: GraphQLResponse(data: nil, errors: [error]), headers: headers)
    }
}
