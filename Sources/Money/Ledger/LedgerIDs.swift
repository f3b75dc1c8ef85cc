import Identifiers

/// The number of an account, a customer's prepaid balance in one currency; written as digits on the wire.
public typealias AccountID = Number<Account>
extension Account: Numbered {
    /// Up to 12 digits. The numbers with which people pay in shops are longer, so the two cannot be confused.
    public static var numbers: ClosedRange<Int64> { 1...999_999_999_999 }
}

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

/// The number of a transaction; written as digits on the wire.
public typealias TransactionID = Number<AccountTransaction>
extension AccountTransaction: Numbered {}

/// The number that all transactions of one operation have, such as the two of a transfer; written as digits.
public typealias SlipID = Number<Slip>
public enum Slip: Numbered {}

/// The instrument that a payment was made with. The ledger only stores this id; the target that books the payment knows
/// the instrument.
public typealias PayingInstrumentID = ID<PayingInstrument>
public enum PayingInstrument {}

/// A journal, by an id from its caller. A journal that is sent twice is posted once.
public typealias JournalID = ID<Journal>

/// A hold, by an id from its caller: that of the authorization or the transfer that it is for.
public typealias HoldID = ID<Hold>

/// A movement. Its journals and its hold have the same id, so nothing of it is written twice.
public typealias MovementID = ID<Movement>

extension ID<Movement> {
    public var journal: JournalID { JournalID(rawValue: rawValue) }
    public var hold: HoldID { HoldID(rawValue: rawValue) }
}
