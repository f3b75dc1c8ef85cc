/// The part of ``ConstraintTests`` about cards in wallets.
enum TokenizationConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("wallet_type_is_known", "SELECT CAST('PAPER_PAY' AS wallet_type)"),
        ("token_status_is_known", "SELECT CAST('LOST' AS token_status)"),
        ("tokenization_change_is_known", "SELECT CAST('TOKEN_LOST' AS tokenization_change)"),
        ("network_has_its_keys_once", "INSERT INTO sandbox.network_keys VALUES ('VISA', '', 1, '2026-01-01Z')"),
        ("tokenization_is_known_once", tokenization([:]) + "; " + tokenization(["profile_id": "'b'"])),
        ("tokenization_is_of_a_card", tokenization(["card_id": "gen_random_uuid()"])),
        ("completed_tokenization_has_dpan_ref", tokenization(["completed_at": "'2026-01-01Z'"])),
        ("completed_tokenization_has_dpan_ref", tokenization(["token_status": "'ACTIVE'"])),
        ("failed_tokenization_has_no_token", tokenization([
            "failed_at": "'2026-01-01Z'", "dpan_reference": "'A'"])),
        ("only_a_suspended_token_is_suspended_by_its_card", tokenization(["suspended_by_card": "true"])),
        ("only_a_suspended_token_is_suspended_by_its_card", tokenization([
            "suspended_by_card": "true", "dpan_reference": "'A'", "token_status": "'ACTIVE'",
            "completed_at": "'2026-01-01Z'"])),
        ("tokenization_change_is_recorded_once", tokenization([:]) + "; " + change([:]) + "; " + change([:])),
        ("tokenization_history_is_of_a_card", tokenization([:]) + "; " + change(["card_id": "gen_random_uuid()"])),
        ("tokenization_history_is_of_a_tokenization", change([:])),
        ("apple_nonce_is_used_once", nonce([:]) + "; " + nonce([:])),
        ("apple_nonce_is_for_a_card", nonce(["card_id": "gen_random_uuid()"])),
        ("apple_nonce_is_4_bytes", nonce(["nonce": "'\\x010203'"])),
        ("dpan_reference_is_of_one_token", """
            INSERT INTO dpan_reference VALUES ('A', :customer, :card), ('A', :customer, :card)
            """),
        ("token_request_is_decided_once", request([:]) + "; " + request([:])),
        ("token_decision_is_known", request(["decision": "'MAYBE'", "reason": "'LOW_SCORE'"])),
        ("only_an_approved_token_needs_no_reason", request(["reason": "'LOW_SCORE'"])),
        ("only_an_approved_token_needs_no_reason", request(["decision": "'DECLINED'"])),
        ("only_a_doubtful_token_is_identified", request(["methods": "'{SMS}'"])),
        ("only_a_doubtful_token_is_identified", request(["identified_at": "'2026-01-01Z'"])),
        ("token_message_is_answered_once", message([:]) + "; " + message([:])),
        ("token_message_has_a_printable_reference", message(["reference": "'a b'"])),
        ("phone_is_known_once", phone([:]) + "; " + phone([:])),
        ("phone_is_of_a_customer", phone(["customer_id": "999"])),
        ("phone_kind_is_known", phone(["kind": "'NOKIA'"])),
        ("phone_token_is_issued_once",
            phone([:]) + "; " + phoneToken([:]) + "; " + phoneToken(["message_digest": "'\\x01'"])),
        ("phone_token_is_on_a_phone", phoneToken([:])),
        ("phone_token_without_a_phone_is_deleted", phoneToken(["phone_id": "NULL"])),
        ("phone_token_is_of_a_card", phone([:]) + "; " + phoneToken(["card_id": "gen_random_uuid()"])),
        ("phone_token_code_is_sent", phone([:]) + "; " + phoneToken(["message_id": "gen_random_uuid()"])),
        ("wrong_codes_of_a_phone_token_are_limited", phone([:]) + "; " + phoneToken(["wrong_codes": "6"])),
        ("wallet_message_is_accepted_once",
            phone([:]) + "; " + phoneToken([:]) + "; " + phoneToken(["reference": "'B'"])),
        ("dpan_is_of_a_token", networkToken([:])),
        ("dpan_is_issued_once", [
            phone([:]), phoneToken([:]), phoneToken(["reference": "'B'", "message_digest": "'\\x01'"]),
            networkToken([:]), networkToken(["reference": "'B'"]),
        ].joined(separator: "; ")),
        ("token_has_one_dpan", [
            phone([:]), phoneToken([:]), networkToken([:]), networkToken(["dpan_hash": "'\\x01'"]),
        ].joined(separator: "; ")),
        ("counters_of_a_token_have_two_bytes", [
            phone([:]), phoneToken([:]), networkToken(["phone_counter": "65536"]),
        ].joined(separator: "; ")),
        ("counters_of_a_token_have_two_bytes", [
            phone([:]), phoneToken([:]), networkToken(["highest_counter": "-1"]),
        ].joined(separator: "; ")),
        ("used_counter_is_of_a_dpan", usedCounter([:])),
        ("counter_is_used_once", [
            phone([:]), phoneToken([:]), networkToken([:]), usedCounter([:]), usedCounter(["message": "'N'"]),
        ].joined(separator: "; ")),
        ("used_counter_has_two_bytes", [
            phone([:]), phoneToken([:]), networkToken([:]), usedCounter(["counter": "65536"]),
        ].joined(separator: "; ")),
    ]

    /// The unchanged rows, each after those that it refers to.
    static let rows: [String] = [
        tokenization([:]), change([:]), nonce([:]), "INSERT INTO dpan_reference VALUES ('A', :customer, :card)",
        phone([:]), phoneToken([:]), networkToken([:]), usedCounter([:]), request([:]), message([:]),
    ]

    private static func request(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "token_request", [
            "customer_id": ":customer", "request_id": "'\(id)'", "card_id": ":card", "dpan_reference": "'A'",
            "wallet": "'GOOGLE_PAY'", "decision": "'APPROVED'", "methods": "'{}'", "decided_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func message(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "token_message", [
            "reference": "'M'", "digest": "'\\x00'", "kind": "'PROVISIONING'", "decision": "'APPROVED'",
            "methods": "'{}'", "received_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func phone(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "sandbox.phone", [
            "phone_id": "'\(id)'", "customer_id": ":customer", "kind": "'PIXEL'", "hardware_id": "'a'",
            "created_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func phoneToken(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "sandbox.phone_token", [
            "reference": "'A'", "phone_id": "'\(id)'", "customer_id": ":customer", "card_id": ":card",
            "dpan_last_four": "'1234'", "message_digest": "'\\x00'", "waits": "false",
            "created_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func networkToken(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "sandbox.network_token", [
            "dpan_hash": "'\\x00'", "reference": "'A'", "wallet": "'GOOGLE_PAY'", "sealed": "''",
            "key_version": "1", "expiry_month": "1", "expiry_year": "2030",
        ], changed)
    }

    private static func usedCounter(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "sandbox.used_counter", [
            "dpan_hash": "'\\x00'", "counter": "1", "message": "'M'", "used_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func tokenization(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "tokenization", [
            "customer_id": ":customer", "tokenization_id": "'\(id)'", "card_id": ":card", "wallet": "'GOOGLE_PAY'",
            "initiated_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func change(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "tokenization_history", [
            "customer_id": ":customer", "card_id": ":card", "change_number": "1", "tokenization_id": "'\(id)'",
            "change": "'TOKENIZATION_INITIATED'", "changed_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func nonce(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "apple_nonce", [
            "customer_id": ":customer", "card_id": ":card", "nonce": "'\\x01020304'", "used_at": "'2026-01-01Z'",
            "good_until": "'2027-01-01Z'",
        ], changed)
    }

    private static let id = "11111111-1111-4111-8111-111111111111"
}
