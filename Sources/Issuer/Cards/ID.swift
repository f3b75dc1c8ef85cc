import Foundation
import Validation

/// The name of one thing of one kind: a UUID that cannot be taken for the name of another kind.
///
/// `Kind` is the type of what is named, or an empty `enum` where there is no such type.
public struct ID<Kind>: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }

    /// Accepts what ``Foundation/UUID/init(spelled:)`` does.
    public init?(_ text: some StringProtocol) {
        guard let uuid = UUID(spelled: text) else { return nil }
        rawValue = uuid
    }

    /// In lower case.
    public var description: String { rawValue.spelled }
}

/// One card, across its whole life; a replacement is a card of its own.
public typealias CardID = ID<Card>

/// The prepaid balance behind a card and its replacements.
public typealias AccountID = ID<Account>
public enum Account {}

/// An order of a program manager's for many cards.
public typealias BulkOrderID = ID<BulkOrder>

/// A card on its way into a wallet, and the token it becomes there.
public typealias TokenizationID = ID<Tokenization>

/// An occasion on which the cardholder proves who they are.
public typealias AuthenticationEventID = ID<AuthenticationEvent>

/// The second name of an authentication event, which only the app that caused it knows.
public typealias WalletOperationID = ID<WalletOperation>
public enum WalletOperation {}

public typealias TrustedDeviceID = ID<TrustedDevice>

/// Whose card it is: the number Paysafe's wallet gave the customer, written as digits on the wire.
///
/// Everything that grows is kept and distributed by this number, so it is the first thing any lookup needs.
public struct CustomerID: Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Accepts 1…18 ASCII digits without a leading zero; anything else cannot be a customer.
    public init?(_ text: some StringProtocol) {
        guard (1...18).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text)
        else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}

extension UUID {
    /// Accepts the 36-character form of RFC 9562 in either case, and only that: Foundation also takes signs and spaces
    /// for digits, and a thing is to have one name.
    public init?(spelled text: some StringProtocol) {
        let isSpelled = text.utf8.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexadecimalDigit
        }
        guard text.utf8.count == 36, isSpelled else { return nil }
        self.init(uuidString: String(text))
    }

    /// Lower case, as RFC 9562 section 4 asks of writers.
    public var spelled: String { uuidString.lowercased() }
}
