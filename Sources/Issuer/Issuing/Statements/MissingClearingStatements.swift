import Authorizing
import Foundation
import Identifiers
import Ledger
import Postgres

/// Authorizations for which no clearing comes.
package enum MissingClearingStatements {
    /// Where a round goes on: behind a hold, in the order of the index.
    struct Place: Sendable {
        let expiresAt: Date
        let hold: HoldID
    }

    /// An open break of an authorization for which no clearing has come.
    struct Missing: Sendable {
        let id: ClearingBreakID
        let openedAt: Date
        let authorization: AuthorizationID
    }

    /// Looks at some pending holds, because an authorization that waits for its first clearing has one. A break has the
    /// id of its authorization, so it is opened once, even if it was resolved.
    private static let open = Statement(
        "clearing_break_open_missing",
        """
        WITH looked AS MATERIALIZED (
            SELECT customer_id, hold_id, expires_at FROM money.hold
            WHERE status = 'PENDING' AND (expires_at, hold_id) > ($1, $2)
            ORDER BY expires_at, hold_id LIMIT $3
        ), opened AS (
            INSERT INTO clearing_break (
                break_id, kind, authorization_id, is_booked, authorized, authorized_currency, opened_at)
            SELECT webhook_id('clearing-break missing ' || z.authorization_id), 'MISSING', z.authorization_id, false,
                   z.merchant_amount, z.merchant_currency, $5
            FROM looked
            JOIN "authorization" z
                ON z.customer_id = looked.customer_id AND z.authorization_id = looked.hold_id
            WHERE z.status = 'APPROVED' AND z.cleared = 0 AND z.created_at <= $4
            ON CONFLICT ON CONSTRAINT clearing_break_is_opened_once DO NOTHING
        )
        SELECT expires_at, hold_id FROM looked ORDER BY (expires_at, hold_id) DESC LIMIT 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let expiresAt = try row.timestamp("expires_at")
        return Place(expiresAt: expiresAt, hold: try row.id("hold_id", HoldID.self))
    }

    /// Only the index by kind has this order; see `clearing_break_list_of_kind`.
    private static let page = Statement(
        "clearing_break_missing_page",
        """
        SELECT break_id, opened_at, authorization_id FROM clearing_break
        WHERE resolved_at IS NULL AND (kind, opened_at, break_id) > ('MISSING', $1, $2) AND kind <= 'MISSING'
        ORDER BY kind, opened_at, break_id LIMIT $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let id = try row.id("break_id", ClearingBreakID.self)
        let openedAt = try row.timestamp("opened_at")
        return Missing(
            id: id, openedAt: openedAt, authorization: try row.id("authorization_id", AuthorizationID.self))
    }

    /// What came in another currency than the merchant's is not in `collected`, and what was rounded to 0 not in
    /// `cleared`.
    private static let collected = Statement(
        "authorization_collected",
        """
        SELECT authorization_id FROM "authorization"
        WHERE authorization_id = ANY ($1::uuid[]) AND greatest(collected, cleared) > 0
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("authorization_id", AuthorizationID.self) }

    /// With `IS NULL`, a plan could go through all open breaks instead of the key.
    private static let end = Statement(
        "clearing_break_end_missing",
        """
        UPDATE clearing_break SET resolved_at = $1, resolved_by = 'clearing', reason = 'A clearing came.'
        WHERE break_id = ANY (ARRAY(SELECT webhook_id('clearing-break missing ' || id) FROM unnest($2::uuid[]) id))
          AND num_nulls(resolved_at) = 1
        """)

    static let all = [open.erased, page.erased, collected.erased, end.erased]

    /// Opens the breaks of some authorizations that were made before a time and have no clearing.
    ///
    /// - Returns: the last place that was looked at. No row if there is none.
    static func open(after place: Place?, limit: Int, madeBefore: Date, at now: Date) -> Query<Place> {
        open(
            .timestamp(place?.expiresAt ?? .distantPast), .id(place?.hold ?? first), .bigint(Int64(limit)),
            .timestamp(madeBefore), .timestamp(now))
    }

    /// A page of the open breaks, the oldest first.
    static func page(after last: Missing?, limit: Int) -> Query<Missing> {
        page(
            .timestamp(last?.openedAt ?? .distantPast), .uuid(last?.id.rawValue ?? first.rawValue),
            .bigint(Int64(limit)))
    }

    /// Those of these authorizations of which a clearing has collected money.
    static func collected(among ids: [AuthorizationID]) -> Query<AuthorizationID> { collected(.ids(ids)) }

    /// Ends the breaks that were opened because no clearing of these authorizations had come.
    package static func end(of ids: [AuthorizationID], at now: Date) -> Query<Void> {
        end(.timestamp(now), .ids(ids))
    }

    /// Before every other id.
    private static let first = HoldID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}
