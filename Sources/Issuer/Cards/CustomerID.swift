import Identifiers
import Ledger

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
