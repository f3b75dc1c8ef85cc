import Identifiers

/// An occasion on which the cardholder proves who they are.
public typealias AuthenticationEventID = ID<AuthenticationEvent>
