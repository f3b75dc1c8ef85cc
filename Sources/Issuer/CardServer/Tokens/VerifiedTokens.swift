import Foundation
import Synchronization

/// Verified tokens that have not expired, at most 10,000. When that many are stored, all are forgotten, because it
/// costs less to verify a token again than to keep them in order.
final class VerifiedTokens: Sendable {
    private static let capacity = 10_000

    private let identities = Mutex<[String: (identity: Identity, verifiedAt: Date)]>([:])

    /// If the clock was turned back, a verified token may not be valid yet.
    func identity(of token: String, at now: Date) -> Identity? {
        identities.withLock { identities in
            guard let known = identities[token] else { return nil }
            guard now < known.identity.expiresAt, now >= known.verifiedAt else {
                identities[token] = nil
                return nil
            }
            return known.identity
        }
    }

    func remember(_ identity: Identity, of token: String, at now: Date) {
        identities.withLock { identities in
            if identities.count >= Self.capacity { identities.removeAll(keepingCapacity: true) }
            identities[token] = (identity, now)
        }
    }
}
