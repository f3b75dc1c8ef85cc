import Identifiers

/// The id of a network's request for a token.
public typealias TokenRequestID = ID<WantedToken>
