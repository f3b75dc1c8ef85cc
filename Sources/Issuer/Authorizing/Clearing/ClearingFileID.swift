import Identifiers

/// The id of a file that is loaded.
public typealias ClearingFileID = ID<ClearingFile>
