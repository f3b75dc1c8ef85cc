import Crypto
import Foundation

/// A private key of Ed25519 (RFC 8032) that signs documents, from a file as OpenSSL writes it: PKCS#8 in PEM (RFC 8410,
/// section 7).
public struct DocumentKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// What is before the 32 bytes of the key.
    private static let header: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let limitBytes = 4096

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public init(file: String) throws(Failure) {
        let contents: [UInt8]
        do throws(SmallFile.Failure) {
            contents = try SmallFile.contents(of: file, limit: Self.limitBytes, isPrivate: true)
        } catch {
            throw Failure(
                description: "The signing key \(file) cannot be read: \(error). Only its owner may access it.")
        }
        guard let key = Self.key(inPEM: String(decoding: contents, as: UTF8.self)) else {
            throw Failure(
                description: "The file \(file) holds no private key of Ed25519 in PEM without a passphrase. Make one: "
                    + "(umask 077; openssl genpkey -algorithm ed25519 -out \(file))")
        }
        self.key = key
    }

    private static func key(inPEM text: String) -> Curve25519.Signing.PrivateKey? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN PRIVATE KEY-----", lines.last == "-----END PRIVATE KEY-----",
            let encoded = Data(base64Encoded: lines.dropFirst().dropLast().joined()),
            encoded.starts(with: header), encoded.count == header.count + 32
        else { return nil }
        return try? Curve25519.Signing.PrivateKey(rawRepresentation: encoded.suffix(32))
    }

    /// 64 bytes.
    public func signature(of message: [UInt8]) -> [UInt8] {
        do {
            return Array(try key.signature(for: message))
        } catch {
            preconditionFailure("A key of Ed25519 signs any message.")
        }
    }
}

extension DocumentKey: Redacted {}
