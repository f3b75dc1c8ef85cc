import Crypto
import CryptoExtras
import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import PaymentTokens
@testable import SimulatedWallets

/// A merchant, a simulated wallet, and the payment between them.
struct ApplePaySample {
    static let now = AppleSample.now
    static let merchantID = "merchant.example.shop"
    /// Made once for all tests, because finding primes takes longer than the rest of a test.
    static let rsaKey = Result {
        Secret(Array(try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8DERRepresentation))
    }

    let sample: AppleSample
    let merchant: AppleMerchantKey
    let data: ApplePaymentData

    init() throws {
        sample = try AppleSample()
        let key = Entropy.seeded(9).agreementKey()
        merchant = try #require(
            AppleMerchantKey(
                privateKeyPKCS8: Secret(Array(key.derRepresentation)), merchantID: Self.merchantID))
        data = ApplePaymentData(
            accountNumber: try #require(PAN("4111117391846532")), expirationDate: "310331", currencyCode: "978",
            transactionAmount: 1999, deviceManufacturerIdentifier: "040010030273",
            paymentData: .init(onlinePaymentCryptogram: "AgAAAAAABk4DWZ4C28yUQAAAAAA=", eciIndicator: "7"))
    }

    func token(
        fault: SimulatedApplePay.Fault? = nil, to recipient: SimulatedApplePay.Recipient? = nil, at now: Date = now,
        seed: UInt64 = 1
    ) throws -> [UInt8] {
        let wallet = try SimulatedApplePay(under: sample.authority, at: Self.now, fault: fault)
        return try #require(
            wallet.token(
                paying: data,
                to: recipient
                    ?? .ellipticCurve(publicKeySPKI: merchant.publicKeySPKI, merchantID: Self.merchantID),
                applicationData: [1, 2, 3], at: now, using: .seeded(seed)))
    }

    func open(
        _ json: [UInt8], with key: AppleMerchantKey? = nil, under trust: AppleTrust? = nil
    ) throws -> ApplePaymentData {
        try ApplePaymentToken(json: json)
            .open(with: key ?? merchant, under: trust ?? sample.trust, at: Self.now) { _, _ in .granted }
    }

    func failure(_ json: [UInt8], with key: AppleMerchantKey? = nil, under trust: AppleTrust? = nil) -> String? {
        do { _ = try open(json, with: key, under: trust) } catch { return (error as? PaymentTokenFailure)?.name }
        return nil
    }

    /// A token whose content was changed and then signed again. Only the wallet itself could send it.
    func signed(changing change: (inout ApplePaymentToken.Wire) throws -> Void, in json: [UInt8]) throws -> [UInt8] {
        var wire = try #require(Secret(json).decoded(as: ApplePaymentToken.Wire.self))
        try change(&wire)
        let wallet = try SimulatedApplePay(under: sample.authority, at: Self.now)
        let token = try ApplePaymentToken(json: plaintextJSON(wire).withBytes(Array.init))
        wire.signature = EncodedBytes.base64(wallet.signature(of: token.signedContent, at: Self.now))
        return plaintextJSON(wire).withBytes(Array.init)
    }
}

@Suite("Apple Pay token")
struct ApplePaymentTokenTests {
    private let pay: ApplePaySample

    init() throws {
        pay = try ApplePaySample()
    }

    @Test("A merchant decrypts a token under EC_v1")
    func ellipticCurveToken() throws {
        let json = try pay.token()
        #expect(try pay.open(json) == pay.data)
        let token = try ApplePaymentToken(json: json)
        #expect(token.version == .ecV1 && token.transactionID.bytes.count == 32 && token.applicationData == [1, 2, 3])
        #expect("\(pay.data)" == "••••")
    }

    @Test("A merchant decrypts a token under RSA_v1")
    func rsaToken() throws {
        let merchant = try #require(AppleMerchantKey(rsaPrivateKeyPKCS8: ApplePaySample.rsaKey.get()))
        let json = try pay.token(to: .rsa(publicKeySPKI: merchant.publicKeySPKI))
        #expect(try ApplePaymentToken(json: json).version == .rsaV1)
        #expect(try pay.open(json, with: merchant) == pay.data)
        #expect(pay.failure(json) == "anotherRecipient")
    }

    @Test("A token with a faulty signer or signature is refused", arguments: [
        (SimulatedApplePay.Fault.missingLeafMarker, "signer.missingMarker"),
        (.missingIntermediateMarker, "signer.missingMarker"), (.twoLeafMarkers, "signer.sharedMarker"),
        (.twoIntermediateMarkers, "signer.sharedMarker"), (.expiredLeaf, "signer.expired"),
        (.missingKeyUsage, "signer.keyUsage"),
        (.foreignIntermediate, "signer.notTrusted"), (.foreignRoot, "signer.notTrusted"),
        (.swappedMarkers, "signer.isAuthority"), (.signedByIntermediate, "signatureWrong"),
        (.emptySignature, "signatureWrong"),
    ])
    func invalidSigner(_ fault: SimulatedApplePay.Fault, name: String) throws {
        #expect(pay.failure(try pay.token(fault: fault)) == name)
    }

