import HTTPContract

/// A kind of card that the customer is eligible for.
public struct ProgramBody: Sendable, Hashable, Decodable {
    public var cardType: String
    public var scheme: String
    public var name: String
    public var currencies: [String]
    /// How many more cards of this program this customer may have.
    public var allowableCards: Int
    /// Whether a physical card can be used online before it arrives.
    public var isDigital: Bool

    public init(
        cardType: String, scheme: String, name: String, currencies: [String], allowableCards: Int, isDigital: Bool
    ) {
        self.cardType = cardType
        self.scheme = scheme
        self.name = name
        self.currencies = currencies
        self.allowableCards = allowableCards
        self.isDigital = isDigital
    }
}

extension ProgramBody: AnswerBody {
    public static let members: [AnswerMember<ProgramBody>] = [
        .member(
            "cardType", \.cardType, as: .enumeration(Vocabulary.cardTypes), example: "VIRTUAL", "Virtual or physical."),
        .member("scheme", \.scheme, as: .enumeration(Vocabulary.schemes), example: "MC", "Visa or Mastercard."),
        .member("name", \.name, example: "SKRILL-VIRTUAL-MC-EEA", "The program's name; use it to create a card."),
        .member("currencies", \.currencies, example: "EUR", "Currencies, ISO 4217."),
        .member(
            "allowableCards", \.allowableCards, example: "5",
            "The number of further cards that the customer may have under this program."),
        .member(
            "isDigital", \.isDigital, example: "false",
            "Whether a physical card can be used online before it is activated."),
    ]
}

/// The programs that a customer is eligible for.
public struct ProgramListBody: Sendable, Hashable, Decodable {
    public var programs: [ProgramBody]

    public init(programs: [ProgramBody]) { self.programs = programs }
}

extension ProgramListBody: AnswerBody {
    public static let members: [AnswerMember<ProgramListBody>] = [
        .member("programs", \.programs, "All programs that the customer is eligible for.")
    ]
}
