import Authorizing
import Foundation
import Identifiers
import Ledger
import Postgres

/// Breaks of clearing files, and their resolution.
enum ClearingBreakStatements {
    private static let columns = """
        b.break_id, b.kind, b.authorization_id, f.reference AS file_reference, b.line_number, b.reference, b.is_booked,
        b.amount, b.currency, b.authorized, b.authorized_currency, b.explanation, b.opened_at, b.resolved_at,
        b.resolved_by, b.reason, b.journal_id IS NOT NULL AS is_loss
        """

    private static let selectOpen = Statement(
        "clearing_break_list",
        """
        SELECT \(columns)
        FROM clearing_break b LEFT JOIN clearing_file f ON f.file_id = b.file_id
        WHERE b.resolved_at IS NULL AND (b.opened_at, b.break_id) > ($1, $2)
        ORDER BY b.opened_at, b.break_id LIMIT $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingBreak() }

    /// Only the index by kind has the order of this one. With `kind = $3`, Postgres may walk through the open breaks of
    /// all kinds by age until it has enough of this kind.
    private static let selectOpenOfKind = Statement(
        "clearing_break_list_of_kind",
        """
        SELECT \(columns)
        FROM clearing_break b LEFT JOIN clearing_file f ON f.file_id = b.file_id
        WHERE b.resolved_at IS NULL AND (b.kind, b.opened_at, b.break_id) > ($3, $1, $2) AND b.kind <= $3
        ORDER BY b.kind, b.opened_at, b.break_id LIMIT $4
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingBreak() }

    private static let selectOne = Statement(
        "clearing_break_find",
        """
        SELECT \(columns)
        FROM clearing_break b LEFT JOIN clearing_file f ON f.file_id = b.file_id WHERE b.break_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingBreak() }

    private static let close = Statement(
        "clearing_break_resolve",
        """
        UPDATE clearing_break SET resolved_at = $2, resolved_by = $3, reason = $4, journal_id = $5
        WHERE break_id = $1 AND resolved_at IS NULL RETURNING break_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("break_id", ClearingBreakID.self) }

    /// Also those of earlier programs, which claim no reference.
    private static let selectLosses = Statement(
        "clearing_break_losses",
        """
        SELECT \(columns)
        FROM clearing_break b LEFT JOIN clearing_file f ON f.file_id = b.file_id
        WHERE b.reference = ANY ($1::text[]) AND b.journal_id IS NOT NULL
        ORDER BY b.resolved_at, b.break_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.clearingBreak() }

    /// Waits for another transaction that claims the reference. If that one commits, this one changes nothing and
    /// returns the other break.
    private static let claimLoss = Statement(
        "clearing_loss_claim",
        """
        INSERT INTO clearing_loss AS l (reference, break_id) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT clearing_is_lost_once DO UPDATE SET break_id = l.break_id
        RETURNING break_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("break_id", ClearingBreakID.self) }

    static let all = [
        selectOpen.erased, selectOpenOfKind.erased, selectOne.erased, close.erased, selectLosses.erased,
        claimLoss.erased,
    ]

    /// A page of the open breaks, the oldest first.
    ///
    /// - Parameter last: the last break of the page before; nil for the first page.
    static func open(
        of kind: ClearingBreak.Kind?, after last: ClearingBreak?, limit: Int
    ) -> Query<ClearingBreak> {
        let (date, id) = (last?.openedAt ?? .distantPast, last?.id.rawValue ?? UUID.nothing)
        guard let kind else { return selectOpen(.timestamp(date), .uuid(id), .bigint(Int64(limit))) }
        return selectOpenOfKind(.timestamp(date), .uuid(id), .text(kind.rawValue), .bigint(Int64(limit)))
    }

    static func find(_ id: ClearingBreakID) -> Query<ClearingBreak> { selectOne(.id(id)) }

    /// The breaks under which these references were paid as losses, the earliest first.
    static func losses(of references: [NetworkReference]) -> Query<ClearingBreak> {
        selectLosses(.textArray(references.map(\.text)))
    }

    /// Claims a reference for the loss of a break: of each reference only one is paid.
    ///
    /// - Returns: the break that has the reference, which is another one if it came first.
    static func claimLoss(of reference: NetworkReference, for id: ClearingBreakID) -> Query<ClearingBreakID> {
        claimLoss(.text(reference.text), .id(id))
    }

    /// Resolves a break that is open. No row if it is not.
    static func resolve(_ id: ClearingBreakID, _ resolution: ClearingBreak.Resolution, loss: JournalID?)
        -> Query<ClearingBreakID> {
        close(
            .id(id), .timestamp(resolution.at), .text(resolution.by), .text(resolution.reason), .id(loss))
    }
}

extension UUID {
    /// Before every other one.
    fileprivate static let nothing = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Row {
    fileprivate mutating func clearingBreak() throws(PostgresFailure) -> ClearingBreak {
        let id = try id("break_id", ClearingBreakID.self)
        let kind = try text("kind", as: ClearingBreak.Kind.self)
        let authorization = try self.id("authorization_id", AuthorizationID.self)
        let file = try optionalText("file_reference")
        let number = try optionalInteger("line_number") as Int?
        let reference = try optionalText("reference")
        let isBooked = try boolean("is_booked")
        let amount = try optionalBigint("amount")
        let currency = try optionalText("currency", as: Currency.self)
        let authorized = try optionalBigint("authorized")
        let authorizedCurrency = try optionalText("authorized_currency", as: Currency.self)
        let explanation = try optionalText("explanation")
        let openedAt = try timestamp("opened_at")
        let resolvedAt = try optionalTimestamp("resolved_at")
        let (by, reason) = (try optionalText("resolved_by"), try optionalText("reason"))
        let isLoss = try boolean("is_loss")
        var line: ClearingBreak.Line?
        if let file = file.flatMap({ NetworkReference($0) }), let own = reference.flatMap({ NetworkReference($0) }),
            let number, let amount, let currency {
            line = ClearingBreak.Line(
                fileReference: file, number: number, reference: own,
                amount: Money(minorUnits: amount, currency: currency))
        }
        var resolution: ClearingBreak.Resolution?
        if let resolvedAt, let by, let reason {
            resolution = ClearingBreak.Resolution(at: resolvedAt, by: by, reason: reason, isLoss: isLoss)
        }
        return ClearingBreak(
            id: id, kind: kind, authorization: authorization, line: line,
            authorized: authorized.flatMap { amount in
                authorizedCurrency.map { Money(minorUnits: amount, currency: $0) }
            },
            isBooked: isBooked, explanation: explanation, openedAt: openedAt, resolution: resolution)
    }
}
