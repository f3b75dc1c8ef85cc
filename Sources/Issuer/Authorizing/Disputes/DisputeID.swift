import Identifiers

/// The id of a dispute, which the issuer tells the network with its chargeback.
public typealias DisputeID = ID<Dispute>
