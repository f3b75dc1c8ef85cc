import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Testing
import TestSupport

@Suite("Tokens under a new version of their key")
struct TokenKeyTests {
    private static func keyID(of token: String) throws -> String? {
        let header = try #require(token.split(separator: ".").first.flatMap { Base64url.decode($0) })
        return try JSONDecoder().decode([String: String].self, from: Data(header))["kid"]
    }

    @Test("A service signs with the new version as soon as it has it, and accepts the earlier one until it is retired")
    func rotation() async throws {
        try await withLiveService { service in
            let vault = service.fixture.issuing.vault
            let first = vault.keys
            let (old, unused) = (try await Self.token(service), try await Self.token(service))
            let both = try first.adding(first.successor(of: .tokenSigning, using: .seeded(3)))
            vault.use(both)
            let new = try await Self.token(service)
            #expect(try Self.keyID(of: old.accessToken) == "v1" && Self.keyID(of: new.accessToken) == "v2")
            for token in [old, new] {
                #expect(try await service.ask("GET", cardsPath, token: token.accessToken).status == 200)
            }
            let renewed = try await service.client.token(.renewing(old), as: .app)
            #expect(try Self.keyID(of: renewed.accessToken) == "v2")

            vault.use(try both.retiring(.tokenSigning, version: 1))
            #expect(try await service.ask("GET", cardsPath, token: unused.accessToken).status == 401)
            #expect(try await service.ask("GET", cardsPath, token: new.accessToken).status == 200)
            let refusal = await #expect(throws: WalletError.self) {
                try await service.client.token(.renewing(unused), as: .app)
            }
            guard case .tokenRefused(let body) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(
                body == TokenErrorBody(
                    .invalidGrant, "The refresh token was used, has expired or was never issued."))
            _ = try await service.client.token(.renewing(new), as: .app)
        }
    }

    private static func token(_ service: LiveService) async throws -> TokenBody {
        try await service.client.token(.customer("10000001"), as: .app)
    }
}
