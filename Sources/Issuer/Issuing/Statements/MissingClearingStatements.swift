import Foundation
import Identifiers
import Ledger
import Postgres

/// Authorizations for which no clearing comes.
enum MissingClearingStatements {
    /// Where a round goes on: behind a hold, in the order of the index.
    struct Place: Sendable {
        let expiresAt: Date
        let hold: HoldID
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

    static let all = [open.erased]

    /// Opens the breaks of some authorizations that were made before a time and have no clearing.
    ///
    /// - Returns: the last place that was looked at. No row if there is none.
    static func open(after place: Place?, limit: Int, madeBefore: Date, at now: Date) -> Query<Place> {
        open(
            .timestamp(place?.expiresAt ?? .distantPast), .id(place?.hold ?? first), .bigint(Int64(limit)),
            .timestamp(madeBefore), .timestamp(now))
    }

    /// Before every other id.
    private static let first = HoldID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}
