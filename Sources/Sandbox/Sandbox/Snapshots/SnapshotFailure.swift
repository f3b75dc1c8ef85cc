import Identifiers
import Issuing
import Postgres

/// Why a request about snapshots has no result.
public enum SnapshotFailure: DatabaseError {
    case refused(SnapshotRefusal)
    case failed(IssuingFailure)

    public init(_ failure: PostgresFailure) { self = .failed(IssuingFailure(failure)) }

    public var postgresFailure: PostgresFailure? {
        if case .failed(let failure) = self { failure.postgresFailure } else { nil }
    }
}

/// Why a request about snapshots is refused.
public enum SnapshotRefusal: Equatable, Sendable {
    case notFound(SnapshotName)
    case exists(SnapshotName)
    case limitExceeded
    case tooLargeForFile
    /// No trigger on several machines logs changes in one order.
    case onCluster
    case file(SnapshotFile.Refusal)

    /// A full sentence: the thing, its state and what would be accepted.
    public var message: String {
        switch self {
        case .notFound(let name):
            "There is no snapshot \(name.rawValue); GET /sandbox/snapshots lists the existing ones."
        case .exists(let name):
            "A snapshot \(name.rawValue) exists already; delete it first, or choose another name."
        case .limitExceeded:
            "There are \(SnapshotName.limit) snapshots, which is the limit; delete one first."
        case .tooLargeForFile:
            "A file has at most \(SnapshotFile.maximumRows) rows and \(SnapshotFile.maximumBytes >> 20) MiB; this "
                + "snapshot has more."
        case .onCluster:
            "The tables of this sandbox are spread over a cluster, so it takes no snapshots and is not reset. Use a "
                + "tenant, whose tables are not spread, or a sandbox on one PostgreSQL."
        case .file(let refusal): refusal.message
        }
    }
}
