/// The part of ``ConstraintTests`` about authorizations and messages of the network.
enum AuthorizationConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("authorization_is_known_once", "\(authorization) \(row()), \(row())"),
        ("authorization_is_of_an_account", "\(authorization) \(row(account: "2"))"),
        ("authorization_type_is_known", "\(authorization) \(row(type: "GIFT"))"),
        ("authorization_status_is_known", "\(authorization) \(row(status: "OPEN"))"),
        ("network_reference_is_1_to_100_printable_characters", "\(authorization) \(row(lifecycle: "a b"))"),
        ("network_reference_is_1_to_100_printable_characters", "\(authorization) \(row(lifecycle: ""))"),
        ("response_code_is_two_characters", "\(authorization) \(row(code: "000"))"),
        ("authorized_amounts_are_not_negative", "\(authorization) \(row(amount: -1))"),
        ("authorization_returns_at_most_what_was_approved", "\(authorization) \(row(approved: 1, reversed: 2))"),
        ("refund_holds_no_money", "\(authorization) \(row(isRefund: true, approved: 1))"),
        ("exchange_rate_is_whole", "\(authorization) \(row(rate: "1, NULL"))"),
        ("exchange_rate_is_whole", "\(authorization) \(row(rate: "0, 1"))"),
        ("decider_is_known", "\(authorization) \(row(decider: "NOBODY"))"),
        (
            "early_reversal_is_kept_once",
            """
            INSERT INTO early_reversal VALUES
                (:customer, :card, 'L1', '2026-01-01Z'), (:customer, :card, 'L1', '2026-01-01Z')
            """
        ),
        (
            "network_message_is_answered_once",
            """
            INSERT INTO network_message (reference, digest, kind, response_code, findings, received_at) VALUES
                ('R1', '', 'REFUND', '00', '{}', '2026-01-01Z'), ('R1', '', 'REFUND', '00', '{}', '2026-01-01Z')
            """
        ),
    ]

    private static let ofCard = "(SELECT account_id FROM card WHERE card_id = :card)"
    private static let authorization = """
        INSERT INTO "authorization" (
            customer_id, authorization_id, account_id, card_id, reference, lifecycle, authorization_type, status,
            is_refund, pays_at_once, currency, approved, reversed, released, cleared, refunded, merchant_amount,
            merchant_currency, atm_fee, fx_fee, rate_numerator, rate_denominator, response_code, decided_by,
            merchant_category, merchant_country, merchant_name, entry_mode, card_presence, challenge, channels,
            changes, created_at, changed_at) VALUES
        """

    private static func row(
        account: String = ofCard, lifecycle: String = "L1", type: String = "PURCHASE", status: String = "APPROVED",
        isRefund: Bool = false, approved: Int = 0, reversed: Int = 0, amount: Int = 1, rate: String = "NULL, NULL",
        code: String = "00", decider: String = "ISSUER"
    ) -> String {
        """
        (:customer, :card, \(account), :card, 'R1', '\(lifecycle)', '\(type)', '\(status)', \(isRefund), false, 'EUR',
         \(approved), \(reversed), 0, 0, 0, \(amount), 'EUR', 0, 0, \(rate), '\(code)', '\(decider)', 5812, 'DE',
         'Café', 'CHIP', 'PRESENT', 'PIN', '{}', 1, '2026-01-01Z', '2026-01-01Z')
        """
    }
}
