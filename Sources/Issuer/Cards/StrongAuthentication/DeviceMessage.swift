import Foundation

/// The message that a trusted device signs so that its signature replaces a challenge: one request, at one time.
///
/// The form is our own: Paysafe documents that trusted devices can replace a challenge, but not how.
public struct DeviceMessage: Sendable {
    public let method: String
    /// Without the query.
    public let path: String
    /// Milliseconds since 1970.
    public let signedAt: Int
    /// SHA-256 of the body, also of an empty one.
    public let bodyHash: [UInt8]

    public init(method: String, path: String, signedAt: Int, bodyHash: [UInt8]) {
        self.method = method
        self.path = path
        self.signedAt = signedAt
        self.bodyHash = bodyHash
    }

    /// Four lines in ASCII: a title, method and path, the time, and the hash in hexadecimal.
    public var bytes: [UInt8] {
        let hash = bodyHash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return Array("SCA-REQUEST\n\(method) \(path)\n\(signedAt)\n\(hash)".utf8)
    }
}
