import Identifiers
import Ledger
import Validation

/// Who wants to be paid, as the issuer sees it in every message.
public struct Merchant: Hashable, Sendable {
    public static let nameLimit = 100

    public let id: MerchantID
    /// The name that the customer reads on the statement; 1 to ``nameLimit`` characters.
    public let name: String
    /// ISO 18245, 0…9999.
    public let category: Int
    /// ISO 3166-1, two capital letters.
    public let country: String
    /// 1 to ``nameLimit`` characters.
    public let city: String
    /// The currency in which the merchant usually sells; a payment may have another one.
    public let currency: Currency
    /// When the merchant's day ends and its payments are cleared, in minutes after midnight UTC, 0…1439.
    public let dayEnds: Int

    /// - Returns: nil if a part is not in its range.
    public init?(
        id: MerchantID, name: String, category: Int, country: String, city: String, currency: Currency, dayEnds: Int = 0
    ) {
        guard (1...Self.nameLimit).contains(name.count), (1...Self.nameLimit).contains(city.count),
            (0...9999).contains(category), (0...1439).contains(dayEnds), country.utf8.count == 2,
            country.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        (self.id, self.name, self.category, self.country, self.city) = (id, name, category, country, city)
        (self.currency, self.dayEnds) = (currency, dayEnds)
    }
}

/// The gateway through which a payment came. A gateway names itself; there is no list of gateways here.
public struct Gateway: Hashable, Sendable, CustomStringConvertible {
    /// Such as `cardpointe`.
    public let name: String

    /// Each gateway's target declares its own name as a constant.
    ///
    /// - Parameter name: 1 to 32 lower case letters.
    public init(_ name: StaticString) {
        self.name = "\(name)"
    }

    init(stored name: String) {
        self.name = name
    }

    public var description: String { name }
}

/// The wallet on a customer's phone.
public enum WalletKind: String, CaseIterable, Hashable, Sendable {
    case apple = "APPLE"
    case google = "GOOGLE"
    case samsung = "SAMSUNG"
}
