import Identifiers

/// The id of a message to a customer.
public typealias MessageID = ID<CustomerMessage>
