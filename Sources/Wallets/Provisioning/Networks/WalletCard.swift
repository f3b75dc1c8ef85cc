import CardSecrets

/// The data of a card that a wallet and its network receive.
public struct WalletCard: Sendable {
    public let pan: PAN
    public let expiryMonth: Int
    public let expiryYear: Int
    public let cardholderName: String

    /// - Parameters:
    ///   - expiryMonth: 1…12.
    ///   - expiryYear: four digits.
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

/// The cardholder's billing address, in the form that Visa requires.
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
