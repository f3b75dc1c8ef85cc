import CardSecrets
import COpenSSL
import Crypto
import CryptoExtras
import Foundation

/// Only the primitives of each tokenization: the same primitives, used as often, on messages of the same length, with
/// keys that are derived in the same way. It omits JSON, Base64 and objects, so it measures the limit that encryption
/// could reach.
struct Bare {
    private let message = Data(repeating: 0x41, count: 400)
    private let sharedSecret = Data(repeating: 0x42, count: 44)
    private let tripleDESKey = [UInt8](0..<24)
    private let recipient = P256.KeyAgreement.PrivateKey().publicKey
    private let verifier: P256.Signing.PublicKey
    private let signature: P256.Signing.ECDSASignature
    private let rsaSigner: _RSA.Signing.PrivateKey
    private let rsaRecipient: _RSA.Encryption.PublicKey

    init() throws {
        let signer = P256.Signing.PrivateKey()
        (verifier, signature) = (signer.publicKey, try signer.signature(for: message))
        rsaSigner = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        rsaRecipient = try _RSA.Encryption.PublicKey(derRepresentation: rsaSigner.publicKey.derRepresentation)
    }

    func proveChain() throws {
        for _ in 0..<2 { _ = verifier.isValidSignature(signature, for: message) }
    }

    func sealPassForVisa() throws {
        let seed = seed()
        try sealPass(seed)
        _ = draw(6, from: seed)
        tripleDES(message.prefix(30))
    }

    func sealPassForMastercard() throws {
        try sealPass(seed())
        try sign()
    }

    func sealVisaCard() throws {
        let seed = seed()
        let contentKey = draw(32, from: seed)
        let keyEncryptionKey = SymmetricKey(data: SHA256.hash(data: sharedSecret))
        try contentKey.withUnsafeBytes { key in
            _ = try AES.GCM.seal(key, using: keyEncryptionKey, nonce: nonce(draw(12, from: seed)))
        }
        _ = try AES.GCM.seal(
            message, using: contentKey, nonce: nonce(draw(12, from: seed)), authenticating: message)
    }

    func sealMastercardCard() throws {
        try sign()
        let seed = seed()
        let (contentKey, vector) = (draw(16, from: seed), draw(16, from: seed))
        _ = try vector.withUnsafeBytes { vector in
            try AES._CBC.encrypt(message, using: contentKey, iv: AES._CBC.IV(ivBytes: vector))
        }
        _ = try contentKey.withUnsafeBytes { try rsaRecipient.encrypt(Data($0), padding: .PKCS1_OAEP_SHA256) }
    }

    /// The seed of all secrets of one message: random bytes of the system, bound to the message.
    private func seed() -> SymmetricKey {
        let drawn = SymmetricKey(data: Entropy.system.bytes(32))
        return SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: message, using: drawn))
    }

    private func draw(_ count: Int, from seed: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.expand(pseudoRandomKey: seed, info: Data("draw".utf8), outputByteCount: count)
    }

    private func nonce(_ bytes: SymmetricKey) throws -> AES.GCM.Nonce {
        try bytes.withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    }

    /// Makes a key agreement with a new key on P-256, and encrypts with AES-GCM under the key that Apple's derivation
    /// produces.
    private func sealPass(_ seed: SymmetricKey) throws {
        let ephemeral = try draw(32, from: seed).withUnsafeBytes {
            try P256.KeyAgreement.PrivateKey(rawRepresentation: $0)
        }
        let partyV = ephemeral.publicKey.x963Representation
        let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
        var hash = SHA256()
        shared.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: partyV)
        _ = try AES.GCM.seal(
            message, using: SymmetricKey(data: hash.finalize()),
            nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)))
    }

    private func sign() throws {
        _ = try rsaSigner.signature(for: message, padding: .insecurePKCS1v1_5)
    }

    private func tripleDES(_ plaintext: Data) {
        guard let context = EVP_CIPHER_CTX_new() else { return }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: plaintext.count + 8)
        var (written, rest): (Int32, Int32) = (0, 0)
        EVP_CipherInit_ex(context, EVP_des_ede3_cbc(), nil, tripleDESKey, [UInt8](repeating: 0, count: 8), 1)
        EVP_CipherUpdate(context, &output, &written, Array(plaintext), Int32(plaintext.count))
        EVP_CipherFinal_ex(context, &output, &rest)
    }
}
