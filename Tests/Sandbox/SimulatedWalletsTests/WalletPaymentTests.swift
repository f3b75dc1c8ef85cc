import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import PaymentTokens
import SimulatedWallets
import Testing

@Suite("Tokens that a wallet gives to an app")
struct WalletPaymentTests {
    private let sample = PaymentSample()
    private let entropy = Entropy.seeded(1)

    @Test("Apple's token opens with the merchant's key under the sandbox's root, on any day of its clock", arguments: [
        PaymentSample.now, Date(timeIntervalSince1970: 2_840_140_800), Date(timeIntervalSince1970: 4_000_000_000),
    ])
    func apple(now: Date) throws {
        let json = try sample.payment().token(
            for: .applePay(sample.publicKey, id: PaymentSample.merchantID), at: now, using: entropy)
        let data = try open(json, at: now)
        #expect(data.applicationPrimaryAccountNumber == PaymentSample.visa)
        #expect(data.applicationExpirationDate == "280229" && data.paymentDataType == "3DSecure")
        #expect(data.currencyCode == "978" && data.transactionAmount == 1234)
        #expect(data.paymentData.eciIndicator == "7" && data.deviceManufacturerIdentifier == "040010030273")
        try expectGenuine(data.paymentData.onlinePaymentCryptogram, PaymentSample.visa)
    }

    @Test("Apple's token of a Mastercard has no indicator, and goes to an RSA key, too")
    func appleRSA() throws {
        let payment = try sample.payment(with: PaymentSample.mastercard)
        let json = try payment.token(
            for: .applePay(PaymentSample.rsaPublicKey, id: nil), at: PaymentSample.now, using: entropy)
        let merchant = try #require(AppleMerchantKey(rsaPrivateKeyPKCS8: PaymentSample.rsaPKCS8))
        let data = try open(json, with: merchant, at: PaymentSample.now)
        #expect(data.applicationPrimaryAccountNumber == PaymentSample.mastercard)
        #expect(data.paymentData.eciIndicator == nil)
        try expectGenuine(data.paymentData.onlinePaymentCryptogram, PaymentSample.mastercard)
    }

    private var appleMerchant: AppleMerchantKey {
        get throws {
            let own = Secret(Array(sample.ownKey.derRepresentation))
            return try #require(AppleMerchantKey(privateKeyPKCS8: own, merchantID: PaymentSample.merchantID))
        }
    }

