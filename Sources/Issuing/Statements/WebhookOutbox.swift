import Cards

/// The part of a statement by which it tells of what it does.
///
/// It is of the same statement, so nothing can be told that did not happen, nor happen untold; and where nobody
/// subscribed it finds no row to write. Ids are derived, not drawn: what is said twice is the same event, and the
/// database has no dice.
enum WebhookOutbox {
    /// Two CTEs, to stand behind the one that they read.
    ///
    /// - Parameters:
    ///   - change: a CTE with a row for each event; it has the columns `customer_id`, `card_id` and `program_name`.
    ///   - place: its column that counts the card's events of this type.
    ///   - time: its column that says when.
    ///   - members: the body's behind `id`, name and SQL of each; one that is NULL is left out.
    static func clauses(
        telling event: WebhookEvent, of change: String, place: String, at time: String,
        members: [(name: String, sql: String)]
    ) -> String {
        let body = [("id", "event.id")] + members
        let pairs = body.map { "'\($0)', \($1)" }.joined(separator: ", ")
        return """
            line AS (
                INSERT INTO webhook_line (customer_id, subscription_id, card_id, waiting, failures, next_attempt_at)
                SELECT change.customer_id, s.subscription_id, change.card_id, count(*), 0, min(change.\(time))
                FROM \(change) change
                JOIN program p ON p.program_name = change.program_name
                JOIN webhook_subscription s ON s.brand = p.brand AND s.event = '\(event.rawValue)' AND ended_at IS NULL
                GROUP BY change.customer_id, s.subscription_id, change.card_id
                ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE
                    SET waiting = webhook_line.waiting + excluded.waiting
                RETURNING customer_id, subscription_id, card_id
            ), told AS (
                INSERT INTO webhook_delivery (
                    customer_id, delivery_id, subscription_id, card_id, place, event_id, body, status, attempts,
                    queued_at)
                SELECT line.customer_id, \(id("event.id || ' ' || line.subscription_id")), line.subscription_id,
                       line.card_id, change.\(place), event.id,
                       convert_to(json_strip_nulls(json_build_object(\(pairs)))::text, 'UTF8'), 'PENDING', 0,
                       change.\(time)
                FROM line
                JOIN \(change) change ON change.customer_id = line.customer_id AND change.card_id = line.card_id
                CROSS JOIN LATERAL (
                    SELECT \(id("'\(event.rawValue) ' || change.card_id || ' ' || change.\(place)")) AS id
                ) event
            )
            """
    }

    /// As the wire shows every time: RFC 3339 in UTC, to the second.
    static func timestamp(_ sql: String) -> String {
        "to_char(\(sql) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
    }

    /// A UUID made of a name: version 8, which is for one's own ways (RFC 9562, section 5.8).
    private static func id(_ name: String) -> String {
        "overlay(overlay(md5(\(name)) PLACING '8' FROM 13) PLACING 'a' FROM 17)::uuid"
    }
}
