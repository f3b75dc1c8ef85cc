import Identifiers

/// A movement. Its journals and its hold have the same id, so nothing of it is written twice.
public typealias MovementID = ID<Movement>

extension ID<Movement> {
    public var journal: JournalID { JournalID(rawValue: rawValue) }
    public var hold: HoldID { HoldID(rawValue: rawValue) }
}
