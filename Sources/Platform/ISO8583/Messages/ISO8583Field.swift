import Validation

/// How a field is written: a row of the standard's table of data elements.
public struct ISO8583Field: Hashable, Sendable {
    public let number: Int
    /// The name in ISO 8583:1987.
    public let name: String
    public let kind: Kind
    public let length: Length

    /// The characters or bytes that a field may hold. The raw value is the standard's abbreviation.
    public enum Kind: String, CaseIterable, Sendable {
        case digits = "n"
        /// Letters, digits and spaces. Fixed fields are filled up with spaces on the right.
        case alphanumeric = "an"
        /// Every printable ASCII character, including the space.
        case text = "ans"
        /// C (credit) or D (debit), then digits.
        case signedAmount = "x+n"
        /// The characters of a magnetic stripe's second and third track: digits, and the separators `:;<=>?` and D.
        case track = "z"
        case binary = "b"
    }

    /// In characters, or in bytes if the field is binary.
    public enum Length: Hashable, Sendable {
        case fixed(Int)
        /// Two ASCII digits with the length, then at most so many.
        case twoDigits(upTo: Int)
        /// Three ASCII digits with the length, then at most so many.
        case threeDigits(upTo: Int)

        /// The digits in front of the field.
        var prefix: Int {
            switch self {
            case .fixed: 0
            case .twoDigits: 2
            case .threeDigits: 3
            }
        }

        var range: ClosedRange<Int> {
            switch self {
            case .fixed(let length): length...length
            case .twoDigits(let most), .threeDigits(let most): 0...most
            }
        }
    }

    init(_ number: Int, _ name: String, _ kind: Kind, _ length: Length) {
        self.number = number
        self.name = name
        self.kind = kind
        self.length = length
    }

    /// The definition of a field; nil for numbers that are not fields, and for 65: no message here has a third bitmap.
    public static func numbered(_ number: Int) -> ISO8583Field? { byNumber[number] }

    private static let byNumber = Dictionary(all.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })

    /// Whether these bytes are allowed in the field.
    func allows(_ bytes: some Collection<UInt8>) -> Bool {
        switch kind {
        case .digits: bytes.allSatisfy(\.isASCIIDigit)
        case .alphanumeric: bytes.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: " ") }
        case .text: bytes.allSatisfy { (0x20...0x7E).contains($0) }
        case .signedAmount:
            (bytes.first == UInt8(ascii: "C") || bytes.first == UInt8(ascii: "D"))
                && bytes.dropFirst().allSatisfy(\.isASCIIDigit)
        case .track: bytes.allSatisfy { (0x30...0x3F).contains($0) || $0 == UInt8(ascii: "D") }
        case .binary: true
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        isASCIIUppercase || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
