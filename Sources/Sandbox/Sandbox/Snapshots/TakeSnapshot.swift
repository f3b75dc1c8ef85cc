import Cards
import Foundation
import Identifiers
import Issuing
import Postgres
import Validation

/// A state of the sandbox that it can return to.
public struct Snapshot: Equatable, Sendable {
    public let name: SnapshotName
    public let takenAt: Date
}

/// The differences from a snapshot.
public struct SnapshotDifference: Sendable {
    public enum Change: String, Sendable {
        case added = "ADDED"
        case changed = "CHANGED"
        case removed = "REMOVED"
    }

    /// One row of a table. It does not show bytes, only that they differ.
    public struct Row: Equatable, Sendable {
        public let change: Change
        public let table: String
        /// The primary key, a JSON object.
        public let keyJSON: String
        /// For each column that differs, `{"was": …, "is": …}`, without null values; a JSON object.
        public let columnsJSON: String
    }

    public let snapshot: Snapshot
    /// How many rows differ.
    public let total: Int
    /// The first of these rows.
    public let rows: [Row]

    /// How many rows are shown.
    public static let limit = 1000
}

extension Sandbox {
    /// Gives the current state a name, so that it can be restored.
    ///
    /// It copies nothing: from the first snapshot on, every change is logged, and a snapshot is a place in the log. So
    /// its cost does not depend on the amount of data. It waits for writers, so it contains either all of a transaction
    /// or none of it. It has no time limit, because writers may take long.
    public func takeSnapshot(_ name: SnapshotName) async throws(SnapshotFailure) -> Snapshot {
        let snapshot = Snapshot(name: name, takenAt: clock.now())
        do {
            try await database.maintain { tx throws(SnapshotFailure) in
                try requireOnePostgres(in: tx)
                let (_, counts) = try tx.run(SnapshotStatements.watch(), SnapshotStatements.count())
                guard counts[0] < SnapshotName.limit else { throw .refused(.limitExceeded) }
                _ = try tx.commit(SnapshotStatements.take(.text(name.rawValue), .timestamp(snapshot.takenAt)))
            }
        } catch {
            guard error.postgresFailure?.constraint == "snapshot_is_named_once" else { throw error }
            throw .refused(.exists(name))
        }
        return snapshot
    }

    /// All snapshots, oldest first.
    public func snapshots() async throws(IssuingFailure) -> [Snapshot] {
        try await reading(SnapshotStatements.list())
    }

    /// The changes since a snapshot, as of one moment, even if others write meanwhile. It has no time limit, because
    /// there may be many changes.
    public func differences(since name: SnapshotName) async throws(SnapshotFailure) -> SnapshotDifference {
        let found = try await database.maintain { tx throws(SnapshotFailure) in
            try tx.commit(
                SnapshotStatements.differences(.text(name.rawValue), .bigint(Int64(SnapshotDifference.limit))))
        }
        guard let (snapshot, total, _) = found.first else { throw .refused(.notFound(name)) }
        return SnapshotDifference(snapshot: snapshot, total: total, rows: found.compactMap(\.2))
    }

    /// Restores every row and the clock as they were at a snapshot. The snapshot stays. Later snapshots are deleted,
    /// like all other later data.
    ///
    /// Its cost depends on the number of changes since. A request in progress is done either before the restoration,
    /// which undoes it, or after it. It has no time limit, because there may be much to restore.
    public func restore(_ name: SnapshotName) async throws(SnapshotFailure) {
        let found = try await database.maintain { tx throws(SnapshotFailure) in
            try requireSandbox(in: tx)
            try requireOnePostgres(in: tx)
            return try tx.commit(SnapshotStatements.restore(.text(name.rawValue)))
        }
        guard found == [true] else { throw .refused(.notFound(name)) }
        try await translating(SnapshotFailure.failed) { () async throws(IssuingFailure) in
            try await followClock()
        }
    }

    /// Ends the transaction if its database is a cluster's, which replaces no state of all tables by another one.
    func requireOnePostgres(in tx: Transaction<SnapshotFailure>) throws(SnapshotFailure) {
        guard !tx.isOnCluster else { throw .refused(.onCluster) }
    }

    /// Deletes a snapshot. After the last one, changes are not logged any more. It has no time limit, because there may
    /// be much to delete.
    public func dropSnapshot(_ name: SnapshotName) async throws(SnapshotFailure) {
        let found = try await database.maintain { tx throws(SnapshotFailure) in
            try tx.commit(SnapshotStatements.drop(.text(name.rawValue)))
        }
        guard found == [true] else { throw .refused(.notFound(name)) }
    }
}
