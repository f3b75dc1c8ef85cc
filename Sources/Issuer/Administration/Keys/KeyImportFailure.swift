import CardSecrets
import Postgres

/// Why a key was not imported.
public enum KeyImportFailure: DatabaseError, CustomStringConvertible {
    case database(PostgresFailure)
    case keys(KeyFailure)
    /// The security codes of cards that exist are of the key of now.
    case hasCards

    public init(_ failure: PostgresFailure) { self = .database(failure) }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }

    public var description: String {
        switch self {
        case .database(let failure): failure.description
        case .keys(let failure): failure.description
        case .hasCards:
            "Key CARD_VERIFICATION can only be imported before the first card: the security codes of cards that exist "
                + "would be wrong."
        }
    }
}
