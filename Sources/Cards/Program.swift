/// What a card is made of before it is a card: type, scheme, currencies, and for whom.
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
    /// A physical card of this program can be used online at once (status DIGITAL), before its plastic arrives.
    public let isDigital: Bool
    /// How many cards of this program one customer may be issued in all; ended cards are not given back.
    public let cardsPerCustomer: Int
    /// Leading digits of every PAN: 6…8 of them, the first six being the BIN.
    public let panPrefix: String
    /// From issue to the end of the expiry month.
    public let validityMonths: Int

    public init(
        name: String, cardType: CardType, scheme: Scheme, region: Region, currencies: [String], isDigital: Bool,
        cardsPerCustomer: Int, panPrefix: String, validityMonths: Int
    ) {
        self.name = name
        self.cardType = cardType
        self.scheme = scheme
        self.region = region
        self.currencies = currencies
        self.isDigital = isDigital
        self.cardsPerCustomer = cardsPerCustomer
        self.panPrefix = panPrefix
        self.validityMonths = validityMonths
    }

    /// A virtual card can be used at once; a physical one waits for its plastic, online use excepted where the program
    /// is digital.
    public var firstStatus: CardStatus {
        switch cardType {
        case .virtual: .active
        case .physical: isDigital ? .digital : .issued
        }
    }
}
