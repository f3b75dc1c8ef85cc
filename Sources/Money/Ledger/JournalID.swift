import Identifiers

/// A journal, by an id from its caller. A journal that is sent twice is posted once.
public typealias JournalID = ID<Journal>
