import Identifiers

/// The id of an attempt at an authentication event.
public typealias AuthenticationAttemptID = ID<AuthenticationAttempt>
