import Cards
import Postgres

/// Why a customer was not erased.
public enum ErasureFailure: DatabaseError, CustomStringConvertible {
    case database(PostgresFailure)
    case notFound(CustomerID)
    /// All reasons, as sentences without their end.
    case stays(CustomerID, [String])
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
        case .notFound(let customer): "There is no customer \(customer)."
        case .stays(let customer, let reasons):
            "Customer \(customer) cannot be erased: \(reasons.joined(separator: "; "))."
        case .notWaiting: WaitingChangeFailure.notWaiting.description
        }
    }
}
