import Foundation
import Ledger
import Validation

/// The id of one thing: a UUID whose type keeps it apart from the ids of other kinds of things.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct ID<Kind>: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    public init(rawValue: UUID) {
        self.rawValue = rawValue
    }

    /// Accepts what ``Foundation/UUID/init(spelled:)`` accepts.
    public init?(_ text: String) {
        guard let uuid = UUID(spelled: text) else { return nil }
        rawValue = uuid
    }

    /// In lower case.
    public var description: String { rawValue.spelled }
}

/// One card, for its whole life; a replacement is a different card.
public typealias CardID = ID<Card>

/// A program manager's order for many cards.
public typealias BulkOrderID = ID<BulkOrder>

/// A card on its way into a wallet, and the token it becomes there.
public typealias TokenizationID = ID<Tokenization>

/// An occasion on which the cardholder proves who they are.
public typealias AuthenticationEventID = ID<AuthenticationEvent>

/// The second id of an authentication event. Only the app that caused the event knows it.
public typealias WalletOperationID = ID<WalletOperation>
public enum WalletOperation {}

public typealias TrustedDeviceID = ID<TrustedDevice>

/// A customer's number, given by Paysafe's wallet and written as digits on the wire.
///
/// All data that grows is stored and distributed by this number, so every lookup needs it first.
public struct CustomerID: Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Accepts 1…18 ASCII digits without a leading zero; anything else cannot be a customer.
    public init?(_ text: String) {
        guard (1...18).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text)
        else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}

extension AccountHolder {
    /// The customer as the ledger knows it.
    public init(_ customer: CustomerID) {
        self.init(rawValue: customer.rawValue)
    }
}
