import Cards
import Foundation
import Ledger
import Postgres

/// The controls of cards and of programs, as they are set and read. ``SpendingStatements`` counts for their limits.
public enum ControlStatements {
    private static let names = [
        "switched_off", "allowed_countries", "blocked_countries", "allowed_categories", "blocked_categories",
        "limit_windows", "limit_channels", "limit_amounts", "limit_counts",
    ]

    /// The columns of a card's controls, of its program's and of the program's draft, for a statement with
    /// ``joins(customer:card:program:)``. `Row.controlsInForce()` reads them.
    package static let columns = [list(of: "card_controls"), list(of: "program_controls"), draftColumns]
        .joined(separator: ", ")

    /// The columns of a draft, which `Row.draft()` reads.
    static let draftColumns = "rules_draft.program_name, \(list(of: "rules_draft")), rules_draft.status"

    /// The columns of a card's own controls, which `Row.cardControls()` reads.
    package static let cardColumns = list(of: "card_controls")

    /// The version of the controls in force, with the joins.
    package static let version = """
        coalesce(card_controls.version, 0) + coalesce(program_controls.version, 0) + coalesce(rules_draft.version, 0)
        """

    private static func list(of table: String) -> String {
        (names + ["version"]).map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// The joins for ``columns``. A card or a program without controls or a draft has none of their rows.
    ///
    /// - Parameters:
    ///   - customer: an SQL expression, such as a column of a table that the statement reads.
    ///   - card: an SQL expression for the card's id.
    ///   - program: an SQL expression for the name of the card's program.
    package static func joins(customer: String, card: String, program: String) -> String {
        """
        LEFT JOIN card_controls
            ON card_controls.customer_id = \(customer) AND card_controls.card_id = \(card)
        LEFT JOIN program_controls ON program_controls.program_name = \(program)
        LEFT JOIN rules_draft ON rules_draft.program_name = \(program)
        """
    }

    static let inForce: Statement<InForce> = Statement(
        "controls_in_force",
        """
        SELECT \(columns)
        FROM (VALUES ($1::bigint, $2::uuid, $3::text)) AS asked (customer_id, card_id, program_name)
        \(joins(customer: "asked.customer_id", card: "asked.card_id", program: "asked.program_name"))
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.controlsInForce() }

    static let ofCard = Statement(
        "controls_of_card",
        "SELECT \(list(of: "card_controls")) FROM card_controls WHERE customer_id = $1 AND card_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.controls().controls }

    static let ofProgram = Statement(
        "controls_of_program",
        "SELECT \(list(of: "program_controls")) FROM program_controls WHERE program_name = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.controls().controls }

    static let ofEveryProgram = Statement(
        "controls_of_every_program",
        "SELECT program_name, \(list(of: "program_controls")) FROM program_controls"
    ) { (row: inout Row) throws(PostgresFailure) in
        (program: try row.text("program_name"), controls: try row.controls().controls)
    }

    static let setForCard = Statement("controls_set_for_card", settingForCard(if: "true"))

    /// Sets a card's controls if a condition is true, which may use the parameters from `$13` on.
    package static func settingForCard(if condition: String) -> String {
        set("card_controls", key: ["customer_id", "card_id"], once: "card_has_one_set_of_controls", if: condition)
    }

    static let setForProgram = Statement(
        "controls_set_for_program", settingForProgram() + "\nRETURNING version"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("version") }

    /// Sets a program's controls whose next version is `$12`. The condition compares columns, because the machines of a
    /// cluster do not know the type of a parameter in it.
    static let replaceForProgram = Statement(
        "controls_replace_for_program",
        settingForProgram(with: ["version": "$12"]) + """

            WHERE known.version = excluded.version - 1
            RETURNING version
            """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("version") }

    private static func settingForProgram(with constants: KeyValuePairs<String, String> = [:]) -> String {
        set("program_controls", key: ["program_name"], once: "program_has_one_set_of_controls", with: constants)
    }

    /// Sets a program's draft, which is open afterwards and knows the version of the controls that it will replace.
    static let settingOfDraft = set(
        "rules_draft", key: ["program_name"], once: "program_has_one_draft_of_rules",
        with: [
            "status": "'OPEN'",
            "replaced_version": "coalesce((SELECT version FROM program_controls WHERE program_name = $1), 0)",
        ])

    /// Replaces the whole set, and raises its version.
    ///
    /// - Parameter constants: the SQL of further columns.
    private static func set(
        _ table: String, key: [String], once constraint: String, if condition: String = "true",
        with constants: KeyValuePairs<String, String> = [:]
    ) -> String {
        let own = key + names + ["changed_at"]
        let columns = own + constants.map { $0.key }
        let parameters = own.indices.map { "$\($0 + 1)" } + constants.map { $0.value }
        let changes = columns.dropFirst(key.count).filter { $0 != "version" }.map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO \(table) AS known (\(columns.joined(separator: ", ")))
            SELECT \(parameters.joined(separator: ", "))
            WHERE \(condition)
            ON CONFLICT ON CONSTRAINT \(constraint) DO UPDATE SET
                \(changes.joined(separator: ", ")), version = known.version + 1
            """
    }

    static let all = [
        inForce.erased, ofCard.erased, ofProgram.erased, ofEveryProgram.erased, setForCard.erased, setForProgram.erased,
        replaceForProgram.erased,
    ]

    /// The controls that count for a card's payments.
    package struct InForce: Hashable, Sendable {
        package let card: CardControls
        package let program: CardControls
        /// The program's draft, if it is in shadow.
        package let shadow: Shadow?
        /// Rises with each change of any, also of a draft that is not in shadow.
        let version: Int64

        init(card: CardControls, program: CardControls, shadow: Shadow? = nil, version: Int64) {
            (self.card, self.program, self.shadow, self.version) = (card, program, shadow, version)
        }

        /// For ``Facts/controls``.
        package var all: [CardControls] { [card, program] }

        /// The counters of all limits, and of those of the draft. Limits of one transaction have no counter.
        var counters: [Counter] {
            let limited = all + [shadow?.controls].compactMap(\.self)
            let counters = Set(limited.flatMap(\.limits).map(\.counter).filter { $0.window != .transaction })
            return counters.sorted { ($0.window.rawValue, $0.channelName) < ($1.window.rawValue, $1.channelName) }
        }
    }

    /// A draft that judges beside the live controls.
    package struct Shadow: Hashable, Sendable {
        let program: String
        package let controls: CardControls
        let version: Int64
    }

    /// The controls of a card and of its program.
    package static func inForce(
        for card: CardID, of holder: AccountHolder, program: String
    ) -> Query<InForce> {
        inForce(.id(holder), .id(card), .text(program))
    }

    /// A card's own controls; no row if none were ever set.
    public static func controls(ofCard card: CardID, of holder: AccountHolder) -> Query<CardControls> {
        ofCard(.id(holder), .id(card))
    }

    /// A program's controls; no row if none were ever set.
    public static func controls(ofProgram program: String) -> Query<CardControls> { ofProgram(.text(program)) }

    /// The controls of all programs that ever had some.
    package static func controlsOfEveryProgram() -> Query<(program: String, controls: CardControls)> {
        ofEveryProgram()
    }

    /// Replaces a card's controls. The spending so far still counts: ``SpendingStatements`` sums it up again.
    public static func set(
        _ controls: CardControls, forCard card: CardID, of holder: AccountHolder, at now: Date
    ) -> Query<Void> {
        Query(statement: setForCard, values: values(of: controls, forCard: card, of: holder, at: now))
    }

    /// The values of `$1` to `$12` of the statements that set a card's controls.
    package static func values(
        of controls: CardControls, forCard card: CardID, of holder: AccountHolder, at now: Date
    ) -> [SQLValue] {
        [.id(holder), .id(card)] + values(of: controls, at: now)
    }

    /// Replaces the controls of a program. They count for all its cards from the next payment on.
    ///
    /// - Parameter version: the one that they must have; nil for any.
    /// - Returns: the new version; no row if they have another one.
    public static func set(
        _ controls: CardControls, forProgram program: String, replacing version: Int64? = nil, at now: Date
    ) -> Query<Int64> {
        let values = [.text(program)] + values(of: controls, at: now)
        guard let version else { return Query(statement: setForProgram, values: values) }
        return Query(statement: replaceForProgram, values: values + [.bigint(version + 1)])
    }

    static func values(of controls: CardControls, at now: Date) -> [SQLValue] {
        let limits = controls.limits
        return [
            .textArray(controls.switchedOff.map(\.rawValue).sorted()),
            .textArray(controls.countries.allowed.map(sorted)), .textArray(sorted(controls.countries.blocked)),
            .textArray(controls.categories.allowed.map(sorted)), .textArray(sorted(controls.categories.blocked)),
            .textArray(limits.map(\.window.rawValue)), .textArray(limits.map(\.counter.channelName)),
            .bigintArray(limits.map { $0.amount ?? noLimit }),
            .bigintArray(limits.map { $0.count.map(Int64.init) ?? noLimit }), .timestamp(now),
        ]
    }

    private static func sorted(_ elements: Set<some CustomStringConvertible>) -> [String] {
        elements.map(\.description).sorted()
    }

    /// In the place of an amount or a count.
    fileprivate static let noLimit: Int64 = -1
}

extension Counter {
    /// In the place of a channel, for all channels together.
    static let allChannels = "ALL"

