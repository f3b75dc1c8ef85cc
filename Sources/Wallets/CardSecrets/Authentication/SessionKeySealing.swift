import Crypto
import Foundation

/// Seals a secret to a key that one device holds for one session. Only the view that shows the secret can read it;
/// proxies and the app's own network stack cannot.
///
/// Compact JWE (RFC 7516) with `ECDH-ES` in direct agreement (RFC 7518, section 4.6) and `A256GCM`. Every message has a
/// new ephemeral key, from which the content key is derived, so no two messages share either key.
public enum SessionKeySealing {
    /// The two parties of the message (RFC 7518, section 4.6.1.2 and 4.6.1.3); they are an input to the content key. An
    /// empty value counts as absent.
    public struct Parties: Sendable {
        public let sender: [UInt8]
        public let recipient: [UInt8]

        public init(sender: [UInt8] = [], recipient: [UInt8] = []) {
            (self.sender, self.recipient) = (sender, recipient)
        }
    }

    private static let encryption = "A256GCM"
    private static let limitBytes = 64 * 1024

    public static func seal(
        _ payload: Secret, to recipient: DevicePublicKey, between parties: Parties = Parties(),
        using entropy: Entropy
    ) -> String {
        let ephemeral = entropy.agreementKey()
        let header = Base64url.encode(header(of: ephemeral.publicKey, parties).utf8)
        do {
            let recipient = try P256.KeyAgreement.PublicKey(x963Representation: recipient.x963)
            let key = contentKey(try ephemeral.sharedSecretFromKeyAgreement(with: recipient), parties)
            let nonce = try AES.GCM.Nonce(data: entropy.bytes(12))
            let box = try payload.withBytes { bytes in
                try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: Array(header.utf8))
            }
            let parts = [Data(), Data(box.nonce), box.ciphertext, box.tag].map(Base64url.encode)
            return ([header] + parts).joined(separator: ".")
        } catch {
            preconditionFailure("A device's key is a point of P-256, and a content key has 32 bytes.")
        }
    }

    /// Opens a sealed message; nil unless exactly this message was sealed to this key.
    ///
    /// - Parameter privateKey: 32 bytes, the device's half.
    public static func open(_ message: String, with privateKey: Secret) -> Secret? {
        let parts = message.split(separator: ".", omittingEmptySubsequences: false)
        guard message.utf8.count <= limitBytes, parts.count == 5, parts[1].isEmpty,
            let headerBytes = Base64url.decode(parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(headerBytes)),
            header.alg == "ECDH-ES", header.enc == encryption, header.crit == nil, header.zip == nil,
            let sender = Base64url.decode(header.apu ?? ""), let recipient = Base64url.decode(header.apv ?? ""),
            let ephemeral = header.epk.publicKey,
            let own = try? privateKey.withBytes({ try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }),
            let shared = try? own.sharedSecretFromKeyAgreement(with: ephemeral),
            let nonce = Base64url.decode(parts[2]), nonce.count == 12,
            let ciphertext = Base64url.decode(parts[3]), let tag = Base64url.decode(parts[4]), tag.count == 16,
            let box = try? AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag),
            var payload = try? AES.GCM.open(
                box, using: contentKey(shared, Parties(sender: sender, recipient: recipient)),
                authenticating: Array(parts[0].utf8))
        else { return nil }
        defer { payload.resetBytes(in: payload.indices) }
        return Secret(Array(payload))
    }

    /// Concat KDF (NIST SP 800-56A, section 5.8.1) with SHA-256, as RFC 7518, section 4.6.2 uses it.
    ///
    /// - Parameters:
    ///   - algorithm: the algorithm that uses the key: in direct agreement the name of the content encryption.
    ///   - bitCount: at most 256, the output of one round of hashing; nothing here needs more.
    static func concatKDF(
        _ sharedSecret: some ContiguousBytes, algorithm: String, _ parties: Parties, bitCount: Int
    ) -> SymmetricKey {
        precondition(bitCount <= 256 && bitCount.isMultiple(of: 8))
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian, Array.init) }
        func prefixed(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }

        var hash = SHA256()
        hash.update(data: number(1))
        sharedSecret.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: prefixed(Array(algorithm.utf8)))
        hash.update(data: prefixed(parties.sender))
        hash.update(data: prefixed(parties.recipient))
        hash.update(data: number(bitCount))
        return hash.finalize().withUnsafeBytes { SymmetricKey(data: $0.prefix(bitCount / 8)) }
    }

    private static func contentKey(_ shared: SharedSecret, _ parties: Parties) -> SymmetricKey {
        concatKDF(shared, algorithm: encryption, parties, bitCount: 256)
    }

    private static func header(of ephemeral: P256.KeyAgreement.PublicKey, _ parties: Parties) -> String {
        let (x, y) = (ephemeral.rawRepresentation.prefix(32), ephemeral.rawRepresentation.suffix(32))
        let parties = [("apu", parties.sender), ("apv", parties.recipient)].filter { !$0.1.isEmpty }
            .map { #","\#($0.0)":"\#(Base64url.encode($0.1))""# }.joined()
        return #"{"alg":"ECDH-ES","enc":"\#(encryption)","epk":{"kty":"EC","crv":"P-256","#
            + #""x":"\#(Base64url.encode(x))","y":"\#(Base64url.encode(y))"}\#(parties)}"#
    }
}

private struct Header: Decodable {
    struct EphemeralKey: Decodable {
        let kty: String
        let crv: String
        let x: String
        let y: String

        var publicKey: P256.KeyAgreement.PublicKey? {
            DevicePublicKey(keyType: kty, curve: crv, x: x, y: y).flatMap {
                try? P256.KeyAgreement.PublicKey(x963Representation: $0.x963)
            }
        }
    }

    let alg: String
    let enc: String
    let epk: EphemeralKey
    let apu: String?
    let apv: String?
    /// Extensions that the reader must understand, and compression. Neither is supported here.
    let crit: [String]?
    let zip: String?
}
