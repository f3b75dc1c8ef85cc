import Identifiers

public typealias EvidenceID = ID<DisputeEvidence>
