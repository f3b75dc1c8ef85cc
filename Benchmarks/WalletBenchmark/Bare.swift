import Crypto
import CryptoExtras
import Foundation

/// The primitives alone, on a message as long as a pass: the limit of what could be reached.
struct Bare {
    private let message = Data(repeating: 0x41, count: 320)
    private let contentKey = SymmetricKey(size: .bits256)
    private let recipient = P256.KeyAgreement.PrivateKey().publicKey
    private let signer = P256.Signing.PrivateKey()
    private let signature: P256.Signing.ECDSASignature
    private let rsaSigner: _RSA.Signing.PrivateKey
    private let rsaRecipient: _RSA.Encryption.PublicKey

    init() throws {
        signature = try signer.signature(for: message)
        rsaSigner = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        rsaRecipient = try _RSA.Encryption.PublicKey(derRepresentation: rsaSigner.publicKey.derRepresentation)
    }

    func verifyTwice() {
        for _ in 0..<2 { _ = signer.publicKey.isValidSignature(signature, for: message) }
    }

    func agreeAndSeal() throws {
        let shared = try P256.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: recipient)
        let key = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32)
        _ = try AES.GCM.seal(message, using: key)
    }

    func agreeSealAndSign() throws {
        try agreeAndSeal()
        _ = try rsaSigner.signature(for: message, padding: .insecurePKCS1v1_5)
    }

    func sealTwice() throws {
        for _ in 0..<2 { _ = try AES.GCM.seal(message, using: contentKey) }
    }

    func encryptAndSign() throws {
        _ = try rsaRecipient.encrypt(message.prefix(16), padding: .PKCS1_OAEP_SHA256)
        _ = try rsaSigner.signature(for: message, padding: .insecurePKCS1v1_5)
    }
}
