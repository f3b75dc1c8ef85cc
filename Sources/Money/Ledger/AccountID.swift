import Identifiers

/// The number of an account, a customer's prepaid balance in one currency; written as digits on the wire.
public typealias AccountID = Number<Account>
extension Account: Numbered {
    /// Up to 12 digits. The numbers with which people pay in shops are longer, so the two cannot be confused.
    public static var numbers: ClosedRange<Int64> { 1...999_999_999_999 }
}
