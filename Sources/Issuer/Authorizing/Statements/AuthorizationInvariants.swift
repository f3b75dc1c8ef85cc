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
        CheckStatements.check(
            "disputes_are_what_is_in_dispute",
            """
            SELECT format('the %s in dispute of customer %s', coalesce(d.currency, e.currency),
                          coalesce(d.customer_id, e.customer_id)),
                   coalesce(d.sum, 0)::text, coalesce(e.sum, 0)::text
            FROM (SELECT customer_id, currency, sum(credited - collected - written_off) AS sum FROM dispute
                  GROUP BY customer_id, currency) d
            FULL JOIN (SELECT customer_id, currency, -sum(change) AS sum FROM money.entry
                       WHERE ledger_account = 'dispute' GROUP BY customer_id, currency) e
                ON e.customer_id = d.customer_id AND e.currency = d.currency
            WHERE coalesce(d.sum, 0) <> coalesce(e.sum, 0)
            """),
    ]
}
