import Authorizing
import Cards
import Postgres
import Webhooks

/// The time that a partner has to answer, and the rule that decides without its answer.
public struct PartnerTerms: Hashable, Sendable {
    public static let timeLimits = 200...5000
    public static let usualTimeLimit = 2000

    /// One of ``timeLimits``.
    public let timeLimitMilliseconds: Int
    public let standIn: Partner.StandIn

    public init(timeLimitMilliseconds: Int = Self.usualTimeLimit, standIn: Partner.StandIn) {
        (self.timeLimitMilliseconds, self.standIn) = (timeLimitMilliseconds, standIn)
    }
}

extension Issuing {
    /// The partner decision of a brand: its URL and its terms. The signing key stays sealed.
    ///
    /// - Throws: a refusal if there is no such brand, or if its partner is not asked.
    public func partnerDecision(of brand: String) async throws(IssuingFailure) -> AskedPartner {
        guard let asked = try await reading(PartnerStatements.find(.text(brand))).first ?? nil else {
            throw .refused(.brand(.isNotAsked))
        }
        return asked
    }

    /// From now on, asks a brand's partner about the payments of its cards, at a URL that also gets authorization
    /// events. The earlier settings end, and so do the events that still wait for their URL.
    ///
    /// - Parameter signingKey: the key that questions and events are signed with; nil for a new one.
    /// - Returns: the key, which is never shown again.
    public func setPartnerDecision(
        _ terms: PartnerTerms, of brand: String, at url: WebhookURL, signingKey: SigningKey?
    ) async throws(IssuingFailure) -> SigningKey {
        let webhooks = webhooks
        let (subscription, key, add) = webhooks.subscribing(
            brand, to: WebhookEvent.authorization.rawValue, at: url, signingKey: signingKey, in: HouseDialect())
        try await database.transaction { tx throws(IssuingFailure) in
            let (brands, counts, found) = try tx.run(
                CardWebhookStatements.holdBrand(.text(brand)), webhooks.count(of: brand),
                PartnerStatements.find(.text(brand)))
            guard !brands.isEmpty else { throw .refused(.brand(.notFound)) }
            let earlier = found.first ?? nil
            let others = counts.reduce(0, +) - (earlier == nil ? 0 : 1)
            guard others < WebhookEvent.subscriptionLimit else { throw .refused(.webhook(.subscriptionLimitExceeded)) }
            _ = try tx.commit(
                earlier.map { webhooks.ending($0.subscription, of: brand) }, add,
                PartnerStatements.set(terms, of: brand, at: subscription.id),
                recording(.partnerDecisionSet, about: brand))
        }
        return key
    }

    /// Ends the partner decision of a brand. Does nothing if the brand has none.
    public func removePartnerDecision(of brand: String) async throws(IssuingFailure) {
        let webhooks = webhooks
        try await database.transaction { tx throws(IssuingFailure) in
            let (brands, found) = try tx.run(
                CardWebhookStatements.holdBrand(.text(brand)), PartnerStatements.find(.text(brand)))
            guard !brands.isEmpty else { throw .refused(.brand(.notFound)) }
            let earlier = found.first ?? nil
            _ = try tx.commit(
                earlier.map { webhooks.ending($0.subscription, of: brand) },
                PartnerStatements.remove(.text(brand)),
                earlier.map { _ in recording(.partnerDecisionRemoved, about: brand) })
        }
    }
}
