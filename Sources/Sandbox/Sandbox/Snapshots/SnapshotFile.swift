import Issuing
import Postgres

/// A snapshot as a file, which outlives a reset and the log of changes. What is sealed in the database is sealed in the
/// file, so it can be read only where the same keys are.
public enum SnapshotFile {
    public static let mediaType = "application/vnd.tessera.snapshot+json"
    public static let maximumRows = 20_000
    public static let maximumBytes = 8 << 20

    /// Why a file cannot be read. Nothing was changed.
    public enum Refusal: Equatable, Sendable {
        case noSnapshot
        case otherSchema
        case otherKeys
        /// A rule of the database that the rows break; nil if a value has a wrong form.
        case contradiction(constraint: String?)

        /// Whether the file itself is wrong, and not only here.
        public var isDamaged: Bool {
            switch self {
            case .noSnapshot, .contradiction: true
            case .otherSchema, .otherKeys: false
            }
        }

        public var message: String {
            switch self {
            case .noSnapshot:
                "This is not a snapshot's file; GET /sandbox/snapshots/{name}/file returns one."
            case .otherSchema:
                "The file was made by a version of the service whose tables are others; take the snapshot again with "
                    + "this version."
            case .otherKeys:
                "The file was made in another database, whose keys seal its cards; they cannot be opened here. Send it "
                    + "to the service or the tenant that it comes from."
            case .contradiction(let constraint):
                "The rows of the file do not fit together"
                    + (constraint.map { ": they break the rule \($0)." } ?? ": a value has a wrong form.")
            }
        }
    }
}

extension Sandbox {
    /// A snapshot as a file. It has no time limit, but ends as soon as the file would be too large.
    public func file(of name: SnapshotName) async throws(SnapshotFailure) -> String {
        do throws(SnapshotFailure) {
            let found = try await database.maintain { tx throws(SnapshotFailure) in
                try tx.commit(
                    SnapshotStatements.file(
                        .text(name.rawValue), .bigint(Int64(SnapshotFile.maximumRows)),
                        .bigint(Int64(SnapshotFile.maximumBytes))))
            }
            guard let file = found.first ?? nil else { throw .refused(.notFound(name)) }
            return file
        } catch {
            guard error.postgresFailure?.sqlState == "54000" else { throw error }
            throw .refused(.tooLargeForFile)
        }
    }

    /// Replaces all data, the clock included, by the contents of a file, and takes a snapshot of it. All other
    /// snapshots are deleted. If the file cannot be read, nothing changes.
    ///
    /// - Parameter file: JSON.
    public func read(_ file: String, as name: SnapshotName) async throws(SnapshotFailure) -> Snapshot {
        let answer: String?
        do throws(SnapshotFailure) {
            answer = try await database.maintain { tx throws(SnapshotFailure) in
                try requireSandbox(in: tx)
                return try tx.commit(SnapshotStatements.read(.text(name.rawValue), .text(file)))
            }.first
        } catch {
            // Class 22 is about values, class 23 about constraints (PostgreSQL, appendix A).
            guard let failure = error.postgresFailure, let state = failure.sqlState,
                ["22", "23"].contains(state.prefix(2))
            else { throw error }
            throw .refused(.file(.contradiction(constraint: failure.constraint)))
        }
        switch answer {
        case "NO_SNAPSHOT": throw .refused(.file(.noSnapshot))
        case "OTHER_SCHEMA": throw .refused(.file(.otherSchema))
        case "OTHER_KEYS": throw .refused(.file(.otherKeys))
        default: break
        }
        do throws(IssuingFailure) {
            try await followClock()
            guard let snapshot = try await snapshots().first(where: { $0.name == name }) else {
                throw .damaged("a snapshot that was just read")
            }
            return snapshot
        } catch {
            throw .failed(error)
        }
    }
}