    @Test("Apple's root does not trust the simulated wallet")
    func untrustedRoot() throws {
        #expect(pay.failure(try pay.token(), under: try AppleTrust()) == "signer.notTrusted")
        #expect(SimulatedApplePay.Fault.allCases.count == 11)
    }

    @Test("A token is accepted within 3 minutes of its signing time")
    func signingTime() throws {
        for (seconds, name) in [(0.0, nil), (-180, nil), (180, nil), (-181, "signedOutsideWindow"),
            (181, "signedOutsideWindow"),
        ] as [(Double, String?)] {
            #expect(pay.failure(try pay.token(at: ApplePaySample.now + seconds)) == name)
        }
    }

    @Test("Another merchant cannot decrypt a token")
    func otherMerchant() throws {
        let json = try pay.token()
        let key = Secret(Array(Entropy.seeded(10).agreementKey().derRepresentation))
        let stranger = try #require(AppleMerchantKey(privateKeyPKCS8: key, merchantID: ApplePaySample.merchantID))
        #expect(pay.failure(json, with: stranger) == "anotherRecipient")
        let own = Secret(Array(Entropy.seeded(9).agreementKey().derRepresentation))
        let renamed = try #require(AppleMerchantKey(privateKeyPKCS8: own, merchantID: "merchant.example.other"))
        #expect(pay.failure(json, with: renamed) == "doesNotOpen")
    }

