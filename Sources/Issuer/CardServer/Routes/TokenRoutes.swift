import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing

/// The token call. Its errors are OAuth's own (RFC 6749, section 5.2), because OAuth libraries read them.
struct TokenRoutes {
    let issuing: Issuing
    let mint: TokenMint

    func register(on anyone: Router<ServiceContext>) {
        anyone.on(Operations.issueToken, issue)
    }

    @Sendable private func issue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.requireMediaType("application/x-www-form-urlencoded")
        let form = try await form(of: request)
        let grant = try TokenGrant(parsing: form)
        let client = try await client(of: request, context)
        context.base.record?.identify(client: client.id, brand: client.brand)
        try issuing.admit(client)
        do {
            let granting = issuing.called(by: context.caller(client))
            let family = try await family(for: grant, client, request, form, context, by: granting)
            let isExchanged = if case .tokenExchange = grant { true } else { false }
            let body = try await mint.issue(to: client, family: family, isExchanged: isExchanged)
            return Response(status: .ok, json: body, headers: [.cacheControl: "no-store"])
        } catch IssuingFailure.refused(.authentication(.required(let required))) {
            return Self.demand(required)
        } catch IssuingFailure.refused(.customer(.notFound)) {
            throw Self.unknownCustomer
        } catch IssuingFailure.refused(.customer(.restricted(let restriction))) {
            throw TokenErrorBody(
                .invalidGrant, "The customer has the restriction \(restriction.rawValue), which blocks every login.")
        }
    }

    /// The challenge is that of every protected operation, and the body has the form of OAuth's errors.
    private static func demand(_ required: RequiredAuthentication) -> Response {
        let error = TokenErrorBody(
            .interactionRequired,
            "The customer must authenticate; then send the same request again with SCA-Authorization.")
        var response = Response(
            status: error.status, json: error,
            headers: [.wwwAuthenticate: required.challenge, .cacheControl: "no-store"])
        response.explanation = required.obstacle?.message
        return response
    }

    private func form(of request: Request) async throws -> [UInt8] {
        do {
            return try await request.bodyBytes()
        } catch is BrokenBody {
            throw TokenErrorBody(.invalidRequest, "The request body ends early, or its HTTP framing is invalid.")
        }
    }

    private func client(of request: Request, _ context: ServiceContext) async throws -> Client {
        guard let sent = request.basicCredentials else {
            throw TokenErrorBody(.invalidClient, "The call needs the client's id and secret by HTTP Basic.")
        }
        let brand = context.parameters.get("brand") ?? ""
        let client = try await context.base.proving(ClaimedClient(sent.name, at: brand)) {
            for credentials in sent.readings {
                let found = try await issuing.client(credentials.name, of: brand, secret: credentials.password)
                if let found { return found }
            }
            return Client?.none
        }
        if let client { return client }
        try await context.refuse(.clientSecret, client: sent.name, by: issuing)
        throw TokenErrorBody(
            .invalidClient,
            "The brand in the path has no client with this id and secret; check the brand, the id and the secret.")
    }

    private func family(
        for grant: TokenGrant, _ client: Client, _ request: Request, _ form: [UInt8], _ context: ServiceContext,
        by issuing: Issuing
    ) async throws -> RefreshFamily {
        switch grant {
        case .clientCredentials(let scope):
            guard Self.scopes(scope).isEmpty else {
                throw TokenErrorBody(.invalidScope, "A client's own token has no scopes.")
            }
            return try await issuing.openRefreshFamily(for: client)
        case .tokenExchange(let subject, let subjectType, let scope):
            let customer = try customer(subject, type: subjectType, client)
            let scopes = Self.scopes(scope)
            guard scopes.isSubset(of: [Audience.cardDataScope]) else {
                throw TokenErrorBody(.invalidScope, "The scopes of a customer's token are: \(Audience.cardDataScope).")
            }
            return try await issuing.exchangeToken(
                for: client, scope: Self.spelled(scopes), try evidence(in: request, form, of: customer, client))
        case .refreshToken(let token, let scope):
            return try await renewed(by: token, scope: scope, client, context, by: issuing)
        }
    }

    private func evidence(
        in request: Request, _ form: [UInt8], of customer: CustomerID, _ client: Client
    ) throws(TokenErrorBody) -> AuthenticationEvidence {
        do {
            return try request.evidence(
                for: .issueToken, card: nil, body: form, of: customer, in: client.brand, by: issuing)
        } catch {
            throw TokenErrorBody(
                .invalidRequest,
                "SCA-Authorization or SCA-Device is invalid; each must be the documented JSON object in Base64.")
        }
    }

    private func renewed(
        by token: String, scope: String?, _ client: Client, _ context: ServiceContext, by issuing: Issuing
    ) async throws -> RefreshFamily {
        if let (id, generation) = await mint.refreshed(by: token) {
            let scope = scope.map { Self.spelled(Self.scopes($0)) }
            switch try await issuing.renewRefreshFamily(id, generation: generation, scope: scope, for: client) {
            case .renewed(let family): return family
            case .scopeDiffers:
                throw TokenErrorBody(
                    .invalidScope, "A refresh cannot change the scope: send the scope that was granted, or none.")
            case .notGood: break
            }
        }
        context.logRefusal(of: .refreshToken, client: client.id)
        throw TokenErrorBody(.invalidGrant, "The refresh token was used, has expired or was never issued.")
    }

    private func customer(
        _ subject: String, type: String, _ client: Client
    ) throws(TokenErrorBody) -> CustomerID {
        guard client.mayExchange else {
            throw TokenErrorBody(.unauthorizedClient, "This client is not allowed to get customers' tokens.")
        }
        guard type == TokenGrant.customerIDTokenType else {
            throw TokenErrorBody(.invalidRequest, "subject_token_type must be \(TokenGrant.customerIDTokenType).")
        }
        guard let id = CustomerID(subject) else { throw Self.unknownCustomer }
        return id
    }

    private static let unknownCustomer = TokenErrorBody(
        .invalidGrant, "The subject_token is not the id of a customer of this brand.")

    private static func scopes(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: " ").map(String.init))
    }

    private static func spelled(_ scopes: Set<String>) -> String { scopes.sorted().joined(separator: " ") }
}
