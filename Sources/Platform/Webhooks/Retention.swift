import Foundation
import Postgres

extension Webhooks {
    /// Removes old entries of the delivery log, and everything that belongs to ended subscriptions. It works in batches
    /// of a thousand until no such rows are left. Several servers may call it at once.
    public func removeOutdated() async throws(WebhookFailure) {
        let now = host.now()
        try await repeating(SubscriptionStatements.removeLines())
        try await repeating(
            DeliveryLogStatements.remove(
                .timestamp(now - WebhookDelivery.deliveredLifetimeSeconds),
                .timestamp(now - WebhookDelivery.deadLifetimeSeconds)))
        let end = now - 60 * 60
        while case let unused = try await reading(SubscriptionStatements.unused(.timestamp(end))), !unused.isEmpty {
            _ = try await writing(SubscriptionStatements.removeUnused(.ids(unused), .timestamp(end)))
        }
    }

    private func repeating(_ query: Query<Int>) async throws(WebhookFailure) {
        while let count = try await writing(query).first, count > 0 {}
    }
}
