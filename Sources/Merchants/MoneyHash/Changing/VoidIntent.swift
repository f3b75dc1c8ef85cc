import Foundation
import Payments

extension MoneyHash {
    /// Gives back what a paid intent holds; nobody can pay any other intent any more.
    ///
    /// - Parameter key: of idempotency, if the request has one.
    func void(_ found: FoundIntent, key: UUID?) async throws -> FoundIntent {
        guard let payment = found.paid else { return try await close(found) }
        _ = try await void(payment, key: key)
        return try await intent(found.intent.id)
    }
}
