import Crypto
import Foundation

/// The five parts of a compact JWE (RFC 7516, section 7.1) whose content is under AES-GCM.
///
/// Each of the three kinds of message derives the content key in its own way. There is no general reader: one that
/// follows the header would also follow a forged header.
package struct CompactJWE {
    package static let limitBytes = 16 * 1024

    private struct Demands: Decodable {
        let crit: [String]?
        let zip: String?
    }

    package let protected: String
    package let encryptedKey: [UInt8]
    private let nonce: [UInt8]
    private let ciphertext: [UInt8]
    private let tag: [UInt8]

    package init?(_ text: String) {
        guard text.utf8.count <= Self.limitBytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5 else { return nil }
        let bytes = parts.dropFirst().compactMap { Base64url.decode($0) }
        guard bytes.count == 4, bytes[1].count == 12, bytes[3].count == 16 else { return nil }
        protected = String(parts[0])
        (encryptedKey, nonce, ciphertext, tag) = (bytes[0], bytes[1], bytes[2], bytes[3])
    }

    package init(
        _ plaintext: Secret, under key: SymmetricKey, protected: String, encryptedKey: [UInt8], nonce: [UInt8],
        authenticatingHeader: Bool
    ) throws {
        self.protected = protected
        self.encryptedKey = encryptedKey
        self.nonce = nonce
        let header = authenticatingHeader ? Array(protected.utf8) : []
        let box = try plaintext.withBytes { bytes in
            try AES.GCM.seal(bytes, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: header)
        }
        (ciphertext, tag) = (Array(box.ciphertext), Array(box.tag))
    }

    package var text: String {
        ([protected] + [encryptedKey, nonce, ciphertext, tag].map { Base64url.encode($0) }).joined(separator: ".")
    }

    /// Nil unless the header is JSON of this type. Also nil if it requires an extension (`crit`) or compression
    /// (`zip`).
    package func header<Header: Decodable>(as type: Header.Type) -> Header? {
        guard let bytes = Base64url.decode(protected),
            let demands = try? JSONDecoder().decode(Demands.self, from: Data(bytes)),
            demands.crit == nil, demands.zip == nil
        else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// - Parameter authenticatingHeader: true as in RFC 7516, section 5.1, step 14; false for Samsung, which leaves it
    ///   out.
    package func open(under key: SymmetricKey, authenticatingHeader: Bool) -> Secret? {
        let header = authenticatingHeader ? Array(protected.utf8) : []
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag),
            var plaintext = try? AES.GCM.open(box, using: key, authenticating: header)
        else { return nil }
        defer { plaintext.resetBytes(in: plaintext.indices) }
        return Secret(Array(plaintext))
    }
}
