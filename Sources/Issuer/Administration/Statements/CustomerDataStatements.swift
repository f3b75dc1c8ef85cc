import Postgres

/// A customer's personal data, as an operator removes it.
enum CustomerDataStatements {
    /// A customer who is locked.
    struct Held: Sendable {
        let brand: String
        /// What the brand may know the customer by, as it is stored.
        let identifiers: [String]
    }

    static let hold = Statement(
        "customer_data_hold",
        """
        SELECT brand, array_remove(ARRAY[external_id, lower(email)], NULL) AS identifiers
        FROM customer WHERE customer_id = $1 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Held(brand: try row.text("brand"), identifiers: try row.textArray("identifiers"))
    }

    /// $2 are the final statuses.
    static let ties = Statement(
        "customer_ties",
        """
        SELECT (SELECT count(*) FROM card WHERE customer_id = $1 AND status <> ALL ($2::text[])) AS cards,
               (SELECT count(*) FROM account WHERE customer_id = $1 AND (posted <> 0 OR held <> 0)) AS accounts,
               (SELECT count(*) FROM tokenization
                WHERE customer_id = $1 AND token_status IS NULL) AS tokenizations,
               (SELECT count(*) FROM movement WHERE customer_id = $1 AND status NOT IN ('COMPLETED', 'FAILED'))
               + (SELECT count(*) FROM movement WHERE status = 'PROCESSING' AND recipient_id = $1) AS movements,
               (SELECT count(*) FROM dispute
                WHERE customer_id = $1 AND status NOT IN ('WON', 'LOST', 'WITHDRAWN')) AS disputes,
               greatest(
                   created_at,
                   (SELECT max(changed_at) FROM card_status_history WHERE customer_id = $1),
                   (SELECT max(changed_at) FROM "authorization" WHERE customer_id = $1),
                   (SELECT max(posted_at) FROM journal WHERE customer_id = $1)) AS last_change
        FROM customer WHERE customer_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (cards, accounts) = (try row.bigint("cards"), try row.bigint("accounts"))
        let (tokenizations, movements) = (try row.bigint("tokenizations"), try row.bigint("movements"))
        return CustomerTies(
            cards: cards, accounts: accounts, tokenizations: tokenizations, movements: movements,
            disputes: try row.bigint("disputes"),
            lastChange: try row.timestamp("last_change"))
    }

    /// $2 are the identifiers.
    static let removeIdentifiers = Statement(
        "customer_erase_identifiers", "DELETE FROM customer_identifier WHERE value = ANY ($2) AND customer_id = $1")

    /// What a customer authenticates with, what was sent, and what names the person apart from the customer's own row
    /// and the identifiers.
    static let removals = [
        Statement("customer_erase_means", "DELETE FROM authentication_means WHERE customer_id = $1"),
        Statement("customer_erase_factors", "DELETE FROM authentication_factor WHERE customer_id = $1"),
        Statement("customer_erase_passkeys", "DELETE FROM passkey WHERE customer_id = $1"),
        Statement("customer_erase_devices", "DELETE FROM trusted_device WHERE customer_id = $1"),
        Statement("customer_erase_messages", "DELETE FROM message WHERE customer_id = $1"),
        Statement("customer_erase_events", "DELETE FROM authentication_event WHERE customer_id = $1"),
        // The address of a physical card is never null.
        Statement(
            "customer_erase_cards",
            """
            UPDATE card SET mobile = '', external_id = NULL, pin_block = NULL, pin_key_version = NULL,
                address1 = CASE WHEN address1 IS NOT NULL THEN '' END, address2 = NULL, address3 = NULL,
                city = CASE WHEN city IS NOT NULL THEN '' END, state = NULL,
                postal_code = CASE WHEN postal_code IS NOT NULL THEN '' END
            WHERE customer_id = $1
            """),
        Statement(
            "customer_erase_tokenizations",
            "UPDATE tokenization SET device_id = NULL, profile_id = NULL, wallet_id = NULL WHERE customer_id = $1"),
        // In the person's own words, and where the money went.
        Statement(
            "customer_erase_movements",
            """
            UPDATE movement SET description = NULL,
                instrument_id = CASE WHEN instrument_id IS NOT NULL THEN '' END
            WHERE customer_id = $1
            """),
        Statement("customer_erase_evidence", "DELETE FROM dispute_evidence WHERE customer_id = $1"),
        Statement(
            "customer_erase_disputes", "UPDATE dispute SET description = NULL WHERE customer_id = $1"),
    ]

    /// $2 are the restrictions of a customer who is not there any more, $3 is the time.
    static let erase = Statement(
        "customer_erase",
        """
        UPDATE customer SET first_name = '', last_name = '', mobile = '', email = NULL, external_id = NULL,
            title = NULL, birth_date = NULL, nationality = NULL, occupation = NULL, registration_ip = NULL,
            address1 = NULL, address2 = NULL, address3 = NULL, city = NULL, country_code = NULL, state = NULL,
            postal_code = NULL, restrictions = $2, erased_at = $3
        WHERE customer_id = $1
        """)

    static let all =
        [hold.erased, ties.erased, removeIdentifiers.erased, erase.erased] + removals.map(\.erased)
        + CustomerTable.all.map(\.page.erased)
}
