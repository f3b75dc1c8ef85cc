/// The constraints of strong customer authentication; see `ConstraintTests`.
enum AuthenticationConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("brand_has_one_authentication_policy", policy(["brand": "'demo'"])),
        ("authentication_policy_is_of_a_brand", policy([:])),
        ("authentication_mode_is_known", "UPDATE authentication_policy SET mode = 'ORACLE'"),
        ("protected_operations_are_known", "UPDATE authentication_policy SET operations = '{SMILE}'"),
        ("what_a_device_can_answer_for_protects_trusting_it", policy(["accepts_trusted_devices": "true"])),
        ("authentication_limits_are_positive", "UPDATE authentication_policy SET allowable_attempts = 0"),

        ("customer_has_means_once", "INSERT INTO authentication_means (customer_id) VALUES (10000001)"),
        ("means_are_of_a_customer", "INSERT INTO authentication_means (customer_id) VALUES (999)"),
        ("seed_names_its_key", "UPDATE authentication_means SET seed_key_version = NULL WHERE customer_id = 10000001"),

        ("factor_is_of_a_customer", factor(["customer_id": "999"])),
        ("factor_is_counted_once", factor([:]) + ";" + factor([:])),
        ("wrong_attempts_are_counted_up", factor(["wrong_in_a_row": "2", "wrong_attempts": "1"])),
        ("counted_challenges_have_a_beginning", factor(["challenges": "1"])),

        ("passkey_is_of_a_customer", "INSERT INTO passkey VALUES (999, '\\x01', \(point), 0)"),
        ("passkey_is_known_once", """
            INSERT INTO passkey VALUES (:customer, '\\x01', \(point), 0), (:customer, '\\x01', \(point), 0)
            """),
        ("passkey_is_a_point", "INSERT INTO passkey VALUES (:customer, '\\x01', '\\x04', 0)"),
        ("credential_id_is_1_to_1023_bytes", "INSERT INTO passkey VALUES (:customer, '', \(point), 0)"),

        ("trusted_device_is_of_a_customer", device(["customer_id": "999"])),
        ("device_is_trusted_once", device([:]) + ";" + device([:])),
        ("device_key_is_a_point", device(["public_key": "'\\x04'"])),

        ("authentication_is_of_a_customer", event(["customer_id": "999"])),
        ("authentication_event_is_known_once", event([:]) + ";" + event([:])),
        ("authentication_event_mode_is_known", event(["mode": "'ORACLE'"])),
        ("authentication_event_status_is_known", event(["status": "'MAYBE'"])),
        ("used_event_has_the_time_of_its_use", event(["status": "'USED'"])),
        ("used_event_has_the_time_of_its_use", event(["used_at": "'2026-01-01Z'"])),
        ("only_a_used_event_is_repeatable", event(["repeatable_until": "'2026-01-01Z'"])),
        ("event_is_repeatable_until_its_end_at_most", event([
            "status": "'USED'", "used_at": "'2026-01-01Z'", "repeatable_until": "'2026-01-02Z'"])),
        ("challenges_are_limited", event(["challenges": "6"])),
        ("attempts_are_limited", event(["attempts": "6"])),

        ("challenge_is_sent_once", event([:]) + ";" + challenge([:]) + ";" + challenge([:])),
        ("challenge_is_of_an_event", challenge([:])),
        ("verification_is_known", event([:]) + ";" + challenge(["verification": "'SMILE'"])),
        ("attempts_at_a_challenge_are_limited", event([:]) + ";" + challenge(["attempts": "6"])),
        ("sent_code_is_kept_as_a_hash", event([:]) + ";" + challenge(["verification": "'SMS'"])),
        ("signed_challenge_has_a_nonce", event([:]) + ";" + challenge(["verification": "'PASSKEYS'"])),
        ("only_a_push_is_approved", event([:]) + ";" + challenge(["is_approved": "true"])),

        ("message_is_to_a_customer", message(["customer_id": "999"])),
        ("message_is_sent_once", message([:]) + ";" + message([:])),
        ("message_channel_is_known", message(["channel": "'PIGEON'", "sealed_code": "''", "code_key_version": "1"])),
        ("sent_code_names_its_key", message(["code_key_version": "1"])),
        ("a_push_carries_no_code", message(["channel": "'SMS'"])),

        ("event_has_one_owner", """
            INSERT INTO authentication_owner VALUES (:card, 1, '2026-01-01Z'), (:card, 1, '2026-01-01Z')
            """),
    ]

    /// The unchanged rows, each after those that it refers to.
    static let rows: [String] = [
        "INSERT INTO brand VALUES ('nobody'); " + policy([:]),
        "INSERT INTO authentication_means (customer_id) VALUES (:customer)", factor([:]),
        "INSERT INTO passkey VALUES (:customer, '\\x01', \(point), 0)", device([:]), event([:]), challenge([:]),
        message([:]), "INSERT INTO authentication_owner VALUES (:card, 1, '2026-01-01Z')",
    ]

    private static let point = "decode(repeat('04', 65), 'hex')"

    private static func policy(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "authentication_policy", [
            "brand": "'nobody'", "mode": "'EMBEDDED'", "operations": "'{}'", "event_lifetime_seconds": "1",
            "challenge_lifetime_seconds": "1", "allowable_challenges": "1", "cooldown_seconds": "1",
            "allowable_attempts": "1", "challenges_per_hour": "1", "wrong_attempts_before_lock_out": "1",
            "refuses_weak_pins": "true", "accepts_trusted_devices": "false", "relying_party_id": "'a'",
            "origins": "'{}'",
        ], changed)
    }

    private static func factor(_ changed: [String: String]) -> String {
        ConstraintTests.insert(
            into: "authentication_factor", ["customer_id": ":customer", "verification": "'SMS'"], changed)
    }

    private static func device(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "trusted_device", [
            "customer_id": ":customer", "device_id": ":card", "name": "'phone'", "public_key": point,
            "created_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func event(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "authentication_event", [
            "customer_id": ":customer", "event_id": ":card", "wallet_operation_id": ":card", "brand": "'demo'",
            "operation": "'UPDATE_CARD'", "request_digest": "''", "mode": "'EMBEDDED'", "status": "'OPEN'",
            "challenges": "0", "allowable_challenges": "5", "attempts": "0", "allowable_attempts": "5",
            "created_at": "'2026-01-01Z'", "expires_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func challenge(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "authentication_challenge", [
            "customer_id": ":customer", "event_id": ":card", "challenge_number": "1", "verification": "'PASSWORD'",
            "attempts": "0", "allowable_attempts": "5", "created_at": "'2026-01-01Z'", "expires_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func message(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "message", [
            "customer_id": ":customer", "message_id": ":card", "message_number": "1",
            "channel": "'PUSH_NOTIFICATION'", "target": "'here'", "event_id": ":card", "challenge_number": "1",
            "created_at": "'2026-01-01Z'",
        ], changed)
    }
}
