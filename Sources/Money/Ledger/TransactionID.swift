import Identifiers

/// The number of a transaction; written as digits on the wire.
public typealias TransactionID = Number<AccountTransaction>
extension AccountTransaction: Numbered {}
