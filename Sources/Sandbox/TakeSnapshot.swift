import Cards
import Foundation
import Issuing
import Postgres

/// A moment of the sandbox that it can go back to.
public struct Snapshot: Equatable, Sendable {
    public let name: SnapshotName
    public let takenAt: Date
}

/// What is not as it was when a snapshot was taken.
public struct SnapshotDifference: Sendable {
    public enum Change: String, Sendable {
        case added = "ADDED"
        case changed = "CHANGED"
        case removed = "REMOVED"
    }

    /// One row of a table. Of bytes it says only that they are other ones.
    public struct Row: Equatable, Sendable {
        public let change: Change
        public let table: String
        /// The primary key, a JSON object.
        public let keyJSON: String
        /// Of each column that is not what it was, `{"was": …, "is": …}`, without what is null; a JSON object.
        public let columnsJSON: String
    }

    public let snapshot: Snapshot
    /// How many rows are not what they were.
    public let total: Int
    /// The first of them.
    public let rows: [Row]

    /// How many are shown.
    public static let limit = 1000
}

extension Sandbox {
    /// Names this moment, to be gone back to.
    ///
    /// It takes no copy: from the first snapshot on every change is logged, and a snapshot is a place in the log. So it
    /// costs the same however much is stored. It waits for those who write, so it has all of a transaction or none, and
    /// has no time limit, as they may take long.
    public func takeSnapshot(_ name: SnapshotName) async throws(IssuingFailure) -> Snapshot {
        let snapshot = Snapshot(name: name, takenAt: clock.now())
        do {
            try await database.maintain { tx throws(IssuingFailure) in
                let (_, counts) = try tx.run(SnapshotStatements.watch(), SnapshotStatements.count())
                guard counts[0] < SnapshotName.limit else { throw .refused(.sandbox(.snapshot(.limitExceeded))) }
                _ = try tx.commit(SnapshotStatements.take(.text(name.rawValue), .timestamp(snapshot.takenAt)))
            }
        } catch {
            guard error.postgresFailure?.constraint == "snapshot_is_named_once" else { throw error }
            throw .refused(.sandbox(.snapshot(.exists(name))))
        }
        return snapshot
    }

    /// All of them, the oldest first.
    public func snapshots() async throws(IssuingFailure) -> [Snapshot] {
        try await reading(SnapshotStatements.list())
    }

    /// What has changed since a snapshot, at one moment, whoever writes meanwhile. It has no time limit: there may be
    /// much to look through.
    public func differences(since name: SnapshotName) async throws(IssuingFailure) -> SnapshotDifference {
        let found = try await database.maintain { tx throws(IssuingFailure) in
            try tx.commit(
                SnapshotStatements.differences(.text(name.rawValue), .bigint(Int64(SnapshotDifference.limit))))
        }
        guard let (snapshot, total, _) = found.first else { throw .refused(.sandbox(.snapshot(.notFound(name)))) }
        return SnapshotDifference(snapshot: snapshot, total: total, rows: found.compactMap(\.2))
    }

    /// Goes back to a snapshot: every row is what it was, and the clock is set as it was. The snapshot stays; those
    /// taken after it are gone with everything else that came later.
    ///
    /// It costs what has changed since. A request that is being worked on is done before, and undone with the rest, or
    /// after it. It has no time limit: there may be much to put back.
    public func restore(_ name: SnapshotName) async throws(IssuingFailure) {
        let found = try await database.maintain { tx throws(IssuingFailure) in
            try requireSandbox(in: tx)
            return try tx.commit(SnapshotStatements.restore(.text(name.rawValue)))
        }
        guard found == [true] else { throw .refused(.sandbox(.snapshot(.notFound(name)))) }
        try await followClock()
    }

    /// Forgets a snapshot. Once the last is gone, changes are logged no more. It has no time limit: there may be much
    /// to forget.
    public func dropSnapshot(_ name: SnapshotName) async throws(IssuingFailure) {
        let found = try await database.maintain { tx throws(IssuingFailure) in
            try tx.commit(SnapshotStatements.drop(.text(name.rawValue)))
        }
        guard found == [true] else { throw .refused(.sandbox(.snapshot(.notFound(name)))) }
    }
}
