import Cards
import Postgres
import Webhooks

extension Issuing {
    /// From now on, tells a network's token service at a URL what happens to its tokens when their cards change. What
    /// still waits for an earlier URL goes to this one.
    ///
    /// - Parameter signingKey: the key that signs the requests; nil for a new one.
    /// - Returns: the key, which is never shown again.
    public func setTokenService(
        of network: Program.Scheme, at url: WebhookURL, signingKey: SigningKey?
    ) async throws(IssuingFailure) -> SigningKey {
        let (webhooks, owner) = (webhooks, TokenServiceAddress(network).owner)
        let (subscription, key, add) = webhooks.subscribing(
            owner, to: TokenServiceAddress.eventType, at: url, signingKey: signingKey, in: TokenServiceDialect())
        try await database.transaction { tx throws(IssuingFailure) in
            let known = try tx.run(webhooks.list(of: owner))
            let earlier = known.first
            // Two calls at once may both have added one.
            for other in known.dropFirst() { _ = try tx.run(webhooks.ending(other.id, of: owner)) }
            let detail = "\(network.rawValue) \(url.host)"
            _ = try tx.commit(
                earlier.map { webhooks.readdressing($0.id, of: owner, to: url, signingKey: key) } ?? add,
                recording(.webhookSubscribed, about: earlier?.id ?? subscription.id, detail: detail))
        }
        return key
    }

    /// Tells a network's token service nothing any more, also not what still waits. Does nothing if it has no URL.
    public func removeTokenService(of network: Program.Scheme) async throws(IssuingFailure) {
        let (webhooks, owner) = (webhooks, TokenServiceAddress(network).owner)
        try await database.transaction { tx throws(IssuingFailure) in
            let known = try tx.run(webhooks.list(of: owner))
            for earlier in known {
                _ = try tx.run(
                    webhooks.ending(earlier.id, of: owner),
                    recording(.webhookEnded, about: earlier.id, detail: network.rawValue))
            }
        }
    }
}
