import Foundation
import Postgres

/// Changes that wait for a second operator.
enum WaitingChangeStatements {
    private static let columns = "change_id, operation, subject, proposed_by, proposed_at, ends_at"

    /// Lets one operator at a time propose a change, until the transaction ends.
    static let hold = Statement(
        "waiting_change_hold", "LOCK TABLE issuing.waiting_change IN SHARE ROW EXCLUSIVE MODE")

    static let forget = Statement("waiting_change_forget", "DELETE FROM waiting_change WHERE ends_at <= $1")

    static let count = Statement("waiting_change_count", "SELECT count(*) FROM waiting_change") {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    private static let insert = Statement(
        "waiting_change_add",
        """
        INSERT INTO waiting_change (\(columns), settings) VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Kinds that this program does not know are a later program's.
    private static let selectAll = Statement(
        "waiting_change_list",
        """
        SELECT \(columns) FROM waiting_change
        WHERE ends_at > $1 AND operation = ANY ($2::text[]) ORDER BY proposed_at, change_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.waitingChange() }

    private static let selectOne = Statement(
        "waiting_change_find",
        """
        SELECT \(columns), settings FROM waiting_change
        WHERE change_id = $1 AND ends_at > $2 AND operation = ANY ($3::text[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let waiting = try row.waitingChange()
        let settings = try row.optionalText("settings")
        guard let change = ProposedChange(waiting.kind, of: waiting.subject, settings: settings) else {
            throw row.unexpected("finds parts that are not those of \(waiting.kind.rawValue)")
        }
        return (waiting: waiting, change: change)
    }

    /// $2 is the name of the operator who approves.
    static let approve = Statement(
        "waiting_change_approve",
        """
        DELETE FROM waiting_change WHERE change_id = $1 AND proposed_by <> $2 AND ends_at > $3 RETURNING change_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("change_id", WaitingChangeID.self) }

    static let withdraw = Statement(
        "waiting_change_withdraw",
        "DELETE FROM waiting_change WHERE change_id = $1 AND ends_at > $2 RETURNING change_id"
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("change_id", WaitingChangeID.self) }

    static let all = [
        forget.erased, count.erased, insert.erased, selectAll.erased, selectOne.erased, approve.erased,
        withdraw.erased,
    ]

    static func add(_ change: WaitingChange, settings: String?) -> Query<Void> {
        insert(
            .id(change.id), .text(change.kind.rawValue), .text(change.subject), .text(change.proposedBy),
            .timestamp(change.proposedAt), .timestamp(change.endsAt), .text(settings))
    }

    static func list(at now: Date) -> Query<WaitingChange> { selectAll(.timestamp(now), kinds) }

    static func find(
        _ id: WaitingChangeID, at now: Date
    ) -> Query<(waiting: WaitingChange, change: ProposedChange)> {
        selectOne(.id(id), .timestamp(now), kinds)
    }

    private static var kinds: SQLValue { .textArray(ProposedChange.Kind.allCases.map(\.rawValue)) }
}

extension Row {
    fileprivate mutating func waitingChange() throws(PostgresFailure) -> WaitingChange {
        let change: WaitingChangeID = try id("change_id")
        let kind = try text("operation", as: ProposedChange.Kind.self)
        let (subject, proposedBy) = (try optionalText("subject"), try text("proposed_by"))
        let proposedAt = try timestamp("proposed_at")
        return WaitingChange(
            id: change, kind: kind, subject: subject, proposedBy: proposedBy, proposedAt: proposedAt,
            endsAt: try timestamp("ends_at"))
    }
}
