import Identifiers

/// The id of a break. It follows from the line, or from the authorization whose clearing is missing.
public typealias ClearingBreakID = ID<ClearingBreak>
