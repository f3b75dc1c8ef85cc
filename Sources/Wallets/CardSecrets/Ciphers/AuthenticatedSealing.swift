import Crypto
import Foundation

/// AES-256-GCM (NIST SP 800-38D) with a nonce that survives bad randomness.
///
/// GCM breaks when two messages use the same nonce under the same key. `Entropy.seeded` is meant to repeat itself, so a
/// restart with the same seed and stored keys would reuse nonces. So the nonce is a keyed hash of fresh entropy *and*
/// the message. Repeated entropy repeats a nonce only for the same bytes in the same place; their ciphertext is then
/// the same too and reveals nothing new. With good entropy, the nonce is as random as any other. A key may seal 2³²
/// messages (NIST SP 800-38D, section 8.3); it is rotated long before that.
///
/// Layout: nonce (12 bytes), ciphertext, tag (16 bytes).
struct AuthenticatedSealing: Sendable {
    private let key: Secret
    /// Makes the nonces. Its key is derived once and not for each message, which would be an eighth of the service's
    /// work for a new card.
    private let nonceHash: KeyedHash

    init(under key: Secret) {
        self.key = key
        nonceHash = KeyedHash(
            under: HKDF<SHA256>.expand(
                pseudoRandomKey: key.key, info: Array("Tessera AES-GCM nonce".utf8), outputByteCount: 32))
    }

    /// - Parameter place: where the ciphertext belongs; it opens nowhere else.
    func seal(_ plaintext: Secret, at place: String, using entropy: Entropy) -> [UInt8] {
        let place = Array(place.utf8)
        do {
            let nonce = try nonce(for: plaintext, at: place, using: entropy)
            let box = try plaintext.withBytes { bytes in
                try AES.GCM.seal(bytes, using: key.key, nonce: nonce, authenticating: place)
            }
            return Array(box.nonce) + box.ciphertext + box.tag
        } catch {
            preconditionFailure("AES-GCM takes a key of 32 bytes, this one has \(key.count).")
        }
    }

    /// Nil unless exactly these bytes were sealed under this key for this place.
    func open(_ sealed: [UInt8], at place: String) -> Secret? {
        guard
            let box = try? AES.GCM.SealedBox(combined: sealed),
            var plaintext = try? AES.GCM.open(box, using: key.key, authenticating: Array(place.utf8))
        else { return nil }
        defer { plaintext.resetBytes(in: plaintext.indices) }
        return Secret(Array(plaintext))
    }

    private func nonce(for plaintext: Secret, at place: [UInt8], using entropy: Entropy) throws -> AES.GCM.Nonce {
        var hash = nonceHash.begun
        // The place can have any length. Its length comes first; otherwise its end could be read as the message's
        // beginning.
        hash.update(data: entropy.bytes(32) + Array("\(place.count) ".utf8) + place)
        plaintext.withBytes { hash.update(data: $0) }
        return try AES.GCM.Nonce(data: Array(hash.finalize()).prefix(12))
    }
}

/// The prepared hash is as secret as the key.
extension AuthenticatedSealing: CustomStringConvertible, CustomReflectable {
    var description: String { "••••" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
