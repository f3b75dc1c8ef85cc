/// The part of ``ConstraintTests`` about clearing files.
enum ClearingConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("clearing_file_is_known_once", file(["file_id": ":card"]) + file(["file_id": ":card"])),
        ("clearing_file_is_loaded_once", file(["digest": "'a'"]) + file(["digest": "'a'"])),
        ("reference_names_one_clearing_file", file(["reference": "'day'"]) + file(["reference": "'day'"])),
        ("clearing_file_is_taken_line_by_line", file(["taken": "-1"])),
        ("clearing_file_is_taken_line_by_line", file(["taken": "3"])),

        ("clearing_is_taken_once", known + line([:]) + line([:])),
        ("clearing_is_of_a_file", line([:])),
        ("clearing_reference_is_1_to_100_printable_characters", known + line(["reference": "'C 1'"])),
        ("interchange_is_a_part_of_the_amount", known + line(["amount": "0"])),
        ("interchange_is_a_part_of_the_amount", known + line(["interchange": "-1"])),
        ("interchange_is_a_part_of_the_amount", known + line(["interchange": "6"])),

        ("position_is_kept_once", position([:]) + position([:])),
        ("position_is_of_a_scheme", position(["scheme": "'AMEX'"])),
        ("position_is_not_negative", position(["losses": "-1"])),

        ("clearing_break_is_opened_once", missing(["break_id": ":card"]) + missing(["break_id": ":card"])),
        ("clearing_break_kind_is_known", missing([
            "kind": "'LATE'", "file_id": "gen_random_uuid()", "line_number": "2", "reference": "'C-1'", "amount": "5",
            "currency": "'EUR'",
        ])),
        ("break_has_a_line_unless_it_is_missing", missing(["line_number": "2"])),
        ("break_has_a_line_unless_it_is_missing", missing(["kind": "'STATUS'"])),
        ("break_has_an_authorization_unless_it_is_unknown", missing(["authorized": "NULL"])),
        ("break_has_an_authorization_unless_it_is_unknown", doubled(["authorized": "NULL"])),
        ("break_has_an_authorization_unless_it_is_unknown", doubled(["authorized_currency": "NULL"])),
        ("resolved_break_says_who_and_why", missing(["resolved_by": "'olga'"])),
        ("reason_of_a_break_is_1_to_500_characters", missing([
            "resolved_at": "'2026-01-02Z'", "resolved_by": "'olga'", "reason": "''",
        ])),
        ("only_a_resolved_break_is_a_loss", missing(["journal_id": "gen_random_uuid()"])),

        ("clearing_is_lost_once", loss + loss),

        ("interchange_is_set_once", rate([:]) + rate([:])),
        ("interchange_category_is_four_digits", rate(["category": "10000"])),
        ("interchange_is_0_to_100_percent", rate(["basis_points": "10001"])),
        ("fixed_interchange_is_0_to_12_digits", rate(["fixed": "-1"])),
    ]

    static let valid = [
        known + line([:]), position([:]), missing([:]), rate([:]), loss, doubled([:]),
        doubled(["authorized": "NULL", "authorized_currency": "NULL"]),
    ]

    private static let known = file(["file_id": ":card"])

    private static func file(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "clearing_file", [
            "file_id": "gen_random_uuid()", "digest": "gen_random_uuid()::text::bytea",
            "reference": "gen_random_uuid()::text", "lines": "2", "taken": "0", "received_at": "'2026-01-01Z'",
        ], changed) + ";"
    }

    private static func line(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "clearing_line", [
            "reference": "'C-1'", "file_id": ":card", "line_number": "2", "customer_id": "1",
            "authorization_id": "gen_random_uuid()", "scheme": "'VISA'", "currency": "'EUR'", "amount": "5",
            "interchange": "0",
        ], changed) + ";"
    }

    private static func position(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "clearing_position", [
            "day": "'2026-01-01'", "scheme": "'VISA'", "currency": "'EUR'", "lines": "1", "amount": "5",
            "interchange": "0", "losses": "0",
        ], changed) + ";"
    }

    private static func missing(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "clearing_break", [
            "break_id": "gen_random_uuid()", "kind": "'MISSING'", "authorization_id": "gen_random_uuid()",
            "is_booked": "false", "authorized": "5", "authorized_currency": "'EUR'", "opened_at": "'2026-01-01Z'",
        ], changed) + ";"
    }

    private static func doubled(_ changed: [String: String]) -> String {
        let line = [
            "kind": "'DOUBLED'", "file_id": "gen_random_uuid()", "line_number": "2", "reference": "'C-1'",
            "amount": "5", "currency": "'EUR'",
        ]
        return missing(line.merging(changed) { _, new in new })
    }

    private static let loss = ConstraintTests.insert(
        into: "clearing_loss", ["reference": "'C-1'", "break_id": "gen_random_uuid()"], [:]) + ";"

    private static func rate(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "interchange_rate", [
            "program_name": "'DEMO'", "category": "0", "currency": "'EUR'", "basis_points": "20", "fixed": "0",
        ], changed) + ";"
    }
}
