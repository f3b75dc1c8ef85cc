/// Why a request about snapshots is refused.
public enum SnapshotRefusal: Equatable, Sendable {
    case notFound(SnapshotName)
    case exists(SnapshotName)
    case limitExceeded

    public var message: String {
        switch self {
        case .notFound(let name):
            "There is no snapshot \(name.rawValue); GET /sandbox/snapshots lists those there are."
        case .exists(let name):
            "There is a snapshot \(name.rawValue) already; delete it to take it anew, or choose another name."
        case .limitExceeded:
            "There are \(SnapshotName.limit) snapshots, as many as are kept; delete one first."
        }
    }
}
