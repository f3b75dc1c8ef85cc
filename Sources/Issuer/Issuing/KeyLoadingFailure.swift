import CardSecrets
import Postgres

/// Why the service has no keys to work with.
public enum KeyLoadingFailure: DatabaseError, CustomStringConvertible {
    case database(PostgresFailure)
    case keys(KeyFailure)

    public init(_ failure: PostgresFailure) { self = .database(failure) }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }

    public var description: String {
        switch self {
        case .database(let failure): failure.description
        case .keys(let failure): failure.description
        }
    }
}
