import Identifiers

/// The id of a payment to a merchant.
public typealias PaymentID = ID<Payment>
