import Crypto
import Foundation
import SimulatedWallets
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import Provisioning

/// The phone and the network in another language, with another cryptographic library.
@Suite("Apple passes read by another library")
struct ApplePassElsewhereTests {
    private static let opening = """
        own = ec.derive_private_key(int.from_bytes(data(given["key"]), "big"), ec.SECP256R1())
        point = data(given["ephemeral"])
        shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
        key = hashlib.sha256(b"\\0\\0\\0\\1" + shared + b"\\x0did-aes256-GCM" + b"Apple" + point).digest()
        made = json.loads(AESGCM(key).decrypt(bytes(12), data(given["pass"]), b""))
        activation = data(given["activation"])

        """

    private static func opened(
        _ network: NetworkKeys, _ script: String, _ more: [String: String]
    ) async throws -> (made: [String: String], device: SimulatedAppleDevice) {
        let sample = try AppleSample()
        let device = try sample.device()
        let request = try device.request()
        let pass = try ApplePass(
            of: CardSample().card, for: request, to: request.prove(under: sample.trust, at: AppleSample.now),
            network: network, at: AppleSample.now, using: .seeded(1))
        let given = [
            "key": device.privateKey.withBytes { Base64url.encode($0) },
            "pass": Base64url.encode(pass.encryptedPassData),
            "ephemeral": Base64url.encode(pass.ephemeralPublicKey),
            "activation": Base64url.encode(pass.activationData),
        ]
        let made = try await Python.run(opening + script, given: given.merging(more) { $1 })
        return (made, device)
    }

    private static func expected(_ device: SimulatedAppleDevice) -> [String: String] {
        [
            "primaryAccountNumber": "4111117391846532", "expiration": "03/31", "name": "Zoë O'Brien/Łukasz",
            "nonce": EncodedBytes.hexadecimal(device.nonce),
            "nonceSignature": EncodedBytes.hexadecimal(device.nonceSignature),
        ]
    }

    @Test("Another library decrypts a pass for Visa")
    func visaPass() async throws {
        let (made, device) = try await Self.opened(
            .visa(CardSample.visa),
            """
            from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
            from cryptography.hazmat.primitives.ciphers import Cipher, modes
            head, _, digits = activation.decode().rpartition("-")
            made["head"] = head
            decryptor = Cipher(TripleDES(data(given["activationKey"])), modes.CBC(bytes(8))).decryptor()
            padded = decryptor.update(bytes.fromhex(digits)) + decryptor.finalize()
            assert padded[-padded[-1]:] == bytes([padded[-1]]) * padded[-1]
            text = padded[:-padded[-1]].decode()
            made["activated"] = text[:-6]
            assert text[-6:].isalnum()
            """,
            ["activationKey": CardSample.visa.activationKey.withBytes { Base64url.encode($0) }])
        var expected = Self.expected(device)
        expected["head"] = "MBPAC-1-FK-405551.1--TDEA"
        expected["activated"] = "nonce=\(EncodedBytes.hexadecimal(device.nonce));authcode="
        #expect(made == expected)
    }

    @Test("Another library decrypts and verifies a pass for Mastercard")
    func mastercardPass() async throws {
        let keys = try CardSample.mastercard.get()
        let (made, device) = try await Self.opened(
            .mastercard(keys.issuer),
            """
            from cryptography.hazmat.primitives.asymmetric import padding
            value = json.loads(activation)
            fields = {"accountNumber": made["primaryAccountNumber"], "accountExpiry": "0331",
                      "dataValidUntilTimestamp": value["dataValidUntilTimestamp"]}
            signed = "|".join(fields[name] for name in value["includedFieldsInOrder"].split("|"))
            key = serialization.load_der_public_key(data(given["signer"]))
            key.verify(base64.b64decode(value["signature"]), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
            made["version"] = value["version"]
            made["algorithm"] = value["signatureAlgorithm"]
            """,
            ["signer": Base64url.encode(keys.network.activationPublicKeySPKI)])
        var expected = Self.expected(device)
        (expected["version"], expected["algorithm"]) = ("3", "RSA-SHA256")
        #expect(made == expected)
    }

    /// OpenSSL would find a mistake that is both in making and in checking chains.
    @Test("Another library verifies the certificate chain of a simulated phone")
    func certificateChain() async throws {
        let sample = try AppleSample()
        let device = try sample.device()
        let made = try await Python.run(
            """
            from cryptography import x509
            root, subordinate, leaf = [x509.load_der_x509_certificate(data(given[name]))
                                       for name in ("root", "subordinate", "leaf")]
            subordinate.verify_directly_issued_by(root)
            leaf.verify_directly_issued_by(subordinate)
            usage = leaf.extensions.get_extension_for_class(x509.KeyUsage).value
            marker = leaf.extensions.get_extension_for_oid(x509.ObjectIdentifier("1.2.840.113635.100.6.39"))
            made = {"usage": str(usage.key_encipherment and usage.key_agreement), "marker": str(marker.critical),
                    "key": text(leaf.public_key().public_bytes(
                        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))}
            """,
            given: [
                "root": Base64url.encode(sample.authority.rootDER),
                "subordinate": Base64url.encode(device.subordinateCertificate),
                "leaf": Base64url.encode(device.leafCertificate),
            ])
        let key = try device.request().prove(under: sample.trust, at: AppleSample.now).publicKey.x963Representation
        #expect(made == ["usage": "True", "marker": "True", "key": Base64url.encode(key)])
    }
}
