import Identifiers

/// The id of a family of refresh tokens.
public typealias RefreshFamilyID = ID<RefreshFamily>
