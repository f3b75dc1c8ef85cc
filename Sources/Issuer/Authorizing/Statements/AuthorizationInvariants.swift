import Ledger
import Postgres

/// The invariants of authorizations, checked over all rows; see ``Ledger/CheckStatements``.
public enum AuthorizationInvariants {
    public static let all = [
        CheckStatements.check(
            "holds_are_the_rests_of_authorizations",
            """
            SELECT format('the hold of %s', coalesce(z.authorization_id, h.hold_id)),
                   coalesce(z.rest, 0)::text, coalesce(h.held, 0)::text
            FROM (SELECT customer_id, authorization_id,
                         greatest(approved - reversed - released - cleared, 0) AS rest FROM "authorization"
                  UNION ALL
                  SELECT customer_id, movement_id, CASE status WHEN 'PROCESSING' THEN amount ELSE 0 END
                  FROM money.movement WHERE kind <> 'DEPOSIT') z
            FULL JOIN money.hold h ON h.customer_id = z.customer_id AND h.hold_id = z.authorization_id
            WHERE coalesce(z.rest, 0) <> coalesce(h.held, 0)
            """),
    ]
}
