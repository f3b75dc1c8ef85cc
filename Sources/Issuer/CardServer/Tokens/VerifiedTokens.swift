import Foundation
import Synchronization

/// Verified tokens that have not expired, at most 10,000. When that many are stored, all are forgotten, because it
/// costs less to verify a token again than to keep them in order.
final class VerifiedTokens: Sendable {
    private static let capacity = 10_000

    private let identities = Mutex<[Text: (identity: Identity, verifiedAt: Date)]>([:])

    /// If the clock was turned back, a verified token may not be valid yet.
    func identity(of token: String, at now: Date) -> Identity? {
        let token = Text(text: token)
        return identities.withLock { identities in
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
            identities[Text(text: token)] = (identity, now)
        }
    }

    /// Swift's strings are equal if Unicode calls them equivalent, such as K and the Kelvin sign. Tokens are equal only
    /// if their bytes are.
    private struct Text: Hashable {
        let text: String

        static func == (one: Text, other: Text) -> Bool {
            // A verified token is ASCII, and any other text that is equivalent to an ASCII text has more bytes.
            one.text == other.text && one.text.utf8.count == other.text.utf8.count
        }

        /// Equal bytes have equal hashes, so the string's own hash is good enough.
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
}
