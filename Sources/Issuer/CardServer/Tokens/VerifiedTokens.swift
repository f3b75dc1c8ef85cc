import Foundation
import Synchronization

/// Tokens that were verified and have not expired: at most ten thousand, and when they are that many all are
/// forgotten, since verifying one again costs less than keeping an order among them.
final class VerifiedTokens: Sendable {
    private static let capacity = 10_000

    private let identities = Mutex<[String: (identity: Identity, verifiedAt: Date)]>([:])

    /// A clock that was turned back makes a token that is not valid yet out of one that was.
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
