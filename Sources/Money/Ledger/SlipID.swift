import Identifiers

/// The number that all transactions of one operation have, such as the two of a transfer; written as digits.
public typealias SlipID = Number<Slip>
public enum Slip: Numbered {}
