import Foundation
import Identifiers
import Postgres
import Webhooks

/// An endpoint at which a client gets webhooks.
struct StitchWebhook: Hashable, Sendable {
    let id: StitchWebhookID
    let url: String
    /// In the order in which the client named them.
    let filterTypes: [String]
}

enum StitchWebhookStatements {
    /// Locks the client, so that its endpoints are counted exactly.
    static let hold = Statement(
        "stitch_webhook_hold_client",
        "SELECT true AS is_held FROM merchants.stitch_client WHERE client_id = $1::text FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_held") }

    static let count = Statement(
        "stitch_webhook_count", "SELECT count(*) FROM merchants.stitch_webhook WHERE client_id = $1::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let add = Statement(
        "stitch_webhook_add",
        """
        INSERT INTO merchants.stitch_webhook (webhook_id, client_id, url, filter_types, subscription_ids, made_at)
        VALUES ($1::uuid, $2::text, $3::text, $4::text[], $5::uuid[], $6::timestamptz)
        """)

    static let list = Statement(
        "stitch_webhook_list",
        """
        SELECT webhook_id, url, filter_types FROM merchants.stitch_webhook
        WHERE client_id = $1::text ORDER BY made_at, insertion
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        StitchWebhook(
            id: try row.id("webhook_id"), url: try row.text("url"), filterTypes: try row.textArray("filter_types"))
    }

    /// Finds the subscriptions of the removed endpoint.
    static let remove = Statement(
        "stitch_webhook_remove",
        """
        DELETE FROM merchants.stitch_webhook WHERE webhook_id = $1::uuid AND client_id = $2::text
        RETURNING subscription_ids
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        try row.uuidArray("subscription_ids").map(WebhookSubscriptionID.init(rawValue:))
    }

    static let all = [hold.erased, count.erased, add.erased, list.erased, remove.erased]
}
