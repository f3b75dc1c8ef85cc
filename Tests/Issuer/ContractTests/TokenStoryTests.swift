import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Tokens, through the client")
struct TokenStoryTests {
    @Test("The brand's app gets a customer's token for 15 minutes and a refresh token for 30")
    func exchange() async throws {
        try await withLiveService { service in
            let token = try await service.client.token(.customer("10000001", scope: "pci-dss-1"), as: .app)
            #expect(token.expiresIn == 900 && token.refreshExpiresIn == 1800)
            #expect(token.tokenType == "Bearer" && token.scope == "pci-dss-1")
            let cards = service.client.customer(accessToken: token.accessToken)
            #expect(try await cards.getAll().cards == [])
        }
    }

    @Test("A refresh token works once; if it is used again, its whole family ends")
    func rotation() async throws {
        try await withLiveService { service in
            let first = try await service.client.token(.customer("10000001"), as: .app)
            let second = try await service.client.token(.renewing(first), as: .app)
            #expect(second.refreshToken != first.refreshToken && second.accessToken != first.accessToken)
            let third = try await service.client.token(.renewing(second), as: .app)
            for stolen in [first, second, third] {
                await expectRefusal(
                    .invalidGrant, "The refresh token was used, has expired or was never issued."
                ) { try await service.client.token(.renewing(stolen), as: .app) }
            }
            let other = try await service.client.token(.customer("10000001"), as: .app)
            _ = try await service.client.token(.renewing(other), as: .app)
        }
    }

    @Test("A refresh token works only for its client, and an access token is not a refresh token")
    func misuse() async throws {
        try await withLiveService { service in
            let token = try await service.client.token(.customer("10000001"), as: .app)
            let renewal = try TokenGrant.renewing(token)
            await expectRefusal(
                .invalidGrant, "The refresh token was used, has expired or was never issued."
            ) { try await service.client.token(renewal, as: .backend) }
            await expectRefusal(
                .invalidGrant, "The refresh token was used, has expired or was never issued."
            ) { try await service.client.token(.refreshToken(token.accessToken, scope: nil), as: .app) }
            _ = try await service.client.token(renewal, as: .app)
        }
    }

    @Test("A client's id and secret may be form-encoded in HTTP Basic, and any number of spaces follows a scheme")
    func spellings() async throws {
        try await withLiveService { service in
            let encoded = CardAPIClient.Credentials(clientID: "demo%2Dapp", clientSecret: "demo%2dsecret")
            let token = try await service.client.token(.customer("10000001"), as: encoded).accessToken
            for secret in ["demo%2Dsecret%00", "demo%252Dsecret", "demo+secret"] {
                let wrong = CardAPIClient.Credentials(clientID: "demo%2Dapp", clientSecret: secret)
                await #expect(throws: WalletError.self) { try await service.client.token(.customer("1"), as: wrong) }
            }
            for spaces in [" ", "  ", "     "] {
                let bearer = [("Authorization", "bearer\(spaces)\(token)")]
                #expect(try await service.ask("GET", cardsPath, headers: bearer).status == 200)
                let login = Data("demo-backend:demo-backend-secret".utf8).base64EncodedString()
                let headers = [
                    ("Authorization", "Basic\(spaces)\(login)"), ("Content-Type", "application/x-www-form-urlencoded"),
                ]
                let path = "/digitalwallets/v1/auth/brands/demo/token"
                let answer = try await service.ask("POST", path, "grant_type=client_credentials", headers: headers)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("A refused token request says why")
    func refusals() async throws {
        try await withLiveService { service in
            let wrongSecret = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "guess")
            let stranger = CardAPIClient.Credentials(clientID: "nobody", clientSecret: "demo-secret")
            let unknown = "The brand in the path has no client with this id and secret; check the brand, the id and "
                + "the secret."
            for (client, brand) in [(wrongSecret, "demo"), (stranger, "demo"), (.app, "another")] {
                await expectRefusal(.invalidClient, unknown) {
                    try await service.client(brand: brand).token(.customer("10000001"), as: client)
                }
            }
            await expectRefusal(.unauthorizedClient, "This client is not allowed to get customers' tokens.") {
                try await service.client.token(.customer("10000001"), as: .backend)
            }
            for customer in ["10000009", "x", "0", "-1", "99999999999999999999"] {
                await expectRefusal(.invalidGrant, "The subject_token is not the id of a customer of this brand.") {
                    try await service.client.token(.customer(customer), as: .app)
                }
            }
            await expectRefusal(.invalidScope, "The scopes of a customer's token are: pci-dss-1.") {
                try await service.client.token(.customer("10000001", scope: "pci-dss-1 admin"), as: .app)
            }
            let token = try await service.client.token(.customer("10000001"), as: .app)
            let refusal = "A refresh cannot change the scope: send the scope that was granted, or none."
            await expectRefusal(.invalidScope, refusal) {
                try await service.client.token(.renewing(token, scope: "pci-dss-1"), as: .app)
            }
            _ = try await service.client.token(.renewing(token), as: .app)
        }
    }

    /// Expects that no token is issued, with this OAuth error and description.
    private func expectRefusal(
        _ code: TokenErrorBody.Code, _ description: String, at sourceLocation: SourceLocation = #_sourceLocation,
        from call: () async throws -> TokenBody
    ) async {
        do {
            _ = try await call()
            Issue.record("\(code.rawValue) was expected, and a token was given", sourceLocation: sourceLocation)
        } catch WalletError.tokenRefused(let refusal) {
            #expect(refusal == TokenErrorBody(code, description), sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(code.rawValue) was expected, and not \(error)", sourceLocation: sourceLocation)
        }
    }
}
