import CardSecrets
import Crypto
import SimulatedWallets
import Testing

@Suite("A merchant that a wallet seals payments to")
struct SimulatedMerchantTests {
    private let sample = PaymentSample()

    @Test("A bare key and a certificate give the same key, and the certificate also the merchant's id")
    func sources() throws {
        let bare = try sample.publicKey
        let certified = try MerchantKey(pem: sample.certificatePEM(userIDs: [PaymentSample.merchantID]))
        #expect(bare.kind == .p256 && bare.spki == certified.spki)
        #expect(bare.spki == Array(sample.ownKey.publicKey.derRepresentation))
        #expect(bare.certifiedID == nil && certified.certifiedID == PaymentSample.merchantID)
        #expect(try MerchantKey(pem: sample.certificatePEM(userIDs: [])).certifiedID == nil)
        #expect(try MerchantKey(pem: sample.certificatePEM(userIDs: ["a", "b"])).certifiedID == nil)
        #expect(try PaymentSample.rsaPublicKey.kind == .rsa)
    }

    @Test("A file that is not one public key is refused with the cause")
    func otherFiles() throws {
        let pem = sample.ownKey.publicKey.pemRepresentation
        let otherKey = try P384.Signing.PrivateKey(rawRepresentation: Entropy.seeded(11).bytes(48))
        let otherCurve = otherKey.publicKey.pemRepresentation
        for (text, name) in [
            ("", "merchant.notOneKey"), ("x", "merchant.notOneKey"), (pem + "\n" + pem, "merchant.notOneKey"),
            (pem.replacing("PUBLIC KEY", with: "CERTIFICATE"), "merchant.notOneKey"),
            (pem.replacing("PUBLIC KEY", with: "CERTIFICATE REQUEST"), "merchant.notOneKey"),
            (sample.ownKey.pemRepresentation, "merchant.privateKey"), (otherCurve, "merchant.unsupportedKey"),
            (pem + String(repeating: "\n", count: MerchantKey.limitBytes), "merchant.notOneKey"),
        ] {
            #expect(failureName { try MerchantKey(pem: text) } == name, "\(text.prefix(60))")
        }
    }

    @Test("The error names a compressed point, and says how to expand it")
    func compressedPoint() throws {
        let header: [UInt8] = [
            0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
        ]
        let spki = header + Array(sample.ownKey.publicKey.compressedRepresentation)
        let failure = #expect(throws: MerchantFailure.self) { try MerchantKey(spki: spki) }
        #expect(failure == .unsupportedKey && failure?.cause.contains("an uncompressed point on P-256") == true)
        #expect(failure?.fix.contains("-ec_conv_form uncompressed") == true)
    }

    @Test("A wallet refuses a key of another kind, and an id that it does not know")
    func recipients() throws {
        let (key, rsa) = (try sample.publicKey, try PaymentSample.rsaPublicKey)
        let certified = try MerchantKey(pem: sample.certificatePEM(userIDs: [PaymentSample.merchantID]))
        let long = String(repeating: "x", count: 300)
        #expect(failureName { try PaymentRecipient.applePay(key, id: nil) } == "merchant.idMissing")
        #expect(failureName { try PaymentRecipient.applePay(key, id: long) } == "merchant.idMalformed")
        #expect(failureName { try PaymentRecipient.applePay(certified, id: "another") } == "merchant.idDiffers")
        #expect(failureName { try PaymentRecipient.applePay(certified, id: nil) } == nil)
        #expect(failureName { try PaymentRecipient.samsungPay(key) } == "merchant.otherKind")
        for (id, gatewayMerchantID, name) in [
            (nil, nil, "merchant.idMissing"), ("12345", nil, "merchant.idMalformed"),
            ("merchant:", nil, "merchant.idMalformed"), ("merchant:1", "2", "merchant.idMalformed"),
            ("gateway:" + long, nil, "merchant.idMalformed"), ("gateway:1", "", "merchant.idMalformed"),
            ("gateway:1", "2", nil), ("merchant:1", nil, nil),
        ] as [(String?, String?, String?)] {
            let found = failureName {
                try PaymentRecipient.googlePay(key, id: id, gatewayMerchantID: gatewayMerchantID)
            }
            #expect(found == name, "\(id ?? "")")
        }
        let refused = failureName { try PaymentRecipient.googlePay(rsa, id: "merchant:1", gatewayMerchantID: nil) }
        #expect(refused == "merchant.otherKind")
    }
}
