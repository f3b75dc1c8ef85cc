import Identifiers
import Validation

/// The name of a snapshot, which needs no encoding in a path: 1…60 of the letters, digits, `.`, `_` and `-`, and
/// neither `.` nor `..`.
public typealias SnapshotName = Name<Snapshot>
extension Snapshot: Named {
    public static func isName(_ text: String) -> Bool { SnapshotName.rule(text) == nil }
}

extension Name<Snapshot> {
    /// Reads a name. The error says what would be accepted.
    public static func read(_ text: String?) -> Draft<SnapshotName?> {
        var violations = Violations()
        violations.check("name", text.flatMap(rule))
        return Draft(text.flatMap(SnapshotName.init(rawValue:)), errors: violations.list)
    }

    fileprivate static func rule(_ text: String) -> String? {
        let isPlain = (1...60).contains(text.utf8.count) && text.utf8.allSatisfy { byte in
            byte.isPlain || byte == UInt8(ascii: ".")
        }
        guard isPlain else { return "must be 1 to 60 of the characters 0-9, A-Z, a-z, ., _ and -" }
        // They mean something else in a path.
        guard text != ".", text != ".." else { return "must not be . or .." }
        return CardNumber.isIn(text) ? CardNumber.violation : nil
    }

    /// How many snapshots there may be, because the changes since each one are stored.
    public static var limit: Int { 100 }
}
