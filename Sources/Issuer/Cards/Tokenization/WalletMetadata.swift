import Validation

/// How wallets show the cards of a program, and whom its cardholders ask. The network's token service gets it with the
/// issuer's decision about a token.
public struct WalletMetadata: Hashable, Sendable {
    /// What the network keeps for the issuer itself.
    public static let none = WalletMetadata()

    public enum Field: String, CaseIterable, Sendable {
        case issuerName
        case shortDescription
        case backgroundColor
        case foregroundColor
        case labelColor
        case contactEmail
        case contactPhone
        case contactURL = "contactUrl"
        case termsURL = "termsUrl"
        /// The network's name of a picture that the issuer has given to it.
        case artReference
    }

    private var values: [Field: String] = [:]

    public init() {}

    /// From texts such as `issuerName=Acme Bank`. Fields that are not known are left out: a later program may have
    /// written them.
    public init(stored: [String]) {
        for text in stored {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let field = Field(rawValue: parts[0]) else { continue }
            values[field] = parts[1]
        }
    }

    /// The texts for ``init(stored:)``, in the order of the fields.
    public var stored: [String] {
        Field.allCases.compactMap { field in values[field].map { "\(field.rawValue)=\($0)" } }
    }

    /// Nil if it is not set. An empty text removes it.
    public subscript(field: Field) -> String? {
        get { values[field] }
        set { values[field] = newValue?.isEmpty == true ? nil : newValue }
    }

    /// The errors, with the names of the fields.
    public var violations: [FieldError] {
        Field.allCases.compactMap { field in
            values[field].flatMap(field.violation).map { FieldError(field.rawValue, $0) }
        }
    }
}

extension WalletMetadata.Field {
    private static let longestURL = 200

    fileprivate func violation(in text: String) -> String? {
        switch self {
        case .issuerName, .shortDescription: TextRule.note(text, 1...60)
        case .backgroundColor, .foregroundColor, .labelColor:
            Self.isColor(text) ? nil : "must be a colour like #1A2B3C"
        case .contactEmail: TextRule.email(text)
        case .contactPhone: TextRule.mobile(text)
        case .contactURL, .termsURL:
            Self.isURL(text)
                ? TextRule.withoutCardNumber(text)
                : "must be a URL that begins with https://, without user or password, and has at most "
                    + "\(Self.longestURL) visible characters"
        case .artReference:
            (1...64).contains(text.utf8.count) && Self.isVisible(text)
                ? TextRule.withoutCardNumber(text) : "must be 1 to 64 visible ASCII characters"
        }
    }

    private static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// A user before the host would make another host look like the issuer's.
    private static func isURL(_ text: String) -> Bool {
        text.utf8.count <= longestURL && isVisible(text)
            && text.prefixMatch(of: /https:\/\/[^\/?#@]+(?:[\/?#]|$)/) != nil
    }

    private static func isVisible(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
