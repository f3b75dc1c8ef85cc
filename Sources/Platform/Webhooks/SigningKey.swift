import Crypto
import Foundation

/// The key that a subscription's requests are signed with. It does not print its bytes.
public struct SigningKey: Equatable, Sendable {
    private let key: SymmetricKey

    public init(_ bytes: [UInt8]) {
        key = SymmetricKey(data: bytes)
    }

    /// A key as a subscriber sends it: 16 to 64 bytes in Base64.
    public init?(base64 text: String) {
        guard let bytes = Data(base64Encoded: text), (16...64).contains(bytes.count) else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A key whose bytes are the UTF-8 of a text that the receiver knows.
    public init(text: String) { self.init(Array(text.utf8)) }

    /// The rule for the text of a key; completes the sentence that begins with the field's name.
    public static let violation = "must be 16 to 64 bytes in Base64"

    public func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
        try body(key.withUnsafeBytes { Array($0) })
    }

    /// HMAC-SHA256 in Base64.
    public func signature(of body: [UInt8]) -> String {
        Data(HMAC<SHA256>.authenticationCode(for: body, using: key)).base64EncodedString()
    }

    /// HMAC-SHA256 in small hexadecimal digits.
    public func hexadecimalSignature(of body: [UInt8]) -> String {
        HMAC<SHA256>.authenticationCode(for: body, using: key).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "SigningKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A signing key, or the body of a secret event, as it is stored.
public struct SealedBytes: Sendable {
    public let bytes: [UInt8]
    /// The version of the key that sealed them.
    public let keyVersion: Int

    public init(bytes: [UInt8], keyVersion: Int) {
        self.bytes = bytes
        self.keyVersion = keyVersion
    }
}
