import Cards
import Issuing
import IssuingTestSupport
import Provisioning
import Sandbox
import Testing
import TestSupport

@Suite("Tokens on simulated phones")
struct PhoneTokenTests {
    @Test("A token stays on its phone if another customer's app reports its reference")
    func foreignReport() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let pixel = try await fixture.sandbox.makePhone(.pixel, of: card.customer)
        let sealed = try await fixture.tokenize(card, .google(device: pixel.hardwareID, profile: pixel.walletID))
        let message = WalletMessage.opaque(try #require(sealed.value?.opaque), network: .visa)
        let token = try #require(try await fixture.sandbox.push(message, to: pixel.id).token)

        let foreign = try await fixture.issue(.virtualMastercard, to: fixture.enrol())
        try await fixture.token(token.reference, for: foreign)
        #expect(try await fixture.sandbox.tokens(on: pixel.id) == [token])
        _ = try await fixture.move(foreign, to: .locked)
        #expect(try await fixture.sandbox.tokens(on: pixel.id) == [token], "the other card's status does not matter")
        _ = try await fixture.sandbox.change(token.reference, on: pixel.id, by: .delete)
        #expect(try await fixture.sandbox.tokens(on: pixel.id) == [])
        #expect(try await fixture.tokens(of: foreign) == ["\(token.reference) SUSPENDED"])
    }

    @Test("On a cluster, too, a card goes into a wallet by its number and by its id, and each message once")
    func onCluster() async throws {
        let fixture = try await IssuingFixture.make(onCluster: true)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let pixel = try await fixture.sandbox.makePhone(.pixel, of: card.customer)
        let sealed = try await fixture.tokenize(card, .google(device: pixel.hardwareID, profile: pixel.walletID))
        let message = WalletMessage.opaque(try #require(sealed.value?.opaque), network: .visa)
        let token = try #require(try await fixture.sandbox.push(message, to: pixel.id).token)
        #expect(try await fixture.sandbox.push(message, to: pixel.id).token == nil)
        let galaxy = try await fixture.sandbox.makePhone(.galaxy, of: card.customer)
        let typed = try await fixture.sandbox.beginToken(of: card.id, on: galaxy.id)
        #expect(try await Set(fixture.sandbox.tokens(of: card.id).map(\.token.reference)) == [
            token.reference, typed.reference,
        ])
    }
}
