import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets
import Testing

@Suite("A network's checks before it issues a token")
struct NetworkInspectionTests {
    private let cards: SealedCards

    init() throws {
        cards = try SealedCards.shared.get()
    }

    /// The result of the network's checks of a card for Google Pay or Samsung Pay.
    private func inspection(
        of sealed: String, _ network: TokenNetwork, wallet: PushWallet = .google, device: String = "device",
        account: String = "account", later seconds: TimeInterval = 0
    ) -> Inspection {
        var inspection = Inspection()
        let pushed = PushedCard(sealed, network: network, wallet: wallet, deviceID: device, accountID: account)
        _ = inspection.inspect(pushed, with: cards.keys, at: SealedCards.now + seconds)
        return inspection
    }

    /// The result of the network's checks of a pass that a device has opened.
    private func inspection(
        of pass: ApplePass, on device: SimulatedAppleDevice, activationData: [UInt8]? = nil, _ network: TokenNetwork,
        later seconds: TimeInterval = 0
    ) throws -> Inspection {
        var inspection = Inspection()
        let now = SealedCards.now + seconds
        let found = inspection.inspect(
            pass, openedWith: device.privateKey, nonce: device.nonce, nonceSignature: device.nonceSignature,
            lastDigits: SealedCards.card(network).pan.lastFour, at: now)
        let opened = try #require(found)
        inspection.inspect(
            activationData: activationData ?? pass.activationData, of: opened.card, nonce: opened.data.nonce,
            network: network, keys: cards.keys, at: now)
        return inspection
    }

    @Test("Apple's card is accepted by either network", arguments: TokenNetwork.allCases)
    func apple(network: TokenNetwork) throws {
        let (pass, device) = try cards.pass(SealedCards.card(network), network)
        #expect(try inspection(of: pass, on: device, network).failure == nil)
    }

    @Test("A card from Google or Samsung is accepted by either network", arguments: TokenNetwork.allCases, [
        PushWallet.google, .samsung,
    ])
    func push(network: TokenNetwork, wallet: PushWallet) throws {
        let sealed = try cards.push(SealedCards.card(network), network, from: wallet)
        #expect(inspection(of: sealed, network, wallet: wallet).failure == nil)
    }

    @Test("Visa's card for another device, account or wallet is refused")
    func misplaced() throws {
        let sealed = try cards.push(SealedCards.card(.visa), .visa)
        for (name, found) in [
            ("opaquePaymentCard.otherDevice", inspection(of: sealed, .visa, device: "another")),
            ("opaquePaymentCard.otherAccount", inspection(of: sealed, .visa, account: "another")),
            ("opaquePaymentCard.otherWallet", inspection(of: sealed, .visa, wallet: .samsung)),
        ] {
            #expect(found.failure?.name == name)
        }
    }

    @Test("A card that is older than half an hour, or from the future, is refused", arguments: [
        ("opaquePaymentCard.tooOld", 1801.0, 1800.0), ("opaquePaymentCard.notYetMade", -61, -60),
    ])
    func age(name: String, refused: TimeInterval, accepted: TimeInterval) throws {
        let sealed = try cards.push(SealedCards.card(.visa), .visa)
        #expect(inspection(of: sealed, .visa, later: refused).failure?.name == name)
        #expect(inspection(of: sealed, .visa, later: accepted).failure == nil)
    }

    @Test("Activation data of another request, another card or a past time is refused")
    func activation() throws {
        let (one, device) = try cards.pass(SealedCards.card(.visa), .visa)
        let other = try cards.pass(SealedCards.card(.visa), .visa).pass
        #expect(
            try inspection(of: one, on: device, activationData: other.activationData, .visa).failure?.name
                == "activationData.otherRequest")
        let (first, phone) = try cards.pass(SealedCards.card(.mastercard), .mastercard)
        let renewed = try cards.pass(SealedCards.card(.mastercard, year: 2029), .mastercard).pass
        #expect(
            try inspection(of: first, on: phone, activationData: renewed.activationData, .mastercard).failure?.name
                == "activationData.otherCard")
        #expect(
            try inspection(of: first, on: phone, .mastercard, later: 1801).failure?.name == "activationData.over")
        #expect(
            try inspection(of: first, on: phone, activationData: one.activationData, .mastercard).failure?.name
                == "malformed")
    }

    @Test("An expired card is refused")
    func expired() throws {
        let old = try cards.push(SealedCards.card(.mastercard, year: 2025), .mastercard)
        #expect(inspection(of: old, .mastercard).failure?.name == "card.expired")
    }
}
