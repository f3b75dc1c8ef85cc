import Identifiers
import Issuing
import Postgres
import Validation

/// A snapshot as a file, which outlives a reset and the log of changes. Values that are sealed in the database are
/// sealed in the file, so only a service with the same keys can read it.
public enum SnapshotFile {
    public static let mediaType = "application/vnd.tessera.snapshot+json"
    public static let maximumRows = 20_000
    public static let maximumBytes = 8 << 20

    /// Why a file cannot be read. Nothing was changed.
    public enum Refusal: Equatable, Sendable {
        case noSnapshot
        case otherSchema
        case otherKeys
        /// Not every table and number is in it, or others are.
        case otherParts
        case unknownColumn(String)
        /// A value of this table has a wrong form.
        case malformed(String)
        /// The rows break this rule of the database.
        case contradiction(constraint: String)

        /// - Parameter answer: of the database; nil if it has read the file.
        init?(_ answer: String) {
            let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
            let subject = words.count > 1 ? words[1] : ""
            switch words.first {
            case "NO_SNAPSHOT": self = .noSnapshot
            case "OTHER_SCHEMA": self = .otherSchema
            case "OTHER_KEYS": self = .otherKeys
            case "OTHER_PARTS": self = .otherParts
            case "UNKNOWN": self = .unknownColumn(subject)
            case "MALFORMED": self = .malformed(subject)
            case "BROKEN": self = .contradiction(constraint: subject)
            default: return nil
            }
        }

        /// Whether the file itself is at fault, instead of not fitting this service.
        public var isDamaged: Bool { ![.otherSchema, .otherKeys].contains(self) }

        public var message: String {
            switch self {
            case .noSnapshot:
                "This is not a snapshot's file; GET /sandbox/snapshots/{name}/file returns one."
            case .otherSchema:
                "The file was made by a version of the service with other tables; take the snapshot again with "
                    + "this version."
            case .otherKeys:
                "The file was made in another database, whose keys seal its cards; they cannot be opened here. Send it "
                    + "to the service or the tenant that it comes from."
            case .otherParts:
                "The file does not have the tables and the numbers of a snapshot, each once; keep those that "
                    + "GET /sandbox/snapshots/{name}/file returns."
            case .unknownColumn(let name): "The file has \(CardNumber.hidden(in: name)), which is no column."
            case .malformed(let part): "The rows of the file cannot be read: a value of \(part) is malformed."
            case .contradiction(let constraint):
                "The rows of the file do not fit together: they break the rule \(constraint)."
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
        let answer = try await database.maintain { tx throws(SnapshotFailure) in
            try requireSandbox(in: tx)
            try requireOnePostgres(in: tx)
            return try tx.commit(SnapshotStatements.read(.text(name.rawValue), .text(file)))
        }.first
        if let refusal = answer.flatMap({ SnapshotFile.Refusal($0) }) { throw .refused(.file(refusal)) }
        return try await translating(SnapshotFailure.failed) { () async throws(IssuingFailure) -> Snapshot in
            try await followClock()
            guard let snapshot = try await snapshots().first(where: { $0.name == name }) else {
                throw .damaged("a snapshot that was just read")
            }
            return snapshot
        }
    }
}
