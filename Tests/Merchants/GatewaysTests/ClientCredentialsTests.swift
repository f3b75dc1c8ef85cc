import CardSecrets
import Testing

@testable import Gateways

@Suite("Client credentials")
struct ClientCredentialsTests {
    private let vault = CardVault(keys: .generate(using: .seeded(1)), entropy: .seeded(2))

    @Test("A client proves its identity with its own secret only")
    func secret() {
        let stored = StoredClient("shop", secretHash: vault.clientSecretHash("right").bytes)
        #expect(ClientCredentials(name: "shop", secret: "right").prove(stored, in: vault) == "shop")
        for wrong in ["", "wrong", "right "] {
            #expect(ClientCredentials(name: "shop", secret: wrong).prove(stored, in: vault) == nil)
        }
        #expect(ClientCredentials(name: "shop", secret: "right").prove(StoredClient<String>?.none, in: vault) == nil)
    }

    @Test("The hash of a secret is valid in one place only")
    func place() {
        let hash = vault.secretHash(Array("right".utf8), at: "one")
        let (stored, sent) = (StoredClient("shop", secretHash: hash), ClientCredentials(name: "shop", secret: "right"))
        #expect(sent.prove(stored, in: vault, at: "one") == "shop")
        #expect(sent.prove(stored, in: vault, at: "other") == nil)
        #expect(sent.prove(stored, in: vault) == nil)
    }

    @Test("A name has 1 to 64 letters, digits, hyphens and underscores", arguments: [
        ("shop-1_A", true), ("", false), ("a b", false), ("ä", false),
        (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
    func names(_ text: String, _ isAccepted: Bool) {
        #expect(ClientCredentials.isName(text) == isAccepted)
    }
}
