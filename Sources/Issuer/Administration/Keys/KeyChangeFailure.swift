import CardSecrets
import Foundation
import Postgres

/// Why a key was not changed.
public enum KeyChangeFailure: DatabaseError, CustomStringConvertible {
    case database(PostgresFailure)
    case keys(KeyFailure)
    /// A stored value does not open.
    case vault(VaultFailure, column: String)
    /// The newest version does not make new values yet.
    case waits(KeyPurpose, version: Int, until: Date)
    /// A service may still make values with the version, or somebody may still have what it protects.
    case tooEarly(KeyPurpose, version: Int, until: Date)
    /// - Parameter remedy: tells when it is no longer named.
    case isNamed(KeyPurpose, version: Int, values: Int, column: String, remedy: String)
    /// Columns that this program does not know name versions of keys.
    case hasOtherValues([String])
    /// Programs that do not read the keys again are connected.
    case hasEarlierPrograms(sessions: Int)
    /// The times of versions cannot be judged by the clock of this machine.
    case clocksDiffer(ClockDifference)
    /// The change that was to be approved does not wait.
    case notWaiting

    public init(_ failure: PostgresFailure) { self = .database(failure) }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }

    public var description: String {
        switch self {
        case .database(let failure): failure.description
        case .keys(let failure): failure.description
        case .vault(let failure, let column): "\(column): \(failure)"
        case .waits(let purpose, let version, let time):
            "Key \(purpose.rawValue) version \(version) makes new values from \(Self.text(time)) on. Wait until then: "
                + "each service must be able to open them."
        case .tooEarly(let purpose, let version, let time):
            "Key \(purpose.rawValue) version \(version) can be retired from \(Self.text(time)) on. Until then, a "
                + "service may make a value with it, or a token, a message or a repeated request may need it."
        case .isNamed(let purpose, let version, let values, let column, let remedy):
            "Key \(purpose.rawValue) version \(version) is needed by \(values) values of \(column). \(remedy)"
        case .hasOtherValues(let columns):
            "The database has values under data keys that this program does not know: "
                + "\(columns.joined(separator: ", ")). Nothing was changed. Use the program that serves them."
        case .hasEarlierPrograms(let sessions):
            "Programs of an earlier version are connected to the database, with \(sessions) sessions. They would not "
                + "read a new version of a key. Nothing was changed. Replace them first."
        case .clocksDiffer(let difference):
            "\(difference) The ages of keys are judged by both. Nothing was changed. \(ClockDifference.advice)"
        case .notWaiting: WaitingChangeFailure.notWaiting.description
        }
    }

    private static func text(_ time: Date) -> String { time.formatted(.iso8601) }
}
