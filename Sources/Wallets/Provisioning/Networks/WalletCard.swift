import CardSecrets

/// What a wallet and its network receive of a card.
public struct WalletCard: Sendable {
    public let pan: PAN
    public let expiryMonth: Int
    public let expiryYear: Int
    public let cardholderName: String

    /// - Parameters:
    ///   - expiryMonth: 1…12.
    ///   - expiryYear: with the century.
    public init(pan: PAN, expiryMonth: Int, expiryYear: Int, cardholderName: String) {
        precondition(1...12 ~= expiryMonth && 2000 <= expiryYear)
        self.pan = pan
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
        self.cardholderName = cardholderName
    }

    /// Two digits each.
    var month: String { twoDigits(expiryMonth) }
    var year: String { twoDigits(expiryYear % 100) }
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// Where a card's statements go, as Visa asks for it.
public struct BillingAddress: Codable, Equatable, Sendable {
    public let line1: String
    public let line2: String
    public let city: String
    public let state: String
    /// ISO 3166-1, two letters.
    public let country: String
    public let postalCode: String

    public init(
        line1: String, line2: String = "", city: String, state: String = "", country: String, postalCode: String
    ) {
        (self.line1, self.line2, self.city) = (line1, line2, city)
        (self.state, self.country, self.postalCode) = (state, country, postalCode)
    }
}

/// The keys that the issuer shares with the network of a card.
public enum NetworkKeys: Sendable {
    case visa(VisaKeys)
    case mastercard(MastercardIssuerKeys)
}

/// Why something made for a wallet or by one does not open.
///
/// Whether a key was wrong, a tag, a padding or what was inside is one answer: anything finer would let a caller who
/// may try often read what he should not (Bleichenbacher 1998, Vaudenay 2002).
public enum SealedFailure: ExplainedFailure {
    /// It does not have the outer form that everybody can see.
    case malformed(String)
    /// It has the form, and names another algorithm or key than the one that is used.
    case notForUs(String)
    case doesNotOpen

    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .notForUs: "notForUs"
        case .doesNotOpen: "doesNotOpen"
        }
    }

    public var cause: String {
        switch self {
        case .malformed(let what), .notForUs(let what): what
        case .doesNotOpen: "It does not open: it was changed on its way, or sealed to another key."
        }
    }

    public var fix: String {
        switch self {
        case .malformed: "Pass it on byte for byte as it was made; decode what was encoded exactly once."
        case .notForUs: "Send what was made for this network, this wallet and these keys."
        case .doesNotOpen:
            "Pass it on byte for byte, decode Base64 as Base64 and not as Base64url, and compare both sides' keys."
        }
    }
}
