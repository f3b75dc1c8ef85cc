import CardSecrets
import Crypto
import Foundation
import GatewayTestSupport
import Payments
import SwiftASN1
import Testing
import TestSupport
import X509

@Suite("Certificates of merchants' keys")
struct MerchantCertificateTests {
    private static let owner = KeyOwner(
        merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, wallet: .apple)

    /// A certificate like Apple's for a request, signed by a key that nobody checks.
    private static func certificate(for pem: String, userID: String?) throws -> String {
        let request = try CertificateSigningRequest(pemEncoded: pem)
        #expect(request.publicKey.isValidSignature(request.signature, for: request))
        let signer = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Test") }
        let attributes = userID.map { id in
            [RelativeDistinguishedName([.init(type: [0, 9, 2342, 19_200_300, 100, 1, 1], utf8String: id)])]
        } ?? []
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(7), publicKey: request.publicKey,
            notValidBefore: PaymentsFixture.start, notValidAfter: PaymentsFixture.start + 1000, issuer: name,
            subject: DistinguishedName(attributes), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions(), issuerPrivateKey: signer)
        return try certificate.serializeAsPEM().pemString
    }

    private static func refusal(_ body: () async throws -> MerchantPublicKey) async -> MerchantKeyRefusal? {
        do {
            _ = try await body()
            return nil
        } catch MerchantKeyFailure.refused(let refusal) {
            return refusal
        } catch {
            Issue.record("It failed: \(error)")
            return nil
        }
    }

    @Test("A certificate activates the key of its request, and names the merchant", arguments: [
        MerchantPublicKey.Kind.p256, .rsa,
    ])
    func activation(kind: MerchantPublicKey.Kind) async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let earlier = try await keys.makeKey(for: Self.owner, walletID: "merchant.example.shop")
        fixture.time.move(seconds: 1)
        let (waiting, pem) = try await keys.certificateSigningRequest(for: Self.owner, kind: kind)
        #expect(waiting.status == .waiting && pem.hasPrefix("-----BEGIN CERTIFICATE REQUEST-----"))
        #expect(try await keys.publicKey(for: Self.owner)?.id == earlier.id)
        let active = try await keys.takeCertificate(
            Self.certificate(for: pem, userID: "merchant.example.shop"), for: Self.owner, overlapSeconds: 60)
        #expect(active.id == waiting.id && active.walletID == "merchant.example.shop")
        #expect(try await keys.publicKey(for: Self.owner)?.id == waiting.id)
        #expect(try await keys.keys(of: Self.owner).map(\.status) == [.active, .replaced])
    }

    @Test("A certificate without a waiting key of its own is refused")
    func refusals() async throws {
        let fixture = try await PaymentsFixture.make()
        let keys = try fixture.keys()
        let (_, pem) = try await keys.certificateSigningRequest(for: Self.owner, walletID: "merchant.example.shop")
        let foreign = try await keys.certificateSigningRequest(
            for: KeyOwner(merchant: PaymentsFixture.shop, gateway: Gateway("other"), wallet: .apple)
        ).pem
        #expect(await Self.refusal {
            try await keys.takeCertificate(Self.certificate(for: foreign, userID: nil), for: Self.owner)
        } == .noKeyOfThisCertificate)
        #expect(await Self.refusal {
            try await keys.takeCertificate(Self.certificate(for: pem, userID: "merchant.other"), for: Self.owner)
        } == .certifiedForAnother("merchant.other"))
        guard case .notACertificate = await Self.refusal({ try await keys.takeCertificate("x", for: Self.owner) })
        else { return #expect(Bool(false), "It took no certificate for one.") }
        let certificate = try Self.certificate(for: pem, userID: nil)
        _ = try await keys.takeCertificate(certificate, for: Self.owner)
        #expect(await Self.refusal {
            try await keys.takeCertificate(certificate, for: Self.owner)
        } == .noKeyOfThisCertificate)
    }

    @Test("Private keys are sealed in their rows")
    func secrecy() async throws {
        let fixture = try await PaymentsFixture.make()
        let key = try await fixture.keys().makeKey(for: Self.owner, walletID: "merchant.example.shop")
        let rows = try await fixture.texts(
            "SELECT encode(sealed_private_key, 'hex') FROM merchants.merchant_key")
        // A private key in PKCS #8 contains its public key.
        let point = key.spki.suffix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(rows.count == 1 && !rows[0].contains(point))
    }
}
