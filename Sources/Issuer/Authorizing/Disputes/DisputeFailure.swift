import Cards
import Ledger

/// Why a dispute cannot take a step.
public enum DisputeFailure: Error, Equatable, Sendable {
    case refused(Refusal)
    /// Stored amounts contradict each other.
    case damaged(LedgerRefusal)

    static func moving<Value>(_ body: () throws(LedgerRefusal) -> Value) throws(DisputeFailure) -> Value {
        do {
            return try body()
        } catch {
            throw .damaged(error)
        }
    }
}
