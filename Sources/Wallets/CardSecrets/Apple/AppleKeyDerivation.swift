import Crypto
import Foundation

/// The key derivation that Apple uses after key agreement, both for passes and for payment tokens.
///
/// SHA-256 over `00000001 ‖ Z ‖ OtherInfo`: the concatenation of NIST SP 800-56A, section 5.8.1, where the counter
/// comes before the secret; in X9.63 it comes after. Source: Apple, "Payment token format reference".
package enum AppleKeyDerivation {
    /// - Parameter partyV: the recipient; this value differs between passes and payment tokens.
    package static func key(from shared: SharedSecret, partyV: [UInt8]) -> SymmetricKey {
        let algorithm = Array("id-aes256-GCM".utf8)
        var hash = SHA256()
        hash.update(data: [0, 0, 0, 1])
        shared.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: [UInt8(algorithm.count)] + algorithm)
        hash.update(data: Array("Apple".utf8))
        hash.update(data: partyV)
        return SymmetricKey(data: hash.finalize())
    }

    /// AES-GCM without associated data and with a nonce of zeros. The ciphertext comes before the tag, as in all of
    /// Apple's formats.
    package static func seal(_ plaintext: Secret, under key: SymmetricKey, vectorLength: Int) throws -> [UInt8] {
        let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: vectorLength))
        let box = try plaintext.withBytes { try AES.GCM.seal($0, using: key, nonce: nonce) }
        return Array(box.ciphertext + box.tag)
    }

    package static func open(_ sealed: [UInt8], under key: SymmetricKey, vectorLength: Int) -> Secret? {
        guard sealed.count >= 16,
            let nonce = try? AES.GCM.Nonce(data: [UInt8](repeating: 0, count: vectorLength)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16)),
            var plaintext = try? AES.GCM.open(box, using: key)
        else { return nil }
        defer { plaintext.resetBytes(in: plaintext.indices) }
        return Secret(Array(plaintext))
    }
}
