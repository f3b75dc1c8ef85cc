import Identifiers

/// A message to a customer, as the type of its id.
public enum CustomerMessage {}

/// The id of a message to a customer.
public typealias MessageID = ID<CustomerMessage>
