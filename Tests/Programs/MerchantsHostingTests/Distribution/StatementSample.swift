/// A statement, and what ``StatementPlaces`` must find in it.
struct StatementSample {
    let sql: String
    let obstacles: [String]

    private init(_ sql: String, _ obstacles: String...) { (self.sql, self.obstacles) = (sql, obstacles) }

    static let all = keys + joins + others

    private static let keys = [
        StatementSample("SELECT FROM card WHERE card_id = $1", "reads issuing.card everywhere"),
        StatementSample("SELECT FROM card WHERE customer_id = $1 AND card_id = $2"),
        StatementSample("SELECT FROM card WHERE customer_id > $1 OR customer_id = $2", "reads issuing.card everywhere"),
        StatementSample("SELECT FROM card WHERE customer_id = ANY ($1::bigint[])"),
        StatementSample(
            "SELECT FROM card WHERE customer_id = ANY ($1::bigint[]) FOR UPDATE",
            "locks issuing.card in several places"),
        StatementSample("SELECT FROM card WHERE customer_id = ($1::bigint[])[1] FOR UPDATE"),
        StatementSample("UPDATE card SET mobile = $2 WHERE card_id = $1", "reads issuing.card everywhere"),
        StatementSample(
            """
            DELETE FROM idempotent_answer WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM idempotent_answer WHERE owner = $1))
            """, "reads issuing.idempotent_answer everywhere"),
        StatementSample("SELECT FROM money.entry WHERE journal_id = $1", "reads money.entry everywhere"),
    ]

    private static let joins = [
        StatementSample("SELECT FROM card c JOIN spent s USING (customer_id, card_id) WHERE s.customer_id = $1"),
        StatementSample(
            "SELECT FROM card c JOIN spent s USING (card_id) WHERE s.customer_id = $1",
            "reads issuing.card everywhere"),
        StatementSample(
            "SELECT FROM card c LEFT JOIN spent s ON s.customer_id = c.customer_id WHERE c.customer_id = $1"),
        StatementSample(
            "SELECT FROM card c LEFT JOIN spent s ON s.customer_id = c.customer_id AND s.customer_id = $1",
            "reads issuing.card everywhere"),
        StatementSample(
            "SELECT FROM card c JOIN spent s ON s.customer_id = $2 WHERE c.customer_id = $1",
            "joins rows of different places"),
        StatementSample(
            "SELECT FROM issued_pan p JOIN card c USING (card_id) WHERE p.pan_hash = $1 AND c.customer_id = $2",
            "joins rows of different places"),
        StatementSample(
            """
            SELECT FROM card c
            WHERE customer_id = $1 AND EXISTS (SELECT FROM spent s WHERE s.customer_id = c.customer_id)
            """),
        StatementSample(
            "SELECT FROM card WHERE customer_id = (SELECT customer_id FROM issued_pan WHERE pan_hash = $1)",
            "reads issuing.card everywhere"),
        StatementSample(
            "SELECT FROM card JOIN unnest($1::bigint[]) asked (customer_id) USING (customer_id)",
            "reads issuing.card everywhere"),
        StatementSample(
            """
            WITH it AS (SELECT customer_id FROM card WHERE customer_id = $1 LIMIT 1)
            SELECT FROM card JOIN it USING (customer_id)
            """, "reads issuing.card everywhere"),
    ]

    private static let others = [
        StatementSample("INSERT INTO refresh_family SELECT * FROM refresh_family WHERE family_id = $1"),
        StatementSample(
            "INSERT INTO early_reversal SELECT customer_id, card_id, $2, $3 FROM card WHERE card_id = $1",
            "reads issuing.card everywhere"),
        StatementSample(
            """
            INSERT INTO account_number (account_id, customer_id)
            VALUES ($1, (SELECT customer_id FROM account WHERE customer_id = $2))
            """, "reads a row to insert one"),
        StatementSample("SELECT money.require_version($1, $2, $3)"),
        StatementSample(
            "SELECT follow_card(customer_id, card_id, status, $2) FROM card WHERE customer_id = $1",
            "calls issuing.follow_card() for rows"),
    ]
}
