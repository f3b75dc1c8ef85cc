import Validation

/// The merchant that asks for the money (fields 18, 41, 42 and 43).
public struct CardAcceptor: Hashable, Sendable {
    public let category: MerchantCategory
    public let country: CountryCode
    /// At most ``nameLimit`` characters.
    public let name: String
    /// Nil if the acquirer sends none.
    public let city: String?
    public let id: String?
    public let terminalID: String?

    /// The key by which wrong security codes are counted. An acquirer's id is unique only within its country.
    public var countedAs: String { "\(country) \(id ?? name)" }

    /// Field 43 has 40 characters, but messages in JSON may name a merchant in full.
    public static let nameLimit = 100
    static let cityLength = 1...40

    /// The rule that the name of a merchant breaks; nil if there is none. It completes the sentence that begins with
    /// the field.
    public static func violation(inName text: String) -> String? {
        FieldReader.violation(in: text, 1...nameLimit, isSecret: CardNumber.isIn(_:))
    }

    /// The same for the city.
    public static func violation(inCity text: String) -> String? {
        FieldReader.violation(in: text, cityLength, isSecret: CardNumber.isIn(_:))
    }

    init(
        category: MerchantCategory, country: CountryCode, name: String, city: String? = nil, id: String? = nil,
        terminalID: String? = nil
    ) {
        self.category = category
        self.country = country
        self.name = name
        self.city = city
        self.id = id
        self.terminalID = terminalID
    }
}

/// The category of a merchant's goods or services: the four digits of ISO 18245 (field 18).
public struct MerchantCategory: Hashable, Sendable, CustomStringConvertible {
    public let number: Int

    /// Accepts exactly four ASCII digits. Any of them may be in use, because the networks assign their own.
    public init?(_ digits: String) {
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
        else { return nil }
        self.number = number
    }

    /// Nil outside 0…9999.
    public init?(number: Int) {
        guard (0...9999).contains(number) else { return nil }
        self.number = number
    }

    public var text: String { description }

    /// Four digits.
    public var description: String { String(String(10_000 + number).suffix(4)) }

    /// Hotels, cruises and rented vehicles, which are paid long after they are authorized. The networks give them a
    /// longer time to clear.
    public var isPaidLater: Bool {
        Self.vehicleRental.contains(number) || Self.lodging.contains(number) || Self.others.contains(number)
    }

    private static let vehicleRental = 3351...3500
    private static let lodging = 3501...3999
    /// Cruises, other lodging, rental of cars, lorries and motor homes.
    private static let others: Set<Int> = [4411, 7011, 7512, 7513, 7519]
}

/// A country by its two letters (ISO 3166-1).
public struct CountryCode: Hashable, Sendable, CustomStringConvertible {
    public let letters: String

    /// Accepts exactly two ASCII capital letters. It does not check whether the country exists: a message from an
    /// unknown country is still well formed.
    public init?(_ letters: String) {
        guard letters.utf8.count == 2, letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        self.letters = letters
    }

    public var text: String { letters }

    public var description: String { letters }
}
