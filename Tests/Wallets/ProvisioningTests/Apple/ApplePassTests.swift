import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

@Suite("Apple pass")
struct ApplePassTests {
    private let sample: AppleSample
    private let device: SimulatedAppleDevice
    private let card: WalletCard

    init() throws {
        sample = try AppleSample()
        device = try sample.device()
        card = try CardSample().card
    }

    private func pass(for network: NetworkKeys, seed: UInt64 = 1, of card: WalletCard? = nil) throws -> ApplePass {
        let request = try device.request()
        return try ApplePass(
            of: card ?? self.card, for: request, to: request.prove(under: sample.trust, at: AppleSample.now),
            network: network, at: AppleSample.now, using: .seeded(seed))
    }

    @Test("Only the device that asked decrypts its pass")
    func deviceDecrypts() throws {
        let pass = try pass(for: .visa(CardSample.visa))
        let data = try pass.open(with: device.privateKey)
        #expect(data.primaryAccountNumber == "4111117391846532" && data.expiration == "03/31")
        #expect(data.name == "Zoë O'Brien/Łukasz" && data.nonce == EncodedBytes.hexadecimal(device.nonce))
        #expect(data.nonceSignature == EncodedBytes.hexadecimal(device.nonceSignature))
        #expect("\(data)" == "••••")
        #expect(throws: SealedFailure.doesNotOpen) { try pass.open(with: sample.device().privateKey) }
    }

    @Test("A pass with a flipped bit is not decrypted")
    func flippedBits() throws {
        let pass = try pass(for: .visa(CardSample.visa))
        for changed in flips(pass.encryptedPassData) {
            let pass = ApplePass(
                encryptedPassData: changed, ephemeralPublicKey: pass.ephemeralPublicKey, activationData: [])
            #expect(throws: SealedFailure.doesNotOpen) { try pass.open(with: device.privateKey) }
        }
        for changed in flips(pass.ephemeralPublicKey) {
            let pass = ApplePass(
                encryptedPassData: pass.encryptedPassData, ephemeralPublicKey: changed, activationData: [])
            #expect(throws: SealedFailure.self) { try pass.open(with: device.privateKey) }
        }
    }

    @Test("Each pass has its own ephemeral key, ciphertext and activation data")
    func freshKeys() throws {
        let entropy = Entropy.seeded(1)
        let request = try device.request()
        let key = try request.prove(under: sample.trust, at: AppleSample.now)
        let passes = try (0..<50).map { _ in
            try ApplePass(
                of: card, for: request, to: key, network: .visa(CardSample.visa), at: AppleSample.now, using: entropy)
        }
        #expect(Set(passes.map(\.ephemeralPublicKey)).count == 50)
        #expect(Set(passes.map(\.encryptedPassData)).count == 50)
        #expect(Set(passes.map(\.activationData)).count == 50)
    }

    /// The vector of zeros is safe only if no key seals two messages.
    @Test("Repeated entropy does not repeat a key for another card")
    func repeatedEntropy() throws {
        let (network, other) = (NetworkKeys.visa(CardSample.visa), try CardSample(name: "Another").card)
        #expect(try pass(for: network) == pass(for: network))
        #expect(try pass(for: network).ephemeralPublicKey != pass(for: network, of: other).ephemeralPublicKey)
    }

    @Test("Visa decrypts the activation data and notices any change")
    func visaActivationData() throws {
        for key in [Entropy.seeded(1).bytes(16), Entropy.seeded(2).bytes(24)] {
            let keys = VisaKeys(
                apiKey: "api", sharedSecret: Secret([1]), activationKey: Secret(key), activationKeySet: "12.1")
            let sealed = try pass(for: .visa(keys)).activationData
            let text = String(decoding: sealed, as: UTF8.self)
            #expect(text.wholeMatch(of: /MBPAC-1-FK-12\.1--TDEA-[0-9A-F]{64}/) != nil)
            let opened = try VisaActivationData(opening: text, with: keys)
            #expect(opened.nonce == device.nonce && opened.authorizationCode.utf8.count == 6)
            #expect(throws: SealedFailure.self) { try VisaActivationData(opening: text, with: CardSample.visa) }
            for changed in flips(sealed) {
                let changed = String(decoding: changed, as: UTF8.self)
                let isSameDigits = changed.lowercased() == text.lowercased()
                #expect(isSameDigits || (try? VisaActivationData(opening: changed, with: keys)) != opened)
            }
        }
    }

    @Test("Mastercard verifies the activation data for one card, expiry and half an hour")
    func mastercardActivationData() throws {
        let keys = try CardSample.mastercard.get()
        let json = try pass(for: .mastercard(keys.issuer)).activationData
        let value = try MastercardActivationValue(json: json)
        func isValid(_ pan: PAN, _ expiry: String = "0331", after seconds: Double = 0) -> Bool {
            value.isValid(for: pan, expiry: expiry, at: AppleSample.now + seconds, under: keys.network)
        }
        #expect(isValid(card.pan) && isValid(card.pan, after: 1800))
        #expect(!isValid(card.pan, after: 1801), "it is good for half an hour")
        #expect(!isValid(try CardSample("5555555555554444").card.pan))
        #expect(!isValid(card.pan, "0431"))
        for changed in flips(json) {
            let value = try? MastercardActivationValue(json: changed)
            #expect(value?.isValid(for: card.pan, expiry: "0331", at: AppleSample.now, under: keys.network) != true)
        }
    }
}
