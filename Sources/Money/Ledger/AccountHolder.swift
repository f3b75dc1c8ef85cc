import Identifiers

/// The number of the customer who has the accounts. Every row of the ledger is stored and distributed by it.
///
/// The ledger knows no more about a customer, so this is not the customer's id.
public typealias AccountHolder = Number<Holder>
public enum Holder: Numbered {
    public static var numbers: ClosedRange<Int64> { 0...999_999_999_999_999_999 }
}

extension Number<Holder> {
    /// The issuer itself, for journals that move no customer's money, such as the settlement with a scheme.
    public static let house: AccountHolder = 0
}
