/// The part of ``ConstraintTests`` about controls and the spending of cards.
enum ControlConstraints {
    static let table: [(constraint: String, sql: String)] = [
        ("card_has_one_set_of_controls", "\(cardControls) \(set(for: card)), \(set(for: card))"),
        ("program_has_one_set_of_controls", "\(programControls) \(set(for: "'A'")), \(set(for: "'A'"))"),
        ("channels_are_known", "\(cardControls) \(set(for: card, off: "{ALL}"))"),
        ("countries_are_at_most_300_pairs_of_letters", "\(cardControls) \(set(for: card, countries: "'{DEU}'"))"),
        (
            "countries_are_at_most_300_pairs_of_letters",
            "\(cardControls) \(set(for: card, countries: "array_fill('DE'::text, '{301}')"))"
        ),
        ("categories_are_at_most_300_times_four_digits", "\(cardControls) \(set(for: card, categories: "{581}"))"),
        ("limits_are_at_most_20_of_known_windows", "\(cardControls) \(set(for: card, windows: "{YEAR}"))"),
        ("limits_are_of_known_channels", "\(cardControls) \(set(for: card, channels: "{PHONE}"))"),
        ("limit_is_not_negative", "\(cardControls) \(set(for: card, amounts: "{-2}"))"),
        ("limits_of_a_card_have_all_their_parts", "\(cardControls) \(set(for: card, amounts: "{}"))"),
        ("limits_of_a_program_have_all_their_parts", "\(programControls) \(set(for: "'A'", channels: "{ALL,ATM}"))"),
        ("program_has_one_draft_of_rules", "\(draft) \(set(for: open)), \(set(for: open))"),
        ("rules_draft_status_is_known", "\(draft) \(set(for: "'A', 'NEW'"))"),
        ("limits_of_a_draft_have_all_their_parts", "\(draft) \(set(for: open, channels: "{ALL,ATM}"))"),
        ("difference_is_recorded_once", "\(difference), \(differenceRow)"),
        (
            "spending_is_counted_once",
            "\(spent) (:customer, :card, 'DAY', 'ALL', 1, 1, 5, 1), (:customer, :card, 'DAY', 'ALL', 2, 1, 5, 1)"
        ),
        ("spending_is_not_negative", "\(spent) (:customer, :card, 'DAY', 'ALL', 1, 1, -1, 1)"),
        ("spending_is_not_negative", "\(spent) (:customer, :card, 'DAY', 'ALL', 1, 1, 1, -1)"),
    ]

    private static let card = ":customer, :card"
    private static let columns = """
        switched_off, blocked_countries, blocked_categories, limit_windows, limit_channels, limit_amounts, limit_counts,
        changed_at
        """
    private static let cardControls = "INSERT INTO card_controls (customer_id, card_id, \(columns)) VALUES"
    private static let programControls = "INSERT INTO program_controls (program_name, \(columns)) VALUES"
    private static let open = "'A', 'OPEN'"
    private static let draft = "INSERT INTO rules_draft (program_name, status, \(columns)) VALUES"
    private static let differenceRow =
        "(:customer, 'p1', :card, 'A', 1, '00', NULL, '57', NULL, 1, 'EUR', 5812, 'DE', '2026-01-01Z')"
    private static let difference = "INSERT INTO shadow_difference VALUES \(differenceRow)"
    private static let spent = "INSERT INTO spent VALUES"

    private static func set(
        for owner: String, off: String = "{}", countries: String = "'{}'", categories: String = "{}",
        windows: String = "{DAY}", channels: String = "{ALL}", amounts: String = "{5}"
    ) -> String {
        """
        (\(owner), '\(off)', \(countries), '\(categories)', '\(windows)', '\(channels)', '\(amounts)', '{-1}',
         '2026-01-01Z')
        """
    }
}
