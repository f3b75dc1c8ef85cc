import CardSecrets
import Postgres

/// Why a use case has no result: a rule refused it, or the service failed. Only refusals are explained to a caller.
public enum MerchantsFailure<Refusal: Error>: DatabaseError {
    case refused(Refusal)
    case database(PostgresFailure)
    case vault(VaultFailure)
    /// A stored or a new value is invalid; the text says which.
    case damaged(String)

    public init(_ failure: PostgresFailure) {
        self = .database(failure)
    }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }
}
