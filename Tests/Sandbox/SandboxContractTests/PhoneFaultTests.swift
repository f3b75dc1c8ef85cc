import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Provisioning
import SimulatedWallets
import Simulators
import Testing
import TestSupport

@Suite("Names of a phone's faults in refusals, on the phone and in explanations")
struct PhoneFaultTests {
    /// The party that notices a fault, and the name of the fault.
    enum Notice: Sendable {
        case issuer(String)
        case phone(String)
    }

    static let apple: [String: Notice] = [
        "swapped-certificates": .issuer("certificates.swapped"),
        "same-certificate-twice": .issuer("certificates.sameTwice"),
        "expired-leaf": .issuer("leafCertificate.expired"),
        "not-yet-valid-leaf": .issuer("leafCertificate.notYetValid"),
        "expired-subordinate": .issuer("subordinateCertificate.expired"),
        "missing-leaf-marker": .issuer("leafCertificate.missingMarker"),
        "missing-subordinate-marker": .issuer("subordinateCertificate.missingMarker"),
        "wrong-curve": .issuer("leafCertificate.wrongCurve"),
        "rsa-leaf": .issuer("leafCertificate.schemeRSA"),
        "authority-as-leaf": .issuer("leafCertificate.isAuthority"),
        "subordinate-without-authority": .issuer("subordinateCertificate.isNoAuthority"),
        "missing-key-usage": .issuer("leafCertificate.keyUsage"),
        "foreign-subordinate": .issuer("leafCertificate.notSignedBySubordinate"),
        "foreign-root": .issuer("subordinateCertificate.notAnchored"),
        "short-nonce": .issuer("nonce.unexpected"),
        "short-nonce-signature": .issuer("nonceSignature.unexpected"),
        "stale-nonce": .issuer("nonce.used"),
        "pem-for-der": .issuer("leafCertificate.pemForDER"),
        "base64url": .issuer("nonceSignature.base64url"),
        "trailing-bytes": .issuer("leafCertificate.trailingBytes"),
        "oversized-certificate": .issuer("leafCertificate.tooLarge"),
        "wrong-device": .phone("doesNotOpen"),
        "changed-answer": .phone("doesNotOpen"),
        "replayed-activation": .phone("tokenService.replayed"),
    ]

    @Test("Every fault of an iPhone is in the table, and every fault is on the page about phones")
    func complete() throws {
        let page = try String(contentsOf: Golden.repository.appending(path: "docs/PHONES.md"), encoding: .utf8)
        for fault in IPhoneFault.allCases.map(\.name) + PushFault.allCases.map(\.rawValue) {
            #expect(page.contains("`\(fault)`"), "\(fault)")
        }
        #expect(Set(Self.apple.keys) == Set(IPhoneFault.allCases.map(\.name)))
        #expect(IPhoneFault.allCases.allSatisfy { IPhoneFault($0.name) == $0 })
    }

