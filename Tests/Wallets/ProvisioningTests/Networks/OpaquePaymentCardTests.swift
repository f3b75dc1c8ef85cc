import Crypto
import CryptoExtras
import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

/// Cards that are sealed for pushing into Google's and Samsung's wallets.
struct PushSample {
    static let address = BillingAddress(line1: "1 Quay", city: "Dublin", country: "IE", postalCode: "D01")

    static func visa(
        wallet: PushWallet = .google, seed: UInt64 = 1, name: String = "Zoë O'Brien/Łukasz"
    ) throws -> String {
        let device = try PushDevice(clientDeviceID: "stable-hardware_id-00001", clientWalletAccountID: "W0")
        return try OpaquePaymentCard.seal(
            CardSample(name: name).card, into: wallet,
            for: .visa(CardSample.visa, device, address, applicationID: "com.example.bank"), at: AppleSample.now,
            using: .seeded(seed))
    }

    static func mastercard(seed: UInt64 = 1) throws -> String {
        try OpaquePaymentCard.seal(
            CardSample("5555555555554444").card, into: .samsung, for: .mastercard(CardSample.mastercard.get().issuer),
            at: AppleSample.now, using: .seeded(seed))
    }
}

@Suite("Cards that are pushed into a wallet")
struct OpaquePaymentCardTests {
    @Test(
        "Visa decrypts a card for Google Pay or Samsung Pay",
        arguments: [(PushWallet.google, "40010075001"), (.samsung, "40010043095")])
    func visaCard(_ wallet: PushWallet, provider: String) throws {
        let card = try VisaPaymentCard(opening: PushSample.visa(wallet: wallet), with: CardSample.visa)
        #expect(card.issuedAt == AppleSample.now)
        #expect(card.data.accountNumber == "4111117391846532" && card.data.cvv2 == nil)
        #expect(card.data.expirationDate == .init(month: "03", year: "2031"))
        #expect(card.data.billingAddress == PushSample.address && card.data.name == "Zoë O'Brien/Łukasz")
        #expect(
            card.data.provider
                == .init(
                    clientWalletProvider: provider, clientWalletAccountID: "W0",
                    clientDeviceID: "stable-hardware_id-00001", clientAppID: "com.example.bank",
                    intent: "PUSH_PROV_MOBILE", isIDnV: "false"))
        #expect("\(card.data)" == "••••")
    }

    @Test("Mastercard decrypts a card and verifies its activation value")
    func mastercardCard() throws {
        let keys = try CardSample.mastercard.get().network
        let card = try MastercardPaymentCard(opening: PushSample.mastercard(), with: keys)
        #expect(card.data.accountNumber == "5555555555554444" && card.data.source == "CARD_ADDED_VIA_APPLICATION")
        #expect(card.data.expiryMonth == "03" && card.data.expiryYear == "31")
        #expect(card.activation.validUntil == AppleSample.now + 1800)
        let pan = try #require(PAN(card.data.accountNumber))
        #expect(card.activation.isValid(for: pan, expiry: "0331", at: AppleSample.now, under: keys))
        #expect("\(card.data)" == "••••")
    }

    @Test("Visa refuses a card with a flipped bit")
    func visaFlippedBits() throws {
        let text = Array(try PushSample.visa().utf8)
        for changed in flipsOfEachByte(text) {
            #expect(throws: SealedFailure.self) {
                try VisaPaymentCard(opening: String(decoding: changed, as: UTF8.self), with: CardSample.visa)
            }
        }
    }

    /// Each try takes an RSA operation, so it skips bytes: trying every byte would be too slow.
    @Test("Mastercard refuses a card with a flipped bit")
    func mastercardFlippedBits() throws {
        let keys = try CardSample.mastercard.get().network
        let json = try #require(EncodedBytes.base64(PushSample.mastercard()))
        let text = String(decoding: json, as: UTF8.self)
        for changed in flipsOfEachByte(json, every: 3) {
            // A hexadecimal digit in the other case is the same digit.
            guard String(decoding: changed, as: UTF8.self).lowercased() != text.lowercased() else { continue }
            #expect(throws: SealedFailure.self) {
                try MastercardPaymentCard(opening: EncodedBytes.base64(changed), with: keys)
            }
        }
    }

    @Test("A network refuses a card for another network, key or partner")
    func otherNetwork() throws {
        let (visa, mastercard) = (try PushSample.visa(), try PushSample.mastercard())
        let keys = try CardSample.mastercard.get().network
        func visaKeys(_ apiKey: String, _ secret: Secret) -> VisaKeys {
            VisaKeys(apiKey: apiKey, sharedSecret: secret, activationKey: CardSample.visa.activationKey,
                activationKeySet: "1")
        }
        let own = CardSample.visa
        for (text, keys, name) in [
            (mastercard, own, "malformed"), (visa + ".", own, "malformed"), ("", own, "malformed"),
            (String(repeating: "A", count: 20_000), own, "malformed"),
            (visa, visaKeys("other", own.sharedSecret), "notForUs"),
            (visa, visaKeys(own.apiKey, Secret([1, 2, 3])), "doesNotOpen"),
        ] {
            #expect(failure { _ = try VisaPaymentCard(opening: text, with: keys) } == name)
        }
        for text in [visa, "", mastercard.replacing("=", with: ""), mastercard + "\n"] {
            #expect(failure { _ = try MastercardPaymentCard(opening: text, with: keys) } == "malformed")
        }
    }

    private func failure(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? SealedFailure)?.name }
        return nil
    }

    @Test("Each card is encrypted with its own key")
    func freshKeys() throws {
        let visa = try (1...50).map { try PushSample.visa(seed: $0) }
        let keys = visa.compactMap { CompactJWE($0)?.encryptedKey }
        #expect(Set(visa).count == 50 && Set(keys).count == 50)
        #expect(try PushSample.visa() == PushSample.visa(), "the same entropy for the same card")
        let other = try #require(CompactJWE(PushSample.visa(name: "Another")))
        #expect(other.encryptedKey != keys[0], "the same entropy for another card")
        #expect(try Set((1...5).map { try PushSample.mastercard(seed: $0) }).count == 5)
    }

    @Test("A card for Visa needs a valid device and a valid wallet account")
    func visaDevice() {
        func names(_ device: String?, _ account: String?) -> [String] {
            do throws(PushDeviceUnreadable) {
                _ = try PushDevice(clientDeviceID: device, clientWalletAccountID: account)
                return []
            } catch {
                return error.failures.map(\.name)
            }
        }
        let longest = String(repeating: "a", count: 24)
        #expect(names(longest, "0_-Zz") == [])
        #expect(names(nil, nil) == ["clientDeviceId.missing", "clientWalletAccountId.missing"])
        #expect(names("", longest + "a") == ["clientDeviceId.invalid", "clientWalletAccountId.invalid"])
        #expect(names("a b", "ä") == ["clientDeviceId.invalid", "clientWalletAccountId.invalid"])
    }

    /// Mastercard's own vectors: a JWE with the header as associated data, and a field under CBC and OAEP.
    @Test("The messages that Mastercard publishes are decrypted", .needsVectors)
    func mastercardVectors() throws {
        struct File: Decodable {
            struct Message: Decodable {
                let jwe: String
                let plaintextUTF8: String
            }
            struct Field: Decodable {
                let ivHex: String
                let encryptedKeyHex: String
                let encryptedValueHex: String
                let plaintextUTF8: String
            }
            let privateKeyPKCS8: String
            let jwe: [Message]
            let fieldLevel: Field
        }
        let file: File = try Vectors.read("mastercard-client-encryption")
        let key = Secret(try #require(EncodedBytes.base64(file.privateKeyPKCS8)))
        for message in file.jwe {
            let jwe = try #require(CompactJWE(message.jwe))
            let contentKey = try #require(key.rsaDecryptionKey)
                .decrypt(jwe.encryptedKey, padding: .PKCS1_OAEP_SHA256)
            let opened = jwe.open(under: SymmetricKey(data: contentKey), authenticatingHeader: true)
            #expect(opened == Secret(Array(message.plaintextUTF8.utf8)))
            #expect(jwe.open(under: SymmetricKey(data: contentKey), authenticatingHeader: false) == nil)
        }
        let field = file.fieldLevel
        let info = MastercardPaymentCard.CardInfo(
            encryptedData: field.encryptedValueHex, encryptedKey: field.encryptedKeyHex, iv: field.ivHex,
            oaepHashingAlgorithm: "SHA256", publicKeyFingerprint: "")
        #expect(MastercardPaymentCard.decrypt(info, with: key) == Secret(Array(field.plaintextUTF8.utf8)))
    }
}
