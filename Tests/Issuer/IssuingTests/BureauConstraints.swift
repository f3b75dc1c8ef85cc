/// The part of ``ConstraintTests`` about files for a bureau.
enum BureauConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("bureau_file_is_made_once", file([:]) + ";" + file([:])),
        ("bureau_file_has_1_to_10000_cards", file(["cards": "0"])),
        ("bureau_file_has_1_to_10000_cards", file(["cards": "10001"])),
        ("written_bureau_file_has_a_digest", file(["written_cards": "1"])),
        ("bureau_file_is_written_with_its_cards", written(["written_cards": "3"])),
        ("bureau_file_is_written_with_its_cards", written(["written_cards": "-1"])),
    ]

    static let valid = [file([:]), written(["file_number": "2"])]

    private static func written(_ changed: [String: String]) -> String {
        file(["written_at": "'2026-01-01Z'", "written_cards": "2", "digest": "'a'"].merging(changed) { $1 })
    }

    private static func file(_ changed: [String: String]) -> String {
        ConstraintTests.insert(into: "bureau_file", [
            "file_number": "1", "cards": "2", "made_at": "'2026-01-01Z'", "written_at": "NULL",
            "written_cards": "NULL", "digest": "NULL",
        ], changed)
    }
}