    var channelName: String { channel?.rawValue ?? Self.allChannels }
}

extension Row {
    /// The columns of ``ControlStatements/columns``.
    package mutating func controlsInForce() throws(PostgresFailure) -> ControlStatements.InForce {
        let (card, program, draft) = (try controls(), try controls(), try draft())
        let shadow = draft.flatMap { draft in
            draft.status == .shadow
                ? ControlStatements.Shadow(program: draft.program, controls: draft.controls, version: draft.version)
                : nil
        }
        return ControlStatements.InForce(
            card: card.controls, program: program.controls, shadow: shadow,
            version: card.version + program.version + (draft?.version ?? 0))
    }

    /// The columns of ``ControlStatements/cardColumns``.
    package mutating func cardControls() throws(PostgresFailure) -> CardControls { try controls().controls }

    /// The columns of ``ControlStatements/draftColumns``; nil if they are null, because the program never had a draft.
    mutating func draft() throws(PostgresFailure) -> (
        program: String, controls: CardControls, version: Int64, status: RulesDraft.Status
    )? {
        let program = try optionalText("program_name")
        let (controls, version) = try controls()
        let status = try optionalText("status", as: RulesDraft.Status.self)
        return program.flatMap { program in status.map { (program, controls, version, $0) } }
    }

    /// One set of controls; none if its columns are null, because no controls were set.
    fileprivate mutating func controls() throws(PostgresFailure) -> (controls: CardControls, version: Int64) {
        let switchedOff = try words("switched_off", "a channel") { Channel(rawValue: $0) }
        let countries = try filter("allowed_countries", "blocked_countries", "a country") { CountryCode($0) }
        let categories = try filter("allowed_categories", "blocked_categories", "a category") { MerchantCategory($0) }
        let windows = try optionalTextArray("limit_windows") ?? []
        let channels = try optionalTextArray("limit_channels") ?? []
        let amounts = try optionalBigintArray("limit_amounts") ?? []
        let counts = try optionalBigintArray("limit_counts") ?? []
        let limits = zip(zip(windows, channels), zip(amounts, counts)).compactMap { names, values in
            Limit(window: names.0, channel: names.1, amount: values.0, count: values.1)
        }
        guard limits.count == windows.count else { throw unexpected("cannot read a limit") }
        let controls = CardControls(
            switchedOff: switchedOff ?? [], countries: countries, categories: categories, limits: limits)
        return (controls, try optionalBigint("version") ?? 0)
    }

    private mutating func filter<Element>(
        _ allowed: StaticString, _ blocked: StaticString, _ what: String, _ read: (String) -> Element?
    ) throws(PostgresFailure) -> CardControls.Filter<Element> {
        CardControls.Filter(allowed: try words(allowed, what, read), blocked: try words(blocked, what, read) ?? [])
    }

    private mutating func words<Element: Hashable>(
        _ column: StaticString, _ what: String, _ read: (String) -> Element?
    ) throws(PostgresFailure) -> Set<Element>? {
        guard let texts = try optionalTextArray(column) else { return nil }
        let elements = texts.compactMap(read)
        guard elements.count == texts.count else { throw unexpected("cannot read \(what)") }
        return Set(elements)
    }
}

extension Limit {
    fileprivate init?(window: String, channel: String, amount: Int64, count: Int64) {
        guard let window = Window(rawValue: window) else { return nil }
        let isOfAll = channel == Counter.allChannels
        guard isOfAll || Channel(rawValue: channel) != nil else { return nil }
        self.init(
            window, channel: Channel(rawValue: channel), amount: amount == ControlStatements.noLimit ? nil : amount,
            count: count == ControlStatements.noLimit ? nil : Int(count))
    }
}
