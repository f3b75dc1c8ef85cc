import Foundation

/// A card number or a PIN in clear, in bytes that were searched. It says where, and never holds the value.
public struct ClearSecret: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case cardNumber = "CARD_NUMBER"
        /// A clear PIN block of ISO 9564-1, format 0.
        case pinBlock = "PIN_BLOCK"
        /// Digits under a name such as `pin`.
        case namedPIN = "NAMED_PIN"
        /// Digits under a name such as `cvv`.
        case namedCode = "NAMED_CODE"
    }

    public enum Encoding: String, Sendable, CaseIterable {
        /// One byte for each digit, or two or four (UTF-16, UTF-32), with up to three separators between two digits.
        case digits
        /// Two digits in each byte, at either half.
        case packedDecimal = "packed decimal"
        /// A number of 64 bits, the first or the last byte first.
        case integer
        /// The bytes of a PIN block.
        case bytes
        /// Around another encoding.
        case hexadecimal, base64
    }

    public let kind: Kind
    /// From the outermost to the innermost.
    public let encodings: [Encoding]
    /// Nil for a value that only its name gives away.
    public let card: UUID?
    /// Where it is in the bytes.
    public internal(set) var range: Range<Int>
}

extension ClearSecret {
    /// Digits that only a name gives away.
    package init(_ kind: Kind, named range: Range<Int>) {
        self.init(kind: kind, encodings: [.digits], card: nil, range: range)
    }
}
