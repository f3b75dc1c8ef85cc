import Identifiers

/// The id of a question to a partner.
public typealias PartnerQuestionID = ID<PartnerQuestion>
