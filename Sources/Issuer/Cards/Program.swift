/// A kind of card: type, scheme, currencies, and its customers.
public struct Program: Equatable, Sendable {
    public enum CardType: String, CaseIterable, Sendable {
        case physical = "PHYSICAL"
        case virtual = "VIRTUAL"
    }

    public enum Scheme: String, CaseIterable, Sendable {
        case visa = "VISA"
        case mastercard = "MC"
    }

    public let name: String
    public let cardType: CardType
    public let scheme: Scheme
    public let region: Region
    /// ISO 4217 codes, in the order the program lists them.
    public let currencies: [String]
    /// Whether a physical card of this program can be used online (status DIGITAL) before its plastic arrives.
    public let isDigital: Bool
    /// Whether the issuer must approve each application before it issues the card.
    public let requiresApproval: Bool
    /// How many cards of this program one customer can have in total; a card that has ended still counts.
    public let cardsPerCustomer: Int
    /// The leading digits of every PAN: 6…8, of which the first six are the BIN.
    public let panPrefix: String
    /// From issue to the end of the expiry month.
    public let validityMonths: Int

    public init(
        name: String, cardType: CardType, scheme: Scheme, region: Region, currencies: [String], isDigital: Bool,
        requiresApproval: Bool, cardsPerCustomer: Int, panPrefix: String, validityMonths: Int
    ) {
        self.name = name
        self.cardType = cardType
        self.scheme = scheme
        self.region = region
        self.currencies = currencies
        self.isDigital = isDigital
        self.requiresApproval = requiresApproval
        self.cardsPerCustomer = cardsPerCustomer
        self.panPrefix = panPrefix
        self.validityMonths = validityMonths
    }

    /// The status of a card that a customer has just applied for.
    public var firstStatus: CardStatus { requiresApproval ? .applied : issuedStatus }

    /// The status of a card that the issuer has just issued. A virtual card can be used at once. A physical one waits
    /// for its plastic, except online if the program is digital.
    public var issuedStatus: CardStatus {
        switch cardType {
        case .virtual: .active
        case .physical: isDigital ? .digital : .issued
        }
    }
}

extension Program.Scheme {
    /// The error in the leading digits of card numbers of this scheme (ISO/IEC 7812); nil if they can be its.
    func violation(inPANPrefix prefix: String) -> String? {
        guard (6...8).contains(prefix.utf8.count), prefix.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return "must be 6 to 8 digits, the BIN first"
        }
        switch self {
        case .visa: return prefix.hasPrefix("4") ? nil : "must begin with 4 for VISA"
        case .mastercard:
            let isOld = ("51"..."55").contains(String(prefix.prefix(2)))
            let isNew = ("2221"..."2720").contains(String(prefix.prefix(4)))
            return isOld || isNew ? nil : "must begin with 51 to 55, or with 2221 to 2720, for MC"
        }
    }
}
