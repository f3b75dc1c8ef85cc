import Identifiers

/// A hold, by an id from its caller: that of the authorization or the transfer that it is for.
public typealias HoldID = ID<Hold>
