import Identifiers

/// The id of a payment among all of the network.
public typealias PaymentToConfirmID = ID<PaymentToConfirm>
