import Postgres

/// A table with rows of customers, as they are exported.
struct CustomerTable: Sendable {
    typealias StoredRow = (json: String, place: String)

    /// The rows of one query.
    static let pageSize = 500

    /// Hashes, sealed values and keys. They say nothing about a person, and something to a thief.
    static let secrets = [
        "sealed_pan", "pin_block", "password_hash", "pin_hash", "sealed_seed", "credential_id", "public_key",
        "request_digest", "secret_hash", "nonce", "sealed_code", "digest",
    ]

    /// With the schema, which statements leave out.
    let name: String
    /// Whether its rows are shown to whoever asks about the person. The others are only exported.
    let isShown: Bool
    /// The rows after a place, in its order.
    ///
    /// $1 is the customer, $2 the place, $3 the columns to leave out, $4 the number of rows.
    let page: Statement<StoredRow>

    /// - Parameters:
    ///   - place: an expression of text that orders the rows of a customer, and is different for each.
    ///   - statement: gives the SQL a name.
    private init(
        _ name: String, isShown: Bool = false, by place: String, _ statement: (String) -> Statement<StoredRow>
    ) {
        self.name = name
        self.isShown = isShown
        page = statement("""
            SELECT jsonb_strip_nulls(to_jsonb(t) - $3::text[])::text AS json, \(place) AS place
            FROM "\(name.split(separator: ".")[1])" t WHERE customer_id = $1 AND \(place) > $2 ORDER BY place LIMIT $4
            """)
    }

    private static let read: @Sendable (inout Row) throws(PostgresFailure) -> StoredRow = {
        (row: inout Row) throws(PostgresFailure) in
        let json = try row.text("json")
        return (json, try row.text("place"))
    }

    private static func padded(_ number: String) -> String { "lpad(\(number)::text, 20, '0')" }

    /// All tables of customers, except those that have the same again, and those whose rows end within days.
    static let all = [
        CustomerTable("issuing.customer", isShown: true, by: "customer_id::text") {
            Statement("customer_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_means", by: "customer_id::text") {
            Statement("customer_means_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_factor", by: "verification::text") {
            Statement("customer_factor_rows", $0, row: read)
        },
        CustomerTable("issuing.passkey", by: "encode(credential_id, 'hex')") {
            Statement("customer_passkey_rows", $0, row: read)
        },
        CustomerTable("issuing.trusted_device", isShown: true, by: "device_id::text") {
            Statement("customer_device_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_event", by: "event_id::text") {
            Statement("customer_authentication_rows", $0, row: read)
        },
        CustomerTable("issuing.authentication_challenge", by: "event_id || \(padded("challenge_number"))") {
            Statement("customer_challenge_rows", $0, row: read)
        },
        CustomerTable("issuing.message", by: "message_id::text") {
            Statement("customer_message_rows", $0, row: read)
        },
        CustomerTable("issuing.card", isShown: true, by: "card_id::text") {
            Statement("customer_card_rows", $0, row: read)
        },
        CustomerTable("issuing.card_allowance", by: "program_name") {
            Statement("customer_allowance_rows", $0, row: read)
        },
        CustomerTable("issuing.card_code_tries", by: "card_id::text") {
            Statement("customer_code_tries_rows", $0, row: read)
        },
        CustomerTable("issuing.card_controls", by: "card_id::text") {
            Statement("customer_controls_rows", $0, row: read)
        },
        CustomerTable("issuing.spent", by: "concat_ws('/', card_id, spending_window, channel)") {
            Statement("customer_spent_rows", $0, row: read)
        },
        CustomerTable("issuing.card_status_history", by: "card_id || \(padded("change_number"))") {
            Statement("customer_card_history_rows", $0, row: read)
        },
        CustomerTable("issuing.tokenization", by: "tokenization_id::text") {
            Statement("customer_tokenization_rows", $0, row: read)
        },
        CustomerTable("issuing.tokenization_history", by: "card_id || \(padded("change_number"))") {
            Statement("customer_tokenization_history_rows", $0, row: read)
        },
        CustomerTable("issuing.authorization", by: "authorization_id::text") {
            Statement("customer_authorization_rows", $0, row: read)
        },
        CustomerTable("issuing.early_reversal", by: "concat_ws('/', card_id, lifecycle)") {
            Statement("customer_early_reversal_rows", $0, row: read)
        },
        CustomerTable("issuing.network_message", by: "reference::text") {
            Statement("customer_network_message_rows", $0, row: read)
        },
        CustomerTable("money.account", isShown: true, by: padded("account_id")) {
            Statement("customer_account_rows", $0, row: read)
        },
        CustomerTable("money.hold", by: "hold_id::text") { Statement("customer_hold_rows", $0, row: read) },
        CustomerTable("money.journal", by: "journal_id::text") { Statement("customer_journal_rows", $0, row: read) },
        CustomerTable("money.posting", by: "journal_id || \(padded("posting_number"))") {
            Statement("customer_posting_rows", $0, row: read)
        },
        CustomerTable("money.transaction", by: padded("transaction_id")) {
            Statement("customer_transaction_rows", $0, row: read)
        },
        CustomerTable("money.movement", by: "movement_id::text") {
            Statement("customer_movement_rows", $0, row: read)
        },
    ]
}
