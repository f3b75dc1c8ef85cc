/// The part of ``ConstraintTests`` about changes that wait for a second operator.
enum WaitingChangeConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("change_is_proposed_once", "\(change(["change_id": ":card"])); \(change(["change_id": ":card"]))"),
        ("change_has_a_subject_or_settings", change(["subject": "NULL"])),
        ("change_has_a_subject_or_settings", change(["settings": "'brands: {}'"])),
        ("change_names_who_proposes_it", change(["proposed_by": "''"])),
        ("change_waits_for_some_time", change(["ends_at": "'2026-01-01Z'"])),
    ]

    static func change(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "waiting_change", [
            "change_id": "gen_random_uuid()", "operation": "'eraseCustomer'", "subject": "'30000001'",
            "proposed_by": "'olga'", "proposed_at": "'2026-01-01Z'", "ends_at": "'2026-01-02Z'",
        ], changed)
    }
}