    @Test("Every fault of an iPhone is reported with its name", arguments: TokenNetwork.allCases)
    func iPhone(network: TokenNetwork) async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(network, at: service)
            for fault in IPhoneFault.allCases {
                let notice = try #require(Self.apple[fault.name])
                let before = try await shop.listed().count
                let way = await shop.steps { report async throws(StepFailure) in
                    try await shop.iPhone.add(shop.card.cardId, of: shop.cards, fault: fault, report: report)
                }
                let failure = try #require(way.outcome.failure, "\(fault.name) went unnoticed")
                #expect(way.steps.contains { $0.failure == failure })
                switch notice {
                case .issuer(let name):
                    #expect(failure.name == name, "\(fault.name): \(failure)")
                    #expect(failure.cause.hasPrefix("\(name): "))
                    let stored = fault == .sending(.staleNonce) ? 1 : 0
                    #expect(try await shop.listed().count == before + stored, "\(fault.name) left something")
                case .phone(let name):
                    #expect(failure.name == name, "\(fault.name): \(failure)")
                }
            }
        }
    }

    @Test("An iPhone's request is explained with the same fault as its refusal")
    func explained() async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(.visa, at: service)
            let now = IssuingFixture.now
            for fault in IPhoneFault.allCases {
                guard case .issuer(let name) = Self.apple[fault.name], fault != .sending(.staleNonce) else { continue }
                let device = try SimulatedAuthority.sandbox(using: shop.entropy)
                    .appleDevice(at: now, fault: fault.ofDevice)
                let explanation = try await shop.explain(TokenizeCardBody(device, with: fault).json)
                #expect(explanation.verdict == "FAILED" && explanation.failures == [name], "\(fault.name)")
                let step = explanation.steps.first { $0.failure != nil }
                #expect(step?.cause?.isEmpty == false && step?.fix?.isEmpty == false)
            }
            let device = try SimulatedAuthority.sandbox(using: shop.entropy).appleDevice(at: now)
            let body = TokenizeCardBody(device)
            let fresh = try await shop.explain(body.json(adding: "cardId", shop.card.cardId))
            #expect(fresh.verdict == "PASSED" && fresh.steps.map(\.step) == [
                "leafCertificate", "subordinateCertificate", "order", "leafKey", "leafPurpose", "leafValidity",
                "subordinatePurpose", "subordinateValidity", "leafSignature", "anchor", "nonce", "nonceSignature",
                "nonce.use",
            ])
            _ = try await shop.cards.tokenize(shop.card.cardId, body)
            #expect(try await shop.explain(body.json(adding: "cardId", shop.card.cardId)).failures == ["nonce.used"])
        }
    }

    @Test("An answer to an iPhone is explained only with the device's key", arguments: TokenNetwork.allCases)
    func explainedPass(network: TokenNetwork) async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(network, at: service)
            let now = IssuingFixture.now
            let authority = try SimulatedAuthority.sandbox(using: shop.entropy)
            let (device, other) = (try authority.appleDevice(at: now), try authority.appleDevice(at: now))
            let answer = try await shop.cards.tokenize(shop.card.cardId, TokenizeCardBody(device))
            func explain(_ key: Secret?, _ members: [String: String] = [:]) async throws -> Explanation {
                var all = [
                    "encryptedPassData": answer.encryptedPassData, "activationData": answer.activationData,
                    "ephemeralPublicKey": answer.ephemeralPublicKey,
                    "devicePrivateKey": key.map { $0.withBytes { EncodedBytes.hexadecimal($0) } },
                ].compactMapValues { $0 }
                all.merge(members) { _, given in given }
                return try await shop.explain(String(decoding: JSONEncoder().encode(all), as: UTF8.self))
            }
            #expect(try await explain(device.privateKey).failures == [])
            #expect(try await explain(other.privateKey).failures == ["doesNotOpen"])
            #expect(try await explain(nil).steps.map(\.verdict) == ["SKIPPED"])
            let url = try #require(answer.ephemeralPublicKey).replacing("=", with: "")
            #expect(
                try await explain(device.privateKey, ["ephemeralPublicKey": url]).failures
                    == ["ephemeralPublicKey.base64url"])
            let second = try await shop.cards.tokenize(shop.card.cardId, TokenizeCardBody(other))
            let mixed = try await explain(
                device.privateKey, ["activationData": try #require(second.activationData)])
            // Mastercard's activation data is only about the card, so that of another request is accepted.
            #expect(mixed.failures == (network == .visa ? ["activationData.otherRequest"] : []))
        }
    }

    private static func name(of fault: PushFault) -> String {
        switch fault {
        case .missingDevice, .missingAccount, .malformedDevice: "issuer.5068"
        case .wrongDevice: "opaquePaymentCard.otherDevice"
        case .wrongAccount: "opaquePaymentCard.otherAccount"
        case .wrongWallet: "opaquePaymentCard.otherWallet"
        case .wrongNetwork: "malformed"
        case .changedCard: "doesNotOpen"
        case .truncatedCard: "malformed"
        case .replayedCard: "tokenService.replayed"
        case .decliningWallet: "tokenService.walletAdvisedAgainst"
        }
    }

    @Test("Every fault of a Pixel and of a Galaxy is reported with its name", arguments: TokenNetwork.allCases)
    func push(network: TokenNetwork) async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(network, at: service)
            for fault in PushFault.allCases where network == .visa || !fault.isNoticedOnlyByVisa {
                let google = await shop.steps { report async throws(StepFailure) in
                    try await shop.pixel.add(shop.card.cardId, of: shop.cards, fault: fault, report: report)
                }
                #expect(google.outcome.failure?.name == Self.name(of: fault), "Pixel, \(fault.rawValue)")
                let samsung = await shop.steps { report async throws(StepFailure) in
                    try await shop.galaxy.add(shop.card.cardId, of: shop.cards, fault: fault, report: report)
                }
                #expect(samsung.outcome.failure?.name == Self.name(of: fault), "Galaxy, \(fault.rawValue)")
            }
        }
    }

    @Test("Mastercard does not notice a wrong device or account, and the issuer notices a wrong wallet")
    func unnoticed() async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(.mastercard, at: service)
            let mixedUp = await shop.steps { report async throws(StepFailure) in
                try await shop.galaxy.add(shop.card.cardId, of: shop.cards, fault: .wrongWallet, report: report)
            }
            #expect(mixedUp.outcome.failure?.name == "issuer.DW-ENTITY-NOT-FOUND")
            for fault in [PushFault.missingDevice, .missingAccount, .wrongDevice, .wrongAccount] {
                let way = await shop.steps { report async throws(StepFailure) in
                    try await shop.pixel.add(shop.card.cardId, of: shop.cards, fault: fault, report: report)
                }
                #expect(way.outcome.failure == nil, "\(fault.rawValue)")
            }
        }
    }

    @Test("An answer to a Pixel is explained as the network sees it")
    func explainedPush() async throws {
        try await withSandboxService { service in
            let shop = try await PhoneShop(.visa, at: service)
            var body = TokenizeCardBody()
            (body.walletType, body.clientDeviceId, body.clientWalletAccountId) = ("GOOGLE_PAY", "device", "account")
            let card = try #require(try await shop.cards.tokenize(shop.card.cardId, body).opaquePaymentCard)
            func explain(_ members: String) async throws -> [String] {
                try await shop.explain(#"{"opaquePaymentCard":"\#(card)"\#(members)}"#).failures
            }
            let place = #","walletType":"GOOGLE_PAY","clientDeviceId":"device","clientWalletAccountId":"account""#
            #expect(try await explain(place) == [])
            #expect(try await explain("") == [])
            #expect(try await explain(place.replacing("GOOGLE", with: "SAMSUNG")) == ["opaquePaymentCard.otherWallet"])
            #expect(
                try await explain(place.replacing(#":"device"#, with: #":"other"#))
                    == ["opaquePaymentCard.otherDevice"])
            #expect(
                try await explain(place.replacing(#":"account"#, with: #":"other"#))
                    == ["opaquePaymentCard.otherAccount"])
            #expect(try await explain(#","clientDeviceId":"a/b""#).contains("clientDeviceId.invalid"))
            #expect(try await explain(#","cardNetwork":"CARD_NETWORK_MASTERCARD""#) == ["malformed"])
        }
    }

    @Test("An explanation without members or of unknown ones is refused, and one of a nonce works")
    func unexplained() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/explain", "{}").status == 400)
            #expect(try await service.sandbox("POST", "/explain", #"{"leaf":"x"}"#).status == 400)
            let alone = try await service.sandbox("POST", "/explain", #"{"nonce":"ea85a73a1b"}"#)
                .decoded(as: Explanation.self, expecting: 200)
            #expect(alone.steps.map(\.step) == ["nonce"] && alone.failures == ["nonce.unexpected"])
        }
    }
}
