/// The part of ``ConstraintTests`` about disputes.
enum DisputeConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("dispute_status_is_known", "SELECT CAST('DOUBTED' AS dispute_status)"),
        ("dispute_actor_is_known", "SELECT CAST('NOBODY' AS dispute_actor)"),
        ("dispute_transition_is_listed_once",
            "INSERT INTO dispute_transition SELECT * FROM dispute_transition LIMIT 1"),
        (
            "dispute_is_known_once",
            "\(dispute([:])); \(dispute(["authorization_id": ":physical"]))"
        ),
        ("scheme_of_a_dispute_is_known", dispute(["scheme": "'AMEX'"])),
        ("dispute_reason_is_known", dispute(["reason": "'REGRET'"])),
        ("dispute_claims_an_amount", dispute(["amount": "0", "disputed": "0"])),
        ("at_most_the_claim_is_disputed", dispute(["disputed": "1001"])),
        ("at_most_the_claim_is_disputed", dispute(["disputed": "-1"])),
        ("disputed_money_moves_as_a_whole", dispute(["credited": "999"])),
        ("disputed_money_moves_as_a_whole", dispute(["collected": "1"])),
        ("disputed_money_moves_as_a_whole", dispute(["written_off": "-1"])),
        ("ended_dispute_leaves_nothing_in_dispute", dispute(["status": "'WON'", "credited": "1000"])),
        ("ended_dispute_leaves_nothing_in_dispute", dispute(["status": "'LOST'", "collected": "1000"])),
        ("only_a_running_dispute_has_a_deadline", dispute(["status": "'WON'", "deadline": "'2026-01-02Z'"])),
        ("only_a_running_dispute_has_a_deadline", dispute(["status": "'ARBITRATION'", "deadline": "'2026-01-02Z'"])),
        ("dispute_has_at_most_10_files", dispute(["evidence_files": "11"])),
        ("dispute_step_is_recorded_once", "\(dispute([:])); \(step([:])); \(step([:]))"),
        ("step_is_of_a_dispute", step([:])),
        (
            "dispute_transition_is_in_the_matrix",
            "\(dispute([:])); \(step(["step_number": "2", "step": "'ACCEPT'", "from_status": "'OPEN'"]))"
        ),
        ("only_the_first_step_opens_a_dispute", "\(dispute([:])); \(step(["step_number": "2"]))"),
        (
            "message_about_a_dispute_is_used_once",
            "\(dispute([:])); \(step(["network_reference": "'R1'"])); "
                + step(second.merging(["network_reference": "'R1'"]) { $1 })
        ),
        ("evidence_is_added_once", "\(dispute([:])); \(evidence([:])); \(evidence([:]))"),
        ("evidence_is_numbered_once", "\(dispute([:])); \(evidence([:])); \(evidence(["evidence_id": ":physical"]))"),
        ("evidence_is_of_a_dispute", evidence([:])),
        ("evidence_type_is_known", "\(dispute([:])); \(evidence(["media_type": "'image/gif'"]))"),
        ("evidence_is_at_most_256_kibibytes", "\(dispute([:])); \(evidence(["size_bytes": "262145"]))"),
        ("evidence_is_at_most_256_kibibytes", "\(dispute([:])); \(evidence(["size_bytes": "0"]))"),
    ]

    static let rows = ["\(dispute([:])); \(step([:])); \(step(second)); \(evidence([:]))"]

    private static let second = [
        "step_number": "2", "actor": "'ISSUER'", "step": "'REJECT'", "from_status": "'OPEN'", "to_status": "'LOST'",
    ]

    private static func dispute(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "dispute", [
            "customer_id": ":customer", "dispute_id": ":card", "account_id": "1", "authorization_id": ":card",
            "card_id": ":card", "scheme": "'VISA'", "reason": "'FRAUD'", "status": "'OPEN'", "currency": "'EUR'",
            "amount": "1000", "disputed": "1000", "credited": "0", "collected": "0", "written_off": "0",
            "bears_losses": "false", "steps": "1", "opened_at": "'2026-01-01Z'", "changed_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func step(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "dispute_step", [
            "customer_id": ":customer", "dispute_id": ":card", "step_number": "1", "actor": "'CUSTOMER'",
            "step": "'OPEN'", "to_status": "'OPEN'", "disputed": "1000", "taken_at": "'2026-01-01Z'",
        ], changed)
    }

    private static func evidence(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "dispute_evidence", [
            "customer_id": ":customer", "evidence_id": ":card", "dispute_id": ":card", "file_number": "1",
            "actor": "'CUSTOMER'", "file_name": "'a.txt'", "media_type": "'text/plain'", "size_bytes": "1",
            "sealed_content": "'\\x00'", "key_version": "1", "added_at": "'2026-01-01Z'",
        ], changed)
    }
}
