/// The part of ``ConstraintTests`` about webhooks. Most begin with a subscription, its line, and what waits in it.
enum WebhookConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("webhook_event_is_known", "SELECT CAST('/prepaid/card/events' AS webhook_event)"),
        ("webhook_status_is_known", "SELECT CAST('LOST' AS webhook_status)"),
        ("webhook_outcome_is_known", "SELECT CAST('OK' AS webhook_outcome)"),
        ("subscription_is_known_once", good + subscription(id: one, brand: "demo", url: "https://other")),
        ("subscription_is_of_a_brand", subscription(id: one, brand: "nobody")),
        ("line_leads_to_a_subscription", good + "UPDATE webhook_line SET subscription_id = '\(two)'"),
        ("line_is_about_a_card", good + "UPDATE webhook_line SET card_id = gen_random_uuid()"),
        ("line_is_one", good + line),
        ("line_ends_with_its_last_delivery", good + "UPDATE webhook_line SET waiting = 0"),
        ("delivery_is_for_a_subscription", good + "UPDATE webhook_delivery SET subscription_id = '\(two)'"),
        ("delivery_is_about_a_card", good + "UPDATE webhook_delivery SET card_id = gen_random_uuid()"),
        ("delivery_is_known_once", good + delivery(id: one, place: 2)),
        ("event_is_told_once", good + delivery(id: two, place: 1)),
        ("attempt_is_logged_once", good + attempt + attempt),
        ("attempt_is_of_a_delivery", good + attempt.replacing(one, with: two)),
    ]

    private static let one = "11111111-1111-4111-8111-111111111111"
    private static let two = "22222222-2222-4222-8222-222222222222"
    private static let good = subscription(id: one, brand: "demo") + line + delivery(id: one, place: 1)

    private static func subscription(id: String, brand: String, url: String = "https://one") -> String {
        """
        INSERT INTO webhook_subscription
        VALUES ('\(id)', '\(brand)', '/prepaid/card/status/events', '\(url)', '', 1, '2026-01-01Z');
        """
    }

    private static let line = "INSERT INTO webhook_line VALUES (:customer, '\(one)', :card, 1, 0, '2026-01-01Z');"

    private static func delivery(id: String, place: Int) -> String {
        """
        INSERT INTO webhook_delivery
        VALUES (:customer, '\(id)', '\(one)', :card, \(place), '\(id)', '{}', 'PENDING', 0, '2026-01-01Z');
        """
    }

    private static let attempt =
        "INSERT INTO webhook_attempt VALUES (:customer, '\(one)', 1, 'REFUSED', 500, 9, '2026-01-01Z');"
}
