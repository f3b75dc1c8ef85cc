import Cards
import CardSecrets
import Foundation
import Postgres

extension Issuing {
    /// Lets a brand be told of one type of event at one URL, from the next such event on.
    ///
    /// - Parameter signingKey: what requests will be signed with, if the brand chose it.
    /// - Returns: the key as well; it is shown this once.
    public func subscribe(
        _ brand: String, to event: WebhookEvent, at url: WebhookURL, signingKey: [UInt8]?
    ) async throws(IssuingFailure) -> (subscription: WebhookSubscription, signingKey: Secret) {
        let subscription = WebhookSubscription(
            id: entropy.uuid(), event: event, url: url.text, createdAt: clock.now())
        let key = Secret(signingKey ?? entropy.bytes(32))
        let sealed = vault.seal(key, at: Self.place(ofKeyOf: subscription.id))
        do {
            try await database.transaction { tx throws(IssuingFailure) in
                let (_, counts) = try tx.run(
                    WebhookSubscriptionStatements.holdBrand(.text(brand)),
                    WebhookSubscriptionStatements.count(.text(brand)))
                guard counts[0] < WebhookSubscription.limit else {
                    throw .refused(.webhook(.subscriptionLimitExceeded))
                }
                _ = try tx.commit(
                    WebhookSubscriptionStatements.add(
                        .uuid(subscription.id), .text(brand), .text(event.rawValue), .text(subscription.url),
                        .bytes(sealed.bytes), .integer(sealed.keyVersion),
                        .timestamp(subscription.createdAt)))
            }
        } catch {
            guard error.postgresFailure?.constraint == "subscription_is_made_once" else { throw error }
            throw .refused(.webhook(.subscriptionExists(event)))
        }
        return (subscription, key)
    }

    /// Refuses, before anything is done for it, a subscription beyond those that a brand may have. Subscribing counts
    /// them again, exactly.
    public func requireRoomForSubscription(of brand: String) async throws(IssuingFailure) {
        let counts = try await reading(WebhookSubscriptionStatements.count(.text(brand)))
        guard counts.allSatisfy({ $0 < WebhookSubscription.limit }) else {
            throw .refused(.webhook(.subscriptionLimitExceeded))
        }
    }

    /// A brand's subscriptions, newest first; there are never many.
    public func subscriptions(of brand: String) async throws(IssuingFailure) -> [WebhookSubscription] {
        try await reading(WebhookSubscriptionStatements.list(.text(brand)))
    }

    /// Ends a subscription: nothing more is sent, and what waited for it is forgotten.
    public func unsubscribe(_ brand: String, from subscription: UUID) async throws(IssuingFailure) {
        let ended = try await writing(
            WebhookSubscriptionStatements.end(.uuid(subscription), .text(brand), .timestamp(clock.now())))
        guard !ended.isEmpty else { throw .refused(.webhook(.subscriptionNotFound)) }
    }

    static func place(ofKeyOf subscription: UUID) -> String {
        "webhook_subscription sealed_key \(subscription.spelled)"
    }
}
