import Cards
import Postgres
import Webhooks

/// The part of a statement that tells brands about changes of their cards: the ids and bodies of events.
///
/// Ids are derived from the event. So the same event always has the same id, and the database needs no random numbers.
enum CardWebhookOutbox {
    /// CTEs that must follow the one that they read; see ``WebhookOutbox``.
    ///
    /// - Parameters:
    ///   - change: a CTE with a row for each event; it has the columns `customer_id`, `card_id`, `program_name`,
    ///     `change_number`, which counts the card's events of this type, and `changed_at`.
    ///   - members: the members of the body after `id`: the name and the SQL of each. A NULL member is left out.
    static func clauses(
        telling event: WebhookEvent, of change: String, members: [(name: String, sql: String)]
    ) -> String {
        let body = [("id", "event.id")] + members
        let pairs = body.map { "'\($0)', \($1)" }.joined(separator: ", ")
        return WebhookOutbox(
            of: change, eventType: event.rawValue, join: "JOIN program p ON p.program_name = change.program_name",
            owner: "p.brand", subject: EventSubject.sql(ofCard: "change"), number: "change.change_number",
            time: "change.changed_at",
            eventID: WebhookOutbox.id("'\(event.rawValue) ' || change.card_id || ' ' || change.change_number"),
            body: "convert_to(json_strip_nulls(json_build_object(\(pairs)))::text, 'UTF8')"
        ).clauses
    }

    /// A time in the form of the wire: RFC 3339 in UTC, in whole seconds.
    static func timestamp(_ sql: String) -> String {
        "to_char(\(sql) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
    }
}

enum CardWebhookStatements {
    /// Locks the brand while a subscription is added, so that its subscriptions are counted exactly.
    static let holdBrand = Statement(
        "webhook_hold_brand", "SELECT true AS is_held FROM brand WHERE brand = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_held") }

    static let customer = Statement("webhook_customer", "SELECT customer_id FROM card WHERE card_id = $1") {
        (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self)
    }

    static let all = [holdBrand.erased, customer.erased]
}
