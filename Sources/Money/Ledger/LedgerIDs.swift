import Foundation

/// The number of an account, a customer's prepaid balance in one currency; written as digits on the wire.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    /// Up to 12 digits. The numbers with which people pay in shops have more, so nobody takes one for the other.
    public static let range: ClosedRange<Int64> = 1...999_999_999_999

    public let rawValue: Int64

    /// - Parameter rawValue: in ``range``.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Accepts 1…12 ASCII digits without a leading zero; anything else cannot be an account.
    public init?(_ text: String) {
        guard let number = Int64(digits: text, upTo: 12) else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}

/// The customer whose accounts they are, by number. Every row of the ledger is stored and distributed by it.
///
/// The ledger knows nothing else about a customer, so this is not the id of one.
public struct AccountHolder: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    /// - Parameter rawValue: a customer's number, above 0.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The issuer itself, for journals that move no customer's money, such as the settlement with a scheme.
    public static let house = AccountHolder(rawValue: 0)

    public var description: String { String(rawValue) }
}

/// The number of a transaction; written as digits on the wire.
public struct TransactionID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    /// - Parameter rawValue: above 0.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Accepts 1…18 ASCII digits without a leading zero; anything else cannot be a transaction.
    public init?(_ text: String) {
        guard let number = Int64(digits: text, upTo: 18) else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}

/// The number that all transactions of one operation have, such as the two of a transfer; written as digits.
public struct SlipID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    /// - Parameter rawValue: above 0.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Accepts what ``TransactionID/init(_:)`` accepts.
    public init?(_ text: String) {
        guard let number = Int64(digits: text, upTo: 18) else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}

/// A journal, by an id from its caller. A journal that is sent twice is posted once.
public struct JournalID: Hashable, Sendable {
    public let rawValue: UUID

    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }
}

/// A hold, by an id from its caller: that of the authorization or the transfer that it is for.
public struct HoldID: Hashable, Sendable {
    public let rawValue: UUID

    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }
}

/// A movement. Its journals and its hold have the same id, so nothing of it is written twice.
public struct MovementID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }

    public var journal: JournalID { JournalID(rawValue: rawValue) }
    public var hold: HoldID { HoldID(rawValue: rawValue) }

    /// In lower case, as on the wire.
    public var description: String { rawValue.uuidString.lowercased() }
}

extension Int64 {
    /// A number above 0 in ASCII digits, without a leading zero.
    fileprivate init?(digits: String, upTo length: Int) {
        guard (1...length).contains(digits.utf8.count), digits.utf8.first != UInt8(ascii: "0"),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(digits)
    }
}
