import Ledger
import Postgres

/// The invariants of clearing files, checked over all rows; see ``Ledger/CheckStatements``.
public enum ClearingInvariants {
    public static let all = [
        CheckStatements.check(
            "positions_are_the_sums_of_clearings",
            """
            SELECT format('the position of %s with %s in %s', coalesce(p.day, l.day), coalesce(p.scheme, l.scheme),
                          coalesce(p.currency, l.currency)),
                   format('%s lines, %s, %s', coalesce(l.lines, 0), coalesce(l.amount, 0), coalesce(l.interchange, 0)),
                   format('%s lines, %s, %s', coalesce(p.lines, 0), coalesce(p.amount, 0), coalesce(p.interchange, 0))
            FROM clearing_position p
            FULL JOIN (SELECT (f.received_at AT TIME ZONE 'UTC')::date AS day, l.scheme, l.currency,
                              count(*) AS lines, sum(l.amount) AS amount, sum(l.interchange) AS interchange
                       FROM clearing_line l JOIN clearing_file f ON f.file_id = l.file_id
                       GROUP BY 1, 2, 3) l
                ON l.day = p.day AND l.scheme = p.scheme AND l.currency = p.currency
            WHERE (coalesce(p.lines, 0), coalesce(p.amount, 0), coalesce(p.interchange, 0))
               <> (coalesce(l.lines, 0), coalesce(l.amount, 0), coalesce(l.interchange, 0))
            """),
        CheckStatements.check(
            "clearings_of_files_are_in_the_ledger",
            """
            WITH collected AS MATERIALIZED (    -- on a cluster, lines are not beside their authorizations
                SELECT customer_id, authorization_id, currency, sum(amount) AS amount
                FROM clearing_line GROUP BY customer_id, authorization_id, currency
            )
            SELECT format('what the files collected of %s', c.authorization_id),
                   format('at most %s', coalesce(posted.amount, 0)), c.amount::text
            FROM collected c
            JOIN "authorization" z ON z.customer_id = c.customer_id AND z.authorization_id = c.authorization_id
                AND NOT z.pays_at_once    -- its journal names no hold
            LEFT JOIN LATERAL (
                SELECT sum(p.amount) AS amount
                FROM money.journal j
                JOIN money.posting p ON p.customer_id = j.customer_id AND p.journal_id = j.journal_id
                WHERE j.customer_id = z.customer_id AND j.hold_id = z.authorization_id
                  AND p.currency = c.currency AND p.credit LIKE 'scheme:%'
            ) posted ON true
            WHERE c.amount > coalesce(posted.amount, 0)
            """),
        CheckStatements.check(
            "house_journals_with_schemes_are_the_sums_of_positions",
            """
            SELECT format('the %s of scheme %s in %s', coalesce(p.purpose, j.purpose), coalesce(p.scheme, j.scheme),
                          coalesce(p.currency, j.currency)),
                   coalesce(p.amount, 0)::text, coalesce(j.amount, 0)::text
            FROM (SELECT 'interchange' AS purpose, scheme, currency, sum(interchange) AS amount
                  FROM clearing_position GROUP BY scheme, currency
                  UNION ALL
                  SELECT 'losses', scheme, currency, sum(losses) FROM clearing_position GROUP BY scheme, currency
                  UNION ALL
                  SELECT 'payments', scheme, currency, sum(amount - interchange + losses) FROM clearing_position
                  WHERE settled_at IS NOT NULL GROUP BY scheme, currency) p
            FULL JOIN (
                SELECT CASE WHEN credit = 'income:OTHER_FEE' THEN 'interchange' WHEN debit = 'writeoff' THEN 'losses'
                       ELSE 'payments' END AS purpose,
                       substr(CASE WHEN debit = 'writeoff' THEN credit ELSE debit END, 8) AS scheme, currency,
                       sum(amount) AS amount
                FROM money.posting
                WHERE customer_id = 0
                  AND ((debit LIKE 'scheme:%' AND credit IN ('income:OTHER_FEE', 'safeguarding'))
                       OR (debit = 'writeoff' AND credit LIKE 'scheme:%'))
                GROUP BY 1, 2, 3) j
                ON j.purpose = p.purpose AND j.scheme = p.scheme AND j.currency = p.currency
            WHERE coalesce(p.amount, 0) <> coalesce(j.amount, 0)
            """),
    ]
}
