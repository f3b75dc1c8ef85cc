import Cards
import Postgres
import Synchronization

extension Issuing {
    /// Does a protected operation by one statement, in one round trip, if that is enough.
    ///
    /// - Parameter query: a statement that does nothing and returns no row if the brand protects the operation, or if
    ///   anything else has to be read or written.
    /// - Returns: nil if nothing was done. Then the caller's transaction decides, which also explains a refusal.
    func doingAlone<Output>(
        _ evidence: AuthenticationEvidence, by query: (ProtectedOperation) -> Query<Output>
    ) async throws(IssuingFailure) -> Output? {
        guard let operation = evidence.asked?.operation, evidence.presented == nil, evidence.device == nil,
            !transactionNeed.isKnown(of: evidence)
        else { return nil }
        let done = try await writing(query(operation)).first
        if done == nil { transactionNeed.note(true, of: evidence) }
        return done
    }
}

/// The operations that last needed a transaction, by brand: because the brand protects them or subscribes to them.
///
/// It only saves a useless round trip. The statement itself decides, so it does no harm if this memory is out of date.
final class TransactionNeed: Sendable {
    private struct Need: Hashable {
        let brand: String
        let operation: ProtectedOperation
    }

    /// More than an issuer has. If there are more, all are forgotten.
    private static let limit = 10_000
    private let needs = Mutex<Set<Need>>([])

    func isKnown(of evidence: AuthenticationEvidence) -> Bool {
        guard let need = need(of: evidence) else { return true }
        return needs.withLock { $0.contains(need) }
    }

    func note(_ isNeeded: Bool, of evidence: AuthenticationEvidence) {
        guard let need = need(of: evidence) else { return }
        needs.withLock { needs in
            if needs.count >= Self.limit { needs = [] }
            if isNeeded { needs.insert(need) } else { needs.remove(need) }
        }
    }

    private func need(of evidence: AuthenticationEvidence) -> Need? {
        evidence.asked.map { Need(brand: evidence.brand, operation: $0.operation) }
    }
}
