import Postgres

/// Why a change does not wait for a second operator.
public enum WaitingChangeFailure: DatabaseError, CustomStringConvertible {
    case database(PostgresFailure)
    /// As many wait already as may.
    case tooMany
    /// It was approved or withdrawn, has ended, or was never proposed.
    case notWaiting

    public init(_ failure: PostgresFailure) { self = .database(failure) }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }

    public var description: String {
        switch self {
        case .database(let failure): failure.description
        case .tooMany:
            "\(WaitingChange.limit) changes wait already. Approve or withdraw one of them first."
        case .notWaiting:
            "No such change waits: it was approved or withdrawn, or has ended. listChanges names those that wait."
        }
    }
}
