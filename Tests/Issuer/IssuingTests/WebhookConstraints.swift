/// The part of ``ConstraintTests`` about webhooks. Most begin with a subscription, its line and a waiting delivery.
enum WebhookConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("webhook_status_is_known", "SELECT CAST('LOST' AS webhook_status)"),
        ("webhook_outcome_is_known", "SELECT CAST('OK' AS webhook_outcome)"),
        ("webhook_dialect_is_a_name", "SELECT CAST('Latin' AS webhook_dialect)"),
        ("subscription_is_known_once", good + subscription(id: one, url: "https://other")),
        ("line_leads_to_a_subscription", good + "UPDATE webhook_line SET subscription_id = '\(two)'"),
        ("line_is_one", good + line),
        ("line_ends_with_its_last_delivery", good + "UPDATE webhook_line SET waiting = 0"),
        ("delivery_is_for_a_subscription", good + "UPDATE webhook_delivery SET subscription_id = '\(two)'"),
        ("delivery_is_known_once", good + delivery(id: one, number: 2)),
        ("event_is_told_once", good + delivery(id: two, number: 1)),
        ("a_secret_ends", good + "UPDATE webhook_delivery SET body_key_version = 1"),
        ("a_secret_is_kept_while_it_waits", good + secret + "UPDATE webhook_delivery SET status = 'DEAD'"),
        ("attempt_is_logged_once", good + attempt + attempt),
        ("attempt_is_of_a_delivery", good + attempt.replacing(one, with: two)),
    ]

    /// The unchanged rows, each after those that it refers to.
    static let rows: [String] = [good, secret, attempt]

    private static let one = "11111111-1111-4111-8111-111111111111"
    private static let two = "22222222-2222-4222-8222-222222222222"
    private static let good = subscription(id: one) + line + delivery(id: one, number: 1)

    private static func subscription(id: String, url: String = "https://one") -> String {
        """
        INSERT INTO webhook_subscription
        VALUES ('\(id)', 'owner', 'type', '\(url)', '', 1, '2026-01-01Z', NULL, 'HOUSE');
        """
    }

    private static let line = "INSERT INTO webhook_line VALUES ('subject', '\(one)', 1, 0, '2026-01-01Z');"

    private static func delivery(id: String, number: Int) -> String {
        """
        INSERT INTO webhook_delivery
        VALUES ('subject', '\(id)', '\(one)', \(number), '\(id)', '{}', 'PENDING', 0, '2026-01-01Z');
        """
    }

    private static let secret = "UPDATE webhook_delivery SET body_key_version = 1, secret_until = '2026-01-02Z';"

    private static let attempt =
        "INSERT INTO webhook_attempt VALUES ('subject', '\(one)', 1, 'REFUSED', 500, 9, '2026-01-01Z');"
}
