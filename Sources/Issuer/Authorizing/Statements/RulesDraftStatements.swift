import Foundation
import Postgres

/// Drafts of programs' controls. Their version is a part of that of each card's counters (``ControlStatements``), so it
/// never falls.
public enum RulesDraftStatements {
    static let draft = Statement("rules_draft_set", ControlStatements.settingOfDraft)

    /// The drafts that are not over.
    private static let running = """
        SELECT \(ControlStatements.draftColumns), changed_at, replaced_version,
               coalesce((
                   SELECT live.version FROM program_controls live
                   WHERE live.program_name = rules_draft.program_name), 0) AS version_in_force
        FROM rules_draft WHERE status IN ('OPEN', 'SHADOW')
        """

    static let find: Statement<RulesDraft> = Statement(
        "rules_draft_find",
        "\(running) AND program_name = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.rulesDraft() }

    static let hold: Statement<RulesDraft> = Statement(
        "rules_draft_hold",
        "\(running) AND program_name = $1 FOR UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.rulesDraft() }

    static let list: Statement<RulesDraft> = Statement(
        "rules_draft_list",
        "\(running) ORDER BY program_name"
    ) { (row: inout Row) throws(PostgresFailure) in try row.rulesDraft() }

    static let move = Statement(
        "rules_draft_move",
        """
        UPDATE rules_draft SET status = $2, version = version + 1, changed_at = $3
        WHERE program_name = $1 AND status IN ('OPEN', 'SHADOW')
        """)

    static let all = [draft.erased, find.erased, hold.erased, list.erased, move.erased]

    /// Makes or replaces a program's draft, which is open afterwards.
    package static func set(_ controls: CardControls, forProgram program: String, at now: Date) -> Query<Void> {
        Query(statement: draft, values: [.text(program)] + ControlStatements.values(of: controls, at: now))
    }

    /// The draft of a program that is not over.
    package static func draft(ofProgram program: String) -> Query<RulesDraft> { find(.text(program)) }

    /// The same, held until the transaction ends.
    package static func hold(ofProgram program: String) -> Query<RulesDraft> { hold(.text(program)) }

    /// All drafts that are not over, by their programs.
    package static func drafts() -> Query<RulesDraft> { list() }

    /// Changes the status of a draft that is not over.
    package static func move(
        _ program: String, to status: RulesDraft.Status, at now: Date
    ) -> Query<Void> {
        move(.text(program), .text(status.rawValue), .timestamp(now))
    }
}

extension Row {
    fileprivate mutating func rulesDraft() throws(PostgresFailure) -> RulesDraft {
        guard let draft = try draft() else { throw unexpected("finds no draft") }
        return RulesDraft(
            program: draft.program, controls: draft.controls, status: draft.status, version: draft.version,
            changedAt: try timestamp("changed_at"), replacing: try optionalBigint("replaced_version"),
            inForce: try bigint("version_in_force"))
    }
}
