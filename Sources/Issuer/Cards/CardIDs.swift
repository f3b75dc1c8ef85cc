import Identifiers
import Ledger

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
public typealias CustomerID = Number<Customer>
extension Customer: Numbered {}

extension Number<Customer> {
    /// The customer whom the ledger knows as this holder; nil for the issuer itself.
    public init?(_ holder: AccountHolder) {
        self.init(rawValue: holder.rawValue)
    }
}

extension Number<Holder> {
    /// The customer as the ledger knows it. Each number of a customer is one of a holder.
    public init(_ customer: CustomerID) {
        self.init(known: customer.rawValue)
    }
}

extension ID<PayingInstrument> {
    /// The card that a transaction was paid with, as the ledger stores it.
    public init(_ card: CardID) {
        self.init(rawValue: card.rawValue)
    }
}