    private func open(
        _ json: String, with merchant: AppleMerchantKey? = nil, at now: Date
    ) throws -> ApplePaymentData {
        let trust = try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM])
        return try ApplePaymentToken(json: Array(json.utf8))
            .open(with: merchant ?? appleMerchant, under: trust, at: now) { _, _ in .granted }
    }

    /// Expects that the cryptogram is the phone's and genuine for this amount.
    private func expectGenuine(_ text: String?, _ dpan: String) throws {
        let pan = try #require(PAN(dpan))
        let cryptogram = try #require(PaymentCryptogram(EncodedBytes.decode(text ?? "", count: 20)))
        #expect(cryptogram.isGenuine(for: PaymentSample.payment(of: pan), under: PaymentSample.tokenKey))
    }

    @Test("Google's token opens with the merchant's key under the sandbox's root keys")
    func google() throws {
        for seed: UInt64 in [1, 2] {
            let json = try sample.payment().token(
                for: .googlePay(sample.publicKey, id: "merchant:12345", gatewayMerchantID: nil),
                at: PaymentSample.now, using: .seeded(seed))
            let data = try open(json, for: "merchant:12345", at: PaymentSample.now)
            let card = data.paymentMethodDetails
            #expect(card.pan == PaymentSample.visa && card.authMethod == "CRYPTOGRAM_3DS")
            #expect(card.expirationMonth == 2 && card.expirationYear == 2028 && card.eciIndicator == "07")
            #expect(data.paymentMethod == "CARD" && data.gatewayMerchantId == nil && !data.messageId.isEmpty)
            try expectGenuine(card.cryptogram, PaymentSample.visa)
            let late = failureName { try open(json, for: "merchant:12345", at: PaymentSample.now + 3601) }
            #expect(late == "expired")
            let other = failureName { try open(json, for: "merchant:1234", at: PaymentSample.now) }
            #expect(other == "signatureWrong")
        }
    }

    @Test("Google's token for a gateway names the gateway's merchant")
    func gateway() throws {
        let json = try sample.payment(with: PaymentSample.mastercard).token(
            for: .googlePay(sample.publicKey, id: "gateway:example", gatewayMerchantID: "shop"),
            at: PaymentSample.now, using: entropy)
        let data = try open(json, for: "gateway:example", gatewayMerchantID: "shop", at: PaymentSample.now)
        #expect(data.gatewayMerchantId == "shop" && data.paymentMethodDetails.eciIndicator == "02")
        let other = failureName {
            try open(json, for: "gateway:example", gatewayMerchantID: "other", at: PaymentSample.now)
        }
        #expect(other == "anotherRecipient")
    }

    private func open(
        _ json: String, for id: String, gatewayMerchantID: String? = nil, at now: Date
    ) throws -> GooglePaymentData {
        let keys = try #require(GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8)))
        #expect(keys.count == GooglePaymentToken.Version.allCases.count)
        let own = Secret(Array(sample.ownKey.derRepresentation))
        let recipient = try #require(
            GoogleRecipient(id: id, gatewayMerchantID: gatewayMerchantID, privateKeysPKCS8: [own]))
        return try GooglePaymentToken(json: Array(json.utf8)).open(for: recipient, rootKeys: keys, at: now)
    }

    @Test("Samsung's credential opens with the merchant's RSA key")
    func samsung() throws {
        let payment = try sample.payment(with: PaymentSample.mastercard, currency: ("JPY", "392"))
        let json = try payment.token(
            for: .samsungPay(PaymentSample.rsaPublicKey), at: PaymentSample.now, using: entropy)
        let merchant = try #require(SamsungMerchantKey(privateKeyPKCS8: PaymentSample.rsaPKCS8))
        let data = try SamsungPaymentToken(json).open(with: merchant)
        #expect(data.amount == "1234" && data.currencyCode == "JPY" && data.eciIndicator == "02")
        #expect(data.tokenPAN == PaymentSample.mastercard && data.tokenPanExpiration == "0228")
        #expect(data.utc == "1773576000000")
        try expectGenuine(data.cryptogram, PaymentSample.mastercard)
        let shown = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(shown["method"] as? String == "3DS" && shown["card_brand"] as? String == "MC")
        #expect(shown["card_last4digits"] as? String == "7955")
        #expect(!json.contains(PaymentSample.mastercard))
    }

    @Test("A token with a changed byte does not open, and Apple's own root does not trust a simulated token")
    func changed() throws {
        let apple = try sample.payment().token(
            for: .applePay(sample.publicKey, id: PaymentSample.merchantID), at: PaymentSample.now, using: entropy)
        let google = try sample.payment().token(
            for: .googlePay(sample.publicKey, id: "merchant:12345", gatewayMerchantID: nil),
            at: PaymentSample.now, using: entropy)
        for index in stride(from: 0, to: apple.utf8.count, by: 97) {
            #expect(failureName { try open(changing(apple, at: index), at: PaymentSample.now) } != nil)
        }
        for index in stride(from: 0, to: google.utf8.count, by: 97) {
            let changed = changing(google, at: index)
            #expect(failureName { try open(changed, for: "merchant:12345", at: PaymentSample.now) } != nil)
        }
        let strict = failureName {
            try ApplePaymentToken(json: Array(apple.utf8))
                .open(with: appleMerchant, under: AppleTrust(), at: PaymentSample.now) { _, _ in .granted }
        }
        #expect(strict == "signer.notTrusted")
    }

    /// The text with another character at one index.
    private func changing(_ text: String, at index: Int) -> String {
        var bytes = Array(text.utf8)
        bytes[index] = bytes[index] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A payment whose expiry cannot be a date is refused")
    func expiry() throws {
        let pan = try #require(PAN(PaymentSample.visa))
        for (month, year) in [(0, 2028), (13, 2028), (1, 28), (1, 10_000)] {
            let payment = WalletPayment(
                of: .init(minorUnits: 1, currencyCode: "EUR", currencyDigits: "978"), dpan: pan, expiryMonth: month,
                expiryYear: year, cryptogram: PaymentSample.cryptogram(with: pan), indicator: "07",
                cardLastFour: "7955")
            #expect(payment == nil)
        }
    }
}
