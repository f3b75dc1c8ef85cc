/// Why a request about snapshots is refused.
public enum SnapshotRefusal: Equatable, Sendable {
    case notFound(SnapshotName)
    case exists(SnapshotName)
    case limitExceeded

    public var message: String {
        switch self {
        case .notFound(let name):
            "There is no snapshot \(name.rawValue); GET /sandbox/snapshots lists the existing ones."
        case .exists(let name):
            "A snapshot \(name.rawValue) exists already; delete it first, or choose another name."
        case .limitExceeded:
            "There are \(SnapshotName.limit) snapshots, which is the limit; delete one first."
        }
    }
}
