import CardSecrets
import Foundation
import Gateways
import Payments

/// The tokens of Stitch's clients.
struct ClientTokens: Sendable {
    /// The rights that a token proves.
    struct Grant: Hashable, Sendable {
        let client: String
        let scopes: Set<StitchScope>
        let expiresAt: Date
    }

    static let lifetimeSeconds = 3600

    let clock: PaymentClock
    private let tokens: SignedTokens

    init(keys: KeyRing, clock: PaymentClock) {
        self.clock = clock
        tokens = SignedTokens("stitch", keys: keys, clock: clock)
    }

    func token(for client: String, _ scopes: Set<StitchScope>) -> String {
        let names = scopes.map(\.rawValue).sorted().joined(separator: " ")
        return tokens.token(for: [client, names], lifetimeSeconds: Self.lifetimeSeconds)
    }

    /// Nil if the token was not made here, was changed, or has expired.
    func grant(of token: String) -> Grant? {
        guard let (values, expiresAt) = tokens.values(of: token), values.count == 2 else { return nil }
        let scopes = values[1].split(separator: " ").compactMap { StitchScope(rawValue: String($0)) }
        return Grant(client: values[0], scopes: Set(scopes), expiresAt: expiresAt)
    }
}
