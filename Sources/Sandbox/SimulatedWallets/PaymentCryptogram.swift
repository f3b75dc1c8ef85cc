import CardSecrets
import Crypto
import Foundation

/// The proof that a phone made one payment with a token: 20 bytes, which are 28 characters of Base64.
///
/// | bytes | content |
/// | --- | --- |
/// | 0 | the version of this layout: 1 |
/// | 1…2 | the counter of the phone's payments (ATC, tag 9F36) |
/// | 3…6 | the unpredictable number (tag 9F37) |
/// | 7…19 | the first 13 bytes of the code |
///
/// The code is HMAC-SHA-256 (RFC 2104) under the token's key. Its message is `Tessera payment cryptogram`, bytes 0…6,
/// the 16 digits of the token's number, `S` in a shop or `A` in an app, the amount in minor units as 8 bytes, and the
/// letters of the currency. Only the last part may vary in length, so no two payments have the same message.
///
/// Real networks derive a session key for each payment (EMV Book 2, annex A1) and publish neither their layouts nor
/// their keys. Length and inputs are theirs. Layout and algorithm were decided for this sandbox.
public struct PaymentCryptogram: Equatable, Sendable {
    /// The payment that the code is bound to, besides counter and unpredictable number.
    public struct Payment: Sendable {
        public let dpan: PAN
        public let minorUnits: Int64
        /// Three letters, ISO 4217.
        public let currencyCode: String
        /// Whether the phone is at a terminal. Otherwise an app pays.
        public let isInStore: Bool

        public init(dpan: PAN, minorUnits: Int64, currencyCode: String, isInStore: Bool) {
            self.dpan = dpan
            self.minorUnits = minorUnits
            self.currencyCode = currencyCode
            self.isInStore = isInStore
        }
    }

    public static let length = 20
    public static let keyLength = 32
    private static let version: UInt8 = 1
    private static let headLength = 7

    public let bytes: [UInt8]

    /// Reads a cryptogram that was sent. Nil if the length or the version is another one.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.version else { return nil }
        self.bytes = bytes
    }

    /// Makes the cryptogram of a payment.
    ///
    /// - Parameter key: the token's own, 32 bytes.
    public init(of payment: Payment, counter: UInt16, unpredictableNumber: UInt32, under key: Secret) {
        let head = [Self.version] + Self.bytes(of: counter) + Self.bytes(of: unpredictableNumber)
        bytes = head + Self.code(of: payment, head: head, under: key).prefix(Self.length - Self.headLength)
    }

    public var counter: Int { Int(bytes[1]) << 8 | Int(bytes[2]) }
    /// Its 4 bytes.
    public var unpredictableNumber: [UInt8] { Array(bytes[3..<Self.headLength]) }

    /// Whether the phone with this key made the cryptogram for this payment. The duration of the check does not depend
    /// on the bytes.
    public func isGenuine(for payment: Payment, under key: Secret) -> Bool {
        let head = Array(bytes.prefix(Self.headLength))
        let expected = head + Self.code(of: payment, head: head, under: key).prefix(Self.length - Self.headLength)
        return Secret(expected) == Secret(bytes)
    }

    private static func code(of payment: Payment, head: [UInt8], under key: Secret) -> [UInt8] {
        var hash = HMAC<SHA256>(key: key.withBytes { SymmetricKey(data: $0) })
        hash.update(data: Array("Tessera payment cryptogram".utf8))
        hash.update(data: head)
        payment.dpan.digits.withBytes { hash.update(data: $0) }
        hash.update(data: [UInt8(ascii: payment.isInStore ? "S" : "A")])
        hash.update(data: bytes(of: payment.minorUnits))
        hash.update(data: Array(payment.currencyCode.utf8))
        return Array(hash.finalize())
    }

    /// The most significant byte comes first.
    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}

/// A cryptogram is no key, but together with the rest of its payment it can be charged. So it is not logged.
extension PaymentCryptogram: CustomStringConvertible, CustomReflectable {
    public var description: String { "a cryptogram with the counter \(counter)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
