/// A kind of card the customer is eligible for.
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

extension ProgramBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("cardType", cardType)
            json.member("scheme", scheme)
            json.member("name", name)
            json.member("currencies", currencies)
            json.member("allowableCards", allowableCards)
            json.member("isDigital", isDigital)
        }
    }
}

/// The programs a customer is eligible for.
public struct ProgramListBody: Sendable, Hashable, Decodable {
    public var programs: [ProgramBody]

    public init(programs: [ProgramBody]) { self.programs = programs }
}

extension ProgramListBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in json.member("programs", programs) }
    }
}
