import Foundation
import Postgres

/// A subscription of any owner.
public struct OwnedSubscription: Sendable {
    public let id: WebhookSubscriptionID
    public let owner: String
    public let eventType: String
    /// Nil if each event has an address of its own.
    public let url: String?
    public let createdAt: Date
}

/// A delivery of any owner, with its body.
public struct FullDelivery: Sendable {
    public let delivery: WebhookDelivery
    /// Exactly what every attempt sends; nil if it is a secret.
    public let body: [UInt8]?
    /// The URL of the delivery, if it differs from the subscription's.
    public let url: String?
}

/// The webhooks of all owners, for operators. Owners have no access to these reads.
extension Webhooks {
    /// Subscriptions of all owners, newest first, and their number.
    public func allSubscriptions(
        limit: Int, offset: Int
    ) async throws(WebhookFailure) -> (subscriptions: [OwnedSubscription], total: Int) {
        let total = try await reading(SubscriptionStatements.countOfAll()).first ?? 0
        let page = try await reading(
            SubscriptionStatements.listOfAll(.bigint(Int64(limit)), .bigint(Int64(offset))))
        return (page, total)
    }

    /// Deliveries of all owners with their bodies, newest first, and their number, of which each status of a
    /// subscription has at most a thousand.
    public func allDeliveries(
        matching filter: WebhookFilter
    ) async throws(WebhookFailure) -> (deliveries: [FullDelivery], total: Int) {
        let (deliveries, total) = try await self.deliveries(of: .all, matching: filter)
        return (try await full(deliveries), total)
    }

    /// A delivery of any owner, with its body.
    public func anyDelivery(_ id: WebhookDeliveryID) async throws(WebhookFailure) -> FullDelivery {
        let found = try await reading(DeliveryLogStatements.one(.id(id))).compactMap(\.delivery)
        guard let delivery = try await full(withAttempts(found)).first else { throw .deliveryNotFound }
        return delivery
    }

    private func full(_ deliveries: [WebhookDelivery]) async throws(WebhookFailure) -> [FullDelivery] {
        guard !deliveries.isEmpty else { return [] }
        let stored = try await reading(
            DeliveryLogStatements.bodies(.textArray(deliveries.map(\.subject)), .ids(deliveries.map(\.id))))
        let bodies = Dictionary(stored.map { ($0.delivery, $0) }) { first, _ in first }
        // A delivery may have been removed since the page was read.
        return deliveries.compactMap { delivery in
            bodies[delivery.id].map { FullDelivery(delivery: delivery, body: $0.body, url: $0.url) }
        }
    }

    /// Sends an event of any owner again; see ``resend(_:of:)``.
    public func resend(_ delivery: WebhookDeliveryID) async throws(WebhookFailure) {
        guard let owner = try await reading(SubscriptionStatements.owner(.id(delivery))).first else {
            throw .deliveryNotFound
        }
        try await resend(delivery, of: owner)
    }
}
