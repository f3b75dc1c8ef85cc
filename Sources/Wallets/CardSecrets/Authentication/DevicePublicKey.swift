import Crypto
import Foundation

/// The public half of a key that lives in a phone: its signatures prove the device, and secrets are sealed to it.
///
/// Always a point of P-256, the one curve that Secure Enclave, Android Keystore and passkeys have in common. The
/// initializers refuse everything else, so later code need not check again. It is stored as the 65 bytes of X9.63.
public struct DevicePublicKey: Sendable, Equatable {
    /// The rule for a JSON web key; completes the sentence that begins with the field's name.
    public static let expectation =
        "must be a point of P-256: x and y of 32 bytes each in Base64url, so a compressed point has to be expanded"

    let point: P256.Signing.PublicKey

    /// `04 ‖ x ‖ y`: 65 bytes, as an Apple device exports it.
    public init?(x963 bytes: [UInt8]) {
        guard bytes.count == 65, bytes.first == 4, let point = try? P256.Signing.PublicKey(x963Representation: bytes)
        else { return nil }
        self.point = point
    }

    /// A SubjectPublicKeyInfo (RFC 5480), as Android and browsers export it.
    public init?(der bytes: [UInt8]) {
        guard bytes.count <= 256, let point = try? P256.Signing.PublicKey(derRepresentation: bytes) else { return nil }
        self.point = point
    }

    /// The same as PEM (RFC 7468), as OpenSSL writes it.
    public init?(pem text: String) {
        guard text.utf8.count <= 1024, let point = try? P256.Signing.PublicKey(pemRepresentation: text) else {
            return nil
        }
        self.point = point
    }

    /// The members of a JSON web key (RFC 7518, section 6.2.1): each coordinate 32 bytes as Base64url.
    public init?(keyType: String, curve: String, x: String, y: String) {
        guard keyType == "EC", curve == "P-256", x.utf8.count == 43, y.utf8.count == 43,
            let x = Base64url.decode(x), let y = Base64url.decode(y)
        else { return nil }
        self.init(x963: [4] + x + y)
    }

    /// The stored form: 65 bytes, the same for the same key in whichever form it was sent.
    public var x963: [UInt8] { Array(point.x963Representation) }

    /// The SubjectPublicKeyInfo.
    public var der: [UInt8] { Array(point.derRepresentation) }

    public static func == (left: DevicePublicKey, right: DevicePublicKey) -> Bool { left.x963 == right.x963 }

    /// Whether the device signed exactly these bytes: ECDSA over P-256 with SHA-256, which COSE and JOSE call ES256.
    ///
    /// - Parameter signature: DER (Apple, Android, WebAuthn), or the 64 bytes `r ‖ s` (JOSE, RFC 7518 section 3.4). A
    ///   DER signature can also have 64 bytes, so 64 bytes are tried as both.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        // A DER signature of this curve has at most 72 bytes.
        guard signature.count <= 72 else { return false }
        let readings = [
            try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            try? P256.Signing.ECDSASignature(derRepresentation: signature),
        ]
        return readings.contains { $0.map { point.isValidSignature($0, for: message) } ?? false }
    }
}
