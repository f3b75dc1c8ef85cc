import Authorizing
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres

/// The statements that read many payments at once, for a clearing file and for its breaks.
enum ClearingStatements {
    /// Looks at pending holds, because an authorization that still waits for its first clearing has one. A hold ends
    /// 1 to 365 days after it was placed, so those of one day expire within a range.
    private static let uncleared = Statement(
        "clearing_uncleared",
        """
        SELECT \(AuthorizationStatements.columns)
        FROM money.hold h
        JOIN "authorization" z ON z.customer_id = h.customer_id AND z.authorization_id = h.hold_id
        WHERE h.status = 'PENDING'
          AND h.expires_at >= $1 AND h.expires_at < $2::timestamptz + interval '366 days'
          AND z.status = 'APPROVED' AND z.cleared = 0 AND z.created_at >= $1 AND z.created_at < $2
          AND ($3::text IS NULL OR z.merchant_currency = $3) AND NOT starts_with(z.reference, $5)
        ORDER BY h.expires_at, h.hold_id LIMIT $4
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.authorization() }

    private static let authorizations = Statement(
        "clearing_authorizations",
        "SELECT \(AuthorizationStatements.columns) FROM \"authorization\" z WHERE z.authorization_id = ANY ($1)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.authorization() }

    static let all = [uncleared.erased, authorizations.erased]

    /// The approved authorizations of a day that wait for their first clearing, without those of gateways, which clear
    /// their payments by themselves; those whose holds end first at the
    /// beginning.
    static func uncleared(
        on day: ClearingDay, in currency: Currency?, limit: Int
    ) -> Query<Authorization> {
        uncleared(
            .timestamp(day.begin), .timestamp(day.end), .text(currency?.code), .bigint(Int64(limit)),
            .text(NetworkReference.gatewayPrefix))
    }

    /// Those of these ids that exist, in any order.
    static func authorizations(_ ids: [AuthorizationID]) -> Query<Authorization> {
        authorizations(.uuidArray(ids.map(\.rawValue)))
    }
}
