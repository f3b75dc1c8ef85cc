import CardSecrets
import Provisioning
import SimulatedWallets
import Testing

@Suite("A network's rules for issuing tokens")
struct TokenRulesTests {
    private func doubt(
        tokens: Int = 0, there: String? = nil, advice: WalletAdvice = .approve, asks: Bool = false
    ) throws(TokenRefusal) -> TokenDoubt? {
        try TokenRules.doubt(tokens: tokens, there: there, advice: advice, asksForIdentification: asks)
    }

    @Test("The cardholder is identified if the issuer or the wallet wants it, and from the ninth token on")
    func doubts() throws {
        #expect(try doubt(asks: true) == .issuerAsked)
        #expect(try doubt(advice: .verify) == .walletAdvised)
        for tokens in 0...7 { #expect(try doubt(tokens: tokens) == nil, "after \(tokens) tokens") }
        for tokens in 8...11 { #expect(try doubt(tokens: tokens) == .manyTokens, "after \(tokens) tokens") }
    }

    @Test("No token is issued against the wallet's advice, twice on a device, or beyond twelve for a card")
    func refusals() {
        #expect(throws: TokenRefusal.walletAdvisedAgainst) { try doubt(advice: .decline) }
        #expect(throws: TokenRefusal.alreadyOnDevice(reference: "DNITHE")) { try doubt(there: "DNITHE") }
        #expect(throws: TokenRefusal.tooManyTokens(limit: 12)) { try doubt(tokens: 12) }
    }

    @Test("In a shop a counter must be higher than all before it; in an app it may be up to 16 lower", arguments: [
        (17, true, true), (16, true, false), (15, true, false), (1, true, false),
        (17, false, true), (16, false, true), (1, false, true), (0, false, true),
    ])
    func counters(counter: Int, isInStore: Bool, isAccepted: Bool) {
        #expect(TokenRules.accepts(counter, after: 16, isInStore: isInStore) == isAccepted)
        let shifted = TokenRules.accepts(counter + 100, after: 116, isInStore: isInStore)
        #expect(shifted == isAccepted)
        #expect(!TokenRules.accepts(99, after: 116, isInStore: isInStore))
    }

    @Test("References and numbers have the form of their network", arguments: TokenNetwork.allCases)
    func forms(network: TokenNetwork) {
        #expect(network.reference(using: .seeded(1)).count == (network == .visa ? 32 : 48))
        let number = PAN.generate(prefix: network.tokenPrefix, using: .seeded(1))
        #expect(number.bin == (network == .visa ? "489537" : "535375"))
        #expect(PAN(number.reveal { $0 }) != nil)
    }
}
