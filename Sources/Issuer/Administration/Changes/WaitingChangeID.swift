import Identifiers

/// A change that waits for a second operator.
public typealias WaitingChangeID = ID<WaitingChange>
