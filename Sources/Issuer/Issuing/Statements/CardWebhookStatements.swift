import Cards
import Postgres
import Webhooks

package enum CardWebhookStatements {
    /// The place of a sealed signing key.
    package static func place(ofKeyOf subscription: WebhookSubscriptionID) -> String {
        "webhook_subscription sealed_key \(subscription)"
    }

    /// Locks the brand while a subscription is added, so that its subscriptions are counted exactly.
    static let holdBrand = Statement(
        "webhook_hold_brand", "SELECT true AS is_held FROM brand WHERE brand = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_held") }

    static let customer = Statement("webhook_customer", "SELECT customer_id FROM card WHERE card_id = $1") {
        (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self)
    }

    /// Whether a brand gets the messages to its customers.
    static let getsMessages = Statement(
        "webhook_gets_messages", "SELECT \(WebhookEvent.message.isHeard(by: "$1")) AS gets_messages"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("gets_messages") }

    static let all = [holdBrand.erased, customer.erased, getsMessages.erased]
}

extension WebhookEvent {
    /// The condition that a brand subscribes to the event.
    ///
    /// - Parameter brand: an SQL expression.
    func isHeard(by brand: String) -> String {
        """
        EXISTS (SELECT FROM webhook_subscription heard
                WHERE heard.owner = \(brand) AND heard.event_type = '\(rawValue)' AND heard.ended_at IS NULL)
        """
    }
}
