import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets
import Simulators
import Testing

@Suite("The token service")
struct TokenServiceTests {
    private let cards: SealedCards

    init() throws {
        cards = try SealedCards.shared.get()
    }

    @Test("Apple's card becomes a token of either network", arguments: TokenNetwork.allCases)
    func apple(network: TokenNetwork) throws {
        let pass = try cards.pass(SealedCards.card(network), network)
        let service = cards.tokenService()
        let (inspection, decision) = service.tokenize(pass.data, pass.activationData, for: network, at: .iPhone)
        let token = try #require(decision.token)
        #expect(inspection.failure == nil && token.state == .active && token.network == network)
        #expect(token.dpan.bin == (network == .visa ? "489537" : "535375"))
        #expect(PAN(token.dpan.reveal { $0 }) != nil)
        #expect(token.reference.count == (network == .visa ? 32 : 48))
        #expect(service.tokens(at: .iPhone) == [token])
        #expect(service.tokens(at: .pixel) == [])
    }

    @Test("A card from Google or Samsung becomes a token", arguments: TokenNetwork.allCases, [
        PushWallet.google, .samsung,
    ])
    func push(network: TokenNetwork, wallet: PushWallet) throws {
        let sealed = try cards.push(SealedCards.card(network), network, from: wallet)
        let (inspection, decision) = cards.tokenService().tokenize(sealed, from: wallet, for: network, at: .pixel)
        #expect(inspection.failure == nil && decision.token?.state == .active)
    }

    @Test("A message is accepted only once", arguments: TokenNetwork.allCases)
    func replay(network: TokenNetwork) throws {
        let service = cards.tokenService()
        let sealed = try cards.push(SealedCards.card(network), network)
        #expect(service.tokenize(sealed, from: .google, for: network, at: .pixel).decision.token != nil)
        #expect(
            service.tokenize(sealed, from: .google, for: network, at: .pixel).decision.refusal
                == "tokenService.replayed")
        let pass = try cards.pass(SealedCards.card(network), network)
        #expect(service.tokenize(pass.data, pass.activationData, for: network, at: .iPhone).decision.token == nil)
        let elsewhere = TokenService.Place.iPhone.with(device: "another")
        #expect(
            service.tokenize(pass.data, pass.activationData, for: network, at: elsewhere).decision.refusal
                == "tokenService.replayed")
    }

    @Test("A card for another device, account or wallet, or an old card, is refused", arguments: [
        (
            "opaquePaymentCard.otherDevice", TokenService.Place.pixel.with(device: "another"), PushWallet.google,
            0.0
        ),
        ("opaquePaymentCard.otherAccount", .pixel.with(account: "another"), .google, 0),
        ("opaquePaymentCard.otherWallet", .pixel, .samsung, 0),
        ("opaquePaymentCard.tooOld", .pixel, .google, 1801),
        ("opaquePaymentCard.notYetMade", .pixel, .google, -61),
        ("tokenService.walletAdvisedAgainst", .pixel.with(advice: .decline), .google, 0),
    ])
    func misplaced(refusal: String, place: TokenService.Place, wallet: PushWallet, later: TimeInterval) throws {
        let sealed = try cards.push(SealedCards.card(.visa), .visa)
        let service = cards.tokenService(later: later)
        #expect(service.tokenize(sealed, from: wallet, for: .visa, at: place).decision.refusal == refusal)
        #expect(service.tokens(at: place) == [])
    }

    @Test("Activation data of another request, another card or a past time is refused")
    func activation() throws {
        let (visa, mastercard) = (SealedCards.card(.visa), SealedCards.card(.mastercard))
        let (one, other) = (try cards.pass(visa, .visa), try cards.pass(visa, .visa))
        let service = cards.tokenService()
        #expect(
            service.tokenize(one.data, other.activationData, for: .visa, at: .iPhone).decision.refusal
                == "activationData.otherRequest")
        let first = try cards.pass(mastercard, .mastercard)
        let renewed = try cards.pass(SealedCards.card(.mastercard, year: 2029), .mastercard)
        #expect(
            service.tokenize(first.data, renewed.activationData, for: .mastercard, at: .iPhone).decision.refusal
                == "activationData.otherCard")
        #expect(
            cards.tokenService(later: 1801).tokenize(first.data, first.activationData, for: .mastercard, at: .iPhone)
                .decision.refusal == "activationData.over")
        #expect(
            service.tokenize(first.data, one.activationData, for: .mastercard, at: .iPhone).decision.refusal
                == "malformed")
    }

    @Test("An expired card and a card of the other network are refused")
    func card() throws {
        let old = try cards.push(SealedCards.card(.mastercard, year: 2025), .mastercard)
        let service = cards.tokenService()
        #expect(service.tokenize(old, from: .google, for: .mastercard, at: .pixel).decision.refusal == "card.expired")
        let other = try cards.push(SealedCards.card(.visa), .mastercard)
        #expect(
            service.tokenize(other, from: .google, for: .mastercard, at: .pixel).decision.refusal
                == "tokenService.wrongNetwork")
    }

    @Test("The cardholder must be identified if the wallet advises it, and from the ninth token on")
    func doubt() throws {
        let service = cards.tokenService()
        let card = SealedCards.card(.mastercard)
        func tokenize(_ place: TokenService.Place) throws -> TokenDecision {
            let sealed = try cards.push(card, .mastercard)
            return service.tokenize(sealed, from: .google, for: .mastercard, at: place).decision
        }
        let advised = try tokenize(.pixel.with(advice: .verify))
        let token = try #require(advised.token)
        #expect(advised == .needsIdentityVerification(token, .walletAdvised))
        #expect(try tokenize(.pixel).refusal == "tokenService.alreadyOnDevice")
        #expect(try service.identityVerified(token.reference).state == .active)
        #expect(throws: TokenRefusal.nothingToVerify(state: "ACTIVE")) { try service.identityVerified(token.reference) }
        #expect(throws: TokenRefusal.unknownToken) { try service.identityVerified("DNITHE") }

        for number in 2...8 {
            let decision = try tokenize(.pixel.with(device: "device-\(number)"))
            let token = try #require(decision.token)
            #expect(decision == .approved(token), "token \(number)")
        }
        let ninth = try tokenize(.pixel.with(device: "device-9"))
        let doubted = try #require(ninth.token)
        #expect(ninth == .needsIdentityVerification(doubted, .manyTokens))
        for number in 10...12 { #expect(try tokenize(.pixel.with(device: "device-\(number)")).token != nil) }
        #expect(try tokenize(.pixel.with(device: "device-13")).refusal == "tokenService.tooManyTokens")
    }

    @Test("The service keeps no more in memory than its limit")
    func limit() throws {
        var limits = TokenService.Limits()
        limits.kept = 1
        let service = cards.tokenService(limits)
        let card = SealedCards.card(.visa)
        let sealed = [try cards.push(card, .visa), try cards.push(card, .visa)]
        #expect(service.tokenize(sealed[0], from: .google, for: .visa, at: .pixel).decision.token != nil)
        #expect(
            service.tokenize(sealed[1], from: .google, for: .visa, at: .pixel).decision.refusal == "tokenService.full")
    }
}
