import Postgres

/// A table with rows of customers, as they are exported.
struct CustomerTable: Sendable {
    typealias StoredRow = (json: String, place: [String])

    /// A column that orders the rows of a customer, alone or with others.
    struct Key: Sendable {
        let column: String
        let type: String
        /// Before each value that is stored.
        let start: String

        static func id(_ column: String) -> Key {
            Key(column: column, type: "uuid", start: "00000000-0000-0000-0000-000000000000")
        }

        static func number(_ column: String) -> Key { Key(column: column, type: "bigint", start: "0") }

        static func text(_ column: String) -> Key { Key(column: column, type: "text", start: "") }

        static func bytes(_ column: String) -> Key { Key(column: column, type: "bytea", start: "") }
    }

    /// The rows of one query.
    static let pageSize = 500

    /// Hashes, sealed values and keys. They say nothing about a person, and something to a thief.
    static let secrets = [
        "sealed_pan", "pin_block", "password_hash", "pin_hash", "sealed_seed", "credential_id", "public_key",
        "request_digest", "secret_hash", "nonce", "sealed_code", "sealed_content", "digest",
    ]

    /// With the schema, which statements leave out.
    let name: String
    /// Whether its rows are shown to whoever asks about the person. The others are only exported.
    let isShown: Bool
    /// The place before the first row.
    let start: [String]
    /// The rows after a place, in its order.
    ///
    /// $1 is the customer, $2 the place with the text of each key, $3 the columns to leave out, $4 the number of rows.
    let page: Statement<StoredRow>

    /// - Parameters:
    ///   - keys: those that follow the customer in the primary key, so that a page begins at its place in the index and
    ///     costs the same whatever number of rows the customer has.
    ///   - statement: gives the SQL a name.
    private init(
        _ name: String, isShown: Bool = false, by keys: Key..., as statement: (String) -> Statement<StoredRow>
    ) {
        self.name = name
        self.isShown = isShown
        start = keys.map(\.start)
        let columns = keys.map { "t.\($0.column)" }
        let texts = columns.map { "\($0)::text" }.joined(separator: ", ")
        let place = keys.enumerated().map { "($2::text[])[\($0 + 1)]::\($1.type)" }.joined(separator: ", ")
        let order = columns.joined(separator: ", ")
        page = statement("""
            SELECT jsonb_strip_nulls(to_jsonb(t) - $3::text[])::text AS json, ARRAY[\(texts)] AS place
            FROM "\(name.split(separator: ".")[1])" t
            WHERE t.customer_id = $1 AND (\(order)) > (\(place)) ORDER BY \(order) LIMIT $4
            """)
    }

    private static let read: @Sendable (inout Row) throws(PostgresFailure) -> StoredRow = {
        (row: inout Row) throws(PostgresFailure) in
        let json = try row.text("json")
        return (json, try row.textArray("place"))
    }

    /// All tables of customers, except those that have the same again, and those whose rows end within days.
    static let all = [
        CustomerTable("issuing.customer", isShown: true, by: .number("customer_id")) {
            Statement("customer_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_means", by: .number("customer_id")) {
            Statement("customer_means_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_factor", by: .text("verification")) {
            Statement("customer_factor_rows", $0, row: read)
        },
        CustomerTable("issuing.passkey", by: .bytes("credential_id")) {
            Statement("customer_passkey_rows", $0, row: read)
        },
        CustomerTable("issuing.trusted_device", isShown: true, by: .id("device_id")) {
            Statement("customer_device_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_event", by: .id("event_id")) {
            Statement("customer_authentication_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_challenge", by: .id("event_id"), .number("challenge_number")) {
            Statement("customer_challenge_rows", $0, row: read)
        },
        CustomerTable("issuing.message", by: .id("message_id")) {
            Statement("customer_message_rows", $0, row: read)
        },
        CustomerTable("issuing.card", isShown: true, by: .id("card_id")) {
            Statement("customer_card_rows", $0, row: read)
        },
        CustomerTable("issuing.card_allowance", by: .text("program_name")) {
            Statement("customer_allowance_rows", $0, row: read)
        },
        CustomerTable("issuing.card_code_tries", by: .id("card_id")) {
            Statement("customer_code_tries_rows", $0, row: read)
        },
        CustomerTable("issuing.card_controls", by: .id("card_id")) {
            Statement("customer_controls_rows", $0, row: read)
        },
        CustomerTable("issuing.spent", by: .id("card_id"), .text("spending_window"), .text("channel")) {
            Statement("customer_spent_rows", $0, row: read)
        },
        CustomerTable("issuing.card_status_history", by: .id("card_id"), .number("change_number")) {
            Statement("customer_card_history_rows", $0, row: read)
        },
        CustomerTable("issuing.tokenization", by: .id("tokenization_id")) {
            Statement("customer_tokenization_rows", $0, row: read)
        },
        CustomerTable("issuing.tokenization_history", by: .id("card_id"), .number("change_number")) {
            Statement("customer_tokenization_history_rows", $0, row: read)
        },
        CustomerTable("issuing.token_request", by: .id("request_id")) {
            Statement("customer_token_request_rows", $0, row: read)
        },
        CustomerTable("issuing.authorization", by: .id("authorization_id")) {
            Statement("customer_authorization_rows", $0, row: read)
        },
        CustomerTable("issuing.dispute", by: .id("dispute_id")) {
            Statement("customer_dispute_rows", $0, row: read)
        },
        CustomerTable("issuing.dispute_step", by: .id("dispute_id"), .number("step_number")) {
            Statement("customer_dispute_step_rows", $0, row: read)
        },
        CustomerTable("issuing.dispute_evidence", by: .id("evidence_id")) {
            Statement("customer_evidence_rows", $0, row: read)
        },
        CustomerTable("issuing.early_reversal", by: .id("card_id"), .text("lifecycle")) {
            Statement("customer_early_reversal_rows", $0, row: read)
        },
        // Its primary key has no customer, so that each page sorts the customer's messages.
        CustomerTable("issuing.network_message", by: .text("reference")) {
            Statement("customer_network_message_rows", $0, row: read)
        },
        CustomerTable("issuing.shadow_difference", by: .text("reference")) {
            Statement("customer_shadow_difference_rows", $0, row: read)
        },
        // Neither does its primary key.
        CustomerTable("issuing.token_message", by: .text("reference")) {
            Statement("customer_token_message_rows", $0, row: read)
        },
        CustomerTable("money.account", isShown: true, by: .number("account_id")) {
            Statement("customer_account_rows", $0, row: read)
        },
        CustomerTable("money.hold", by: .id("hold_id")) { Statement("customer_hold_rows", $0, row: read) },
        CustomerTable("money.journal", by: .id("journal_id")) { Statement("customer_journal_rows", $0, row: read) },
        CustomerTable("money.posting", by: .id("journal_id"), .number("posting_number")) {
            Statement("customer_posting_rows", $0, row: read)
        },
        CustomerTable("money.transaction", by: .number("transaction_id")) {
            Statement("customer_transaction_rows", $0, row: read)
        },
        CustomerTable("money.movement", by: .id("movement_id")) {
            Statement("customer_movement_rows", $0, row: read)
        },
    ]
}
