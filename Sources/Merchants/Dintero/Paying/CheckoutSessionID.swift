import Identifiers

/// The id of a session, in which a customer pays.
typealias CheckoutSessionID = ID<CheckoutSession>
