import CardSecrets
import Foundation
import GraphQL
import HTTPContract
import Identifiers
import Payments
import Postgres
import Webhooks

/// Where Stitch's clients get webhooks.
struct ClientWebhooks: Sendable {
    /// How many endpoints a client may have.
    static let limit = 5

    let database: Database
    let webhooks: Webhooks
    /// Where webhooks may go.
    let addresses: WebhookAddresses
    let clock: PaymentClock
    let entropy: Entropy

    /// Adds an endpoint of a client.
    ///
    /// - Returns: the endpoint, and the secret that its requests are signed with, which is shown only this once.
    func add(
        _ url: WebhookURL, _ types: [WebhookFilterType], of client: StitchClient
    ) async throws(WebhookFailure) -> (webhook: StitchWebhook, secret: String) {
        let webhook = StitchWebhook(id: entropy.id(), url: url.text, filterTypes: types.map(\.rawValue))
        let key = SigningKey(entropy.bytes(32))
        let subscriptions = types.filter(\.hasEvents).map { type in
            webhooks.subscribing(Self.owner(client), to: type.rawValue, at: url, signingKey: key, in: SvixDialect())
        }
        let add = StitchWebhookStatements.add(
            .id(webhook.id), .text(client.id), .text(webhook.url), .textArray(webhook.filterTypes),
            .ids(subscriptions.map(\.subscription.id)), .timestamp(clock.now()))
        try await database.transaction { tx throws(WebhookFailure) in
            let (held, counts) = try tx.run(
                StitchWebhookStatements.hold(.text(client.id)), StitchWebhookStatements.count(.text(client.id)))
            guard !held.isEmpty else { throw .ownerNotFound }
            guard counts.allSatisfy({ $0 < Self.limit }) else { throw .subscriptionLimitReached }
            for subscription in subscriptions { _ = try tx.run(subscription.add) }
            _ = try tx.commit(add)
        }
        return (webhook, SvixDialect.text(of: key))
    }

    /// The endpoints of a client, the oldest first.
    func list(of client: StitchClient) async throws(PostgresFailure) -> [StitchWebhook] {
        try await database.read(StitchWebhookStatements.list(.text(client.id)))
    }

    /// Removes an endpoint: no more events are sent to it.
    func remove(_ id: StitchWebhookID, of client: StitchClient) async throws(WebhookFailure) {
        try await database.transaction { tx throws(WebhookFailure) in
            let found = try tx.run(StitchWebhookStatements.remove(.id(id), .text(client.id)))
            guard let subscriptions = found.first else { throw .subscriptionNotFound }
            for subscription in subscriptions {
                _ = try tx.run(webhooks.ending(subscription, of: Self.owner(client)))
            }
        }
    }

    /// The events of a client are those of its merchant's transactions.
    static func owner(_ client: StitchClient) -> String { PaymentOutbox.owner(client.merchant, at: client.gateway) }
}
