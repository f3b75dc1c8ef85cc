import Foundation
import Payments

extension MoneyHash {
    /// Gives back the hold of a paid intent. Closes any other intent, so that it can no longer be paid.
    ///
    /// - Parameter key: of idempotency, if the request has one.
    func void(_ found: FoundIntent, key: MoneyHashIdempotencyKey?) async throws -> FoundIntent {
        guard let payment = found.paid else { return try await close(found) }
        _ = try await void(payment, key: key)
        return try await intent(found.intent.id)
    }
}