    @Test("A malformed or unsupported token is refused with the cause")
    func malformedToken() throws {
        let text = String(decoding: try pay.token(), as: UTF8.self)
        let wire = try #require(Secret(Array(text.utf8)).decoded(as: ApplePaymentToken.Wire.self))
        let point = try #require(wire.header.ephemeralPublicKey)
        for (changed, name) in [
            ("", "malformed"), ("{}", "malformed"), (text + "x", "malformed"),
            (text.replacing("EC_v1", with: "EC_v2"), "unsupported"),
            (text.replacing("EC_v1", with: "RSA_v1"), "malformed"),
            (text.replacing("ephemeralPublicKey", with: "wrappedKey"), "malformed"),
            (text.replacing(wire.signature, with: ""), "malformed"),
            (text.replacing(point, with: point.replacing("=", with: "")), "malformed"),
            (text.replacing(wire.header.transactionId, with: ""), "malformed"),
            (text.replacing(wire.header.transactionId, with: "00"), "signatureWrong"),
            (text.replacing(#""applicationData":"010203","#, with: ""), "signatureWrong"),
            (String(repeating: " ", count: 40_000) + text, "malformed"),
        ] {
            #expect(pay.failure(Array(changed.utf8)) == name, "\(changed.prefix(80))")
        }
    }

    /// The markers identify the certificates, not their order.
    @Test("The order of the certificates does not matter")
    func certificateOrder() throws {
        let wallet = try SimulatedApplePay(under: pay.sample.authority, at: ApplePaySample.now)
        let content = Array("what is signed".utf8)
        let made = wallet.signature(of: content, at: ApplePaySample.now)
        let place = try #require(made.firstRange(of: wallet.leaf + wallet.intermediate))
        let swapped = made[..<place.lowerBound] + wallet.intermediate + wallet.leaf + made[place.upperBound...]
        for signature in [made, Array(swapped)] {
            let signed = try AppleTokenSignature(ber: signature)
                .verify(content, under: pay.sample.trust, at: ApplePaySample.now)
            #expect(signed == ApplePaySample.now)
        }
    }

    /// Also flips bits that no signature covers, in the structure around the signature itself.
    @Test("A token with a flipped bit is refused")
    func flippedBits() throws {
        let json = try pay.token()
        let wire = try #require(Secret(json).decoded(as: ApplePaymentToken.Wire.self))
        let signature = try #require(EncodedBytes.base64(wire.signature))
        let text = String(decoding: json, as: UTF8.self)
        for changed in flipsOfEachByte(signature) {
            let json = text.replacing(wire.signature, with: EncodedBytes.base64(changed))
            #expect(pay.failure(Array(json.utf8)) != nil)
        }
        let others = [wire.data, try #require(wire.header.ephemeralPublicKey), wire.header.publicKeyHash]
        for part in others {
            for changed in flipsOfEachByte(try #require(EncodedBytes.base64(part))) {
                let json = text.replacing(part, with: EncodedBytes.base64(changed))
                #expect(pay.failure(Array(json.utf8)) != nil)
            }
        }
        for part in [wire.header.transactionId, try #require(wire.header.applicationData)] {
            for changed in flipsOfEachByte(try #require(EncodedBytes.hexadecimal(part))) {
                let json = text.replacing(part, with: EncodedBytes.hexadecimal(changed))
                #expect(pay.failure(Array(json.utf8)) == "signatureWrong")
            }
        }
    }

    /// Puts the header of the other version around the same bytes, so that the signed content stays the same.
    @Test("Data under the header of another version is not decrypted")
    func otherVersionsHeader() throws {
        let text = String(decoding: try pay.token(), as: UTF8.self)
        let changed = text.replacing("EC_v1", with: "RSA_v1").replacing("ephemeralPublicKey", with: "wrappedKey")
        #expect(changed.utf8.count < text.utf8.count)
        #expect(pay.failure(Array(changed.utf8)) == "doesNotOpen")
        let merchant = try #require(AppleMerchantKey(rsaPrivateKeyPKCS8: ApplePaySample.rsaKey.get()))
        #expect(pay.failure(Array(changed.utf8), with: merchant) == "anotherRecipient")
    }

    /// Content with a valid signature of the wallet that does not decrypt: every case has the same answer.
    @Test("Signed content that cannot be decrypted is refused")
    func signedInvalidContent() throws {
        let json = try pay.token()
        #expect(pay.failure(try pay.signed(changing: { _ in }, in: json)) == nil)
        let wire = try #require(Secret(json).decoded(as: ApplePaymentToken.Wire.self))
        let data = try #require(EncodedBytes.base64(wire.data))
        for changed in flipsOfEachByte(data, every: 5) + [Array(data.prefix(16)), Array(data.prefix(15)), []] {
            let json = try pay.signed(changing: { $0.data = EncodedBytes.base64(changed) }, in: json)
            #expect(pay.failure(json) == "doesNotOpen")
        }
        var offTheCurve = try #require(EncodedBytes.base64(wire.header.ephemeralPublicKey ?? ""))
        offTheCurve[offTheCurve.count - 1] ^= 1
        for key in [offTheCurve, Array(offTheCurve.dropLast()), []] {
            let json = try pay.signed(changing: { $0.header.ephemeralPublicKey = EncodedBytes.base64(key) }, in: json)
            #expect(pay.failure(json) == "doesNotOpen")
        }
    }

    @Test("A signed wrapped key that cannot be unwrapped is refused")
    func signedInvalidKey() throws {
        let merchant = try #require(AppleMerchantKey(rsaPrivateKeyPKCS8: ApplePaySample.rsaKey.get()))
        let json = try pay.token(to: .rsa(publicKeySPKI: merchant.publicKeySPKI))
        let wire = try #require(Secret(json).decoded(as: ApplePaymentToken.Wire.self))
        var flipped = try #require(EncodedBytes.base64(wire.header.wrappedKey ?? ""))
        flipped[200] ^= 1
        let longer = try _RSA.Encryption.PublicKey(derRepresentation: merchant.publicKeySPKI)
            .encrypt([UInt8](repeating: 1, count: 32), padding: .PKCS1_OAEP_SHA256)
        for key in [flipped, Array(longer), []] {
            let json = try pay.signed(changing: { $0.header.wrappedKey = EncodedBytes.base64(key) }, in: json)
            #expect(pay.failure(json, with: merchant) == "doesNotOpen")
        }
    }

    /// OpenSSL would find a mistake that is both in making and in checking signatures.
    @Test("OpenSSL verifies the simulated wallet's signature")
    func opensslVerification() async throws {
        let wallet = try SimulatedApplePay(under: pay.sample.authority, at: ApplePaySample.now)
        let content = Array("what is signed".utf8)
        let made = try await Python.run(
            """
            import os, subprocess, tempfile
            with tempfile.TemporaryDirectory() as folder:
                for name in ("signature", "content", "root"):
                    open(os.path.join(folder, name), "wb").write(data(given[name]))
                verified = subprocess.run(
                    ["openssl", "cms", "-verify", "-inform", "DER", "-in", "signature", "-content", "content",
                     "-binary", "-CAfile", "root", "-purpose", "any", "-attime", given["time"]],
                    cwd=folder, capture_output=True)
                made = {"said": verified.stderr.decode(), "content": text(verified.stdout)}
            """,
            given: [
                "signature": Base64url.encode(wallet.signature(of: content, at: ApplePaySample.now)),
                "content": Base64url.encode(content), "root": Base64url.encode(pay.sample.authority.rootPEM.utf8),
                "time": String(Int(ApplePaySample.now.timeIntervalSince1970)),
            ])
        #expect(made["said"]?.hasPrefix("CMS Verification successful") == true, "\(made)")
        #expect(try made.bytes("content") == content)
    }
}
