import Postgres

/// The invariants of the ledger, checked over all rows. They read everything, so they are for maintenance and tests.
public enum CheckStatements {
    /// A row that violates an invariant.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        /// The name of the statement, which is the rule.
        public let rule: String
        /// The thing that is wrong: an account, a journal, a hold or a balance.
        public let subject: String
        public let expected: String
        public let found: String

        public var description: String { "\(rule): \(subject) should be \(expected), and is \(found)." }
    }

    /// The number of the rows that were checked, and the violations.
    public struct Report: Hashable, Sendable {
        public let accounts: Int64
        public let holds: Int64
        public let journals: Int64
        /// At most 100 violations of each invariant: none if the ledger adds up.
        public let findings: [Finding]
    }

    /// Checks every invariant, and those of the caller.
    ///
    /// All are checked in one snapshot of the data, so others may write meanwhile.
    public static func report(
        on database: Database, and others: [Statement<Finding>] = []
    ) async throws(PostgresFailure) -> Report {
        try await database.maintain { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
            try tx.run(
                script: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", named: "ledger_check_begin")
            var findings: [Finding] = []
            for statement in statements + others { findings += try tx.run(statement()) }
            let counted = try tx.run(extent()).first
            return Report(
                accounts: counted?.accounts ?? 0, holds: counted?.holds ?? 0, journals: counted?.journals ?? 0,
                findings: findings)
        }
    }

    static var all: [AnyStatement] { statements.map(\.erased) + [extent.erased, owedToCustomers.erased] }

    /// The sum of the customers' accounts in each currency.
    static let owedToCustomers = Statement(
        "ledger_check_owed", "SELECT currency, sum(posted)::text AS credit FROM money.account GROUP BY currency"
    ) { (row: inout Row) throws(PostgresFailure) in
        HouseStatements.HouseBalance(
            account: .customer, currency: try row.text("currency", as: Currency.self),
            credit: try row.text("credit", as: HouseStatements.WideAmount.self))
    }

    private static let extent = Statement(
        "ledger_check_extent",
        """
        SELECT (SELECT count(*) FROM money.account) AS accounts, (SELECT count(*) FROM money.hold) AS holds,
               (SELECT count(*) FROM money.journal) AS journals
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (accounts: try row.bigint("accounts"), holds: try row.bigint("holds"), journals: try row.bigint("journals"))
    }

    private static let statements = [
        check(
            "posted_is_the_sum_of_entries",
            """
            SELECT format('the %s of customer %s', coalesce(a.currency, e.currency),
                          coalesce(a.customer_id, e.customer_id)),
                   coalesce(e.sum, 0)::text, a.posted::text
            FROM money.account a
            FULL JOIN (SELECT customer_id, currency, sum(change) AS sum FROM money.entry
                       WHERE ledger_account = 'customer' GROUP BY customer_id, currency) e
                ON e.customer_id = a.customer_id AND e.currency = a.currency
            WHERE coalesce(e.sum, 0) IS DISTINCT FROM a.posted
            """),
        check(
            "held_is_the_sum_of_holds",
            """
            SELECT format('account %s of customer %s', a.account_id, a.customer_id),
                   coalesce(h.sum, 0)::text, a.held::text
            FROM money.account a
            LEFT JOIN (SELECT customer_id, account_id, sum(held) AS sum FROM money.hold
                       GROUP BY customer_id, account_id) h
                ON h.customer_id = a.customer_id AND h.account_id = a.account_id
            WHERE coalesce(h.sum, 0) <> a.held
            """),
        check(
            "journals_lead_to_their_balances",
            """
            SELECT format('journal %s of account %s', journal_id, account_id), sum::text, balance::text
            FROM (SELECT j.*, sum(coalesce(e.change, 0)) OVER (
                             PARTITION BY j.customer_id, j.account_id ORDER BY j.version) AS sum
                  FROM money.journal j
                  LEFT JOIN (SELECT customer_id, journal_id, sum(change) AS change FROM money.entry
                             WHERE ledger_account = 'customer' GROUP BY customer_id, journal_id) e
                      ON e.customer_id = j.customer_id AND e.journal_id = j.journal_id
                  WHERE j.account_id IS NOT NULL) journals
            WHERE sum <> balance
            """),
        check(
            "journals_are_balanced",
            """
            SELECT format('journal %s in %s', journal_id, currency), '0', sum(change)::text
            FROM money.entry GROUP BY customer_id, journal_id, currency HAVING sum(change) <> 0
            """),
        check(
            "journals_have_postings",
            """
            SELECT format('the postings of journal %s', j.journal_id), 'at least 1', '0'
            FROM money.journal j
            WHERE NOT EXISTS (SELECT FROM money.posting p
                              WHERE p.customer_id = j.customer_id AND p.journal_id = j.journal_id)
            """),
        check(
            "transactions_say_what_their_journals_moved",
            """
            SELECT format('transaction %s', t.transaction_id), coalesce(e.change, 0)::text,
                   (CASE t.direction WHEN 'CREDIT' THEN t.amount ELSE -t.amount END)::text
            FROM money.transaction t
            LEFT JOIN (SELECT customer_id, journal_id, sum(change) AS change FROM money.entry
                       WHERE ledger_account = 'customer' GROUP BY customer_id, journal_id) e
                ON e.customer_id = t.customer_id AND e.journal_id = t.journal_id
            WHERE t.journal_id IS NOT NULL
              AND coalesce(e.change, 0) <> CASE t.direction WHEN 'CREDIT' THEN t.amount ELSE -t.amount END
            """),
        check(
            "house_balances_are_the_sums_of_folded_entries",
            """
            SELECT format('%s in %s of shard %s', coalesce(b.ledger_account, e.ledger_account),
                          coalesce(b.currency, e.currency), coalesce(b.shard, e.shard)),
                   coalesce(e.sum, 0)::text, coalesce(b.balance, 0)::text
            FROM money.house_balance b
            FULL JOIN (SELECT e.shard, e.ledger_account, e.currency, sum(e.change) AS sum
                       FROM money.entry e JOIN money.fold f ON f.shard = e.shard
                       WHERE e.fold_number < f.folded_to AND e.ledger_account <> 'customer'
                       GROUP BY e.shard, e.ledger_account, e.currency) e
                ON e.shard = b.shard AND e.ledger_account = b.ledger_account AND e.currency = b.currency
            WHERE coalesce(e.sum, 0) <> coalesce(b.balance, 0)
            """,
            // What is folded is read at once from one machine, because another one may not have it yet.
            onCluster: """
                WITH folded AS MATERIALIZED (
                    SELECT f.shard, f.folded_to, b.ledger_account, b.currency, b.balance
                    FROM money.fold f LEFT JOIN money.house_balance b ON b.shard = f.shard
                )
                SELECT format('%s in %s of shard %s', coalesce(b.ledger_account, e.ledger_account),
                              coalesce(b.currency, e.currency), coalesce(b.shard, e.shard)),
                       coalesce(e.sum, 0)::text, coalesce(b.balance, 0)::text
                FROM (SELECT * FROM folded WHERE ledger_account IS NOT NULL) b
                FULL JOIN (SELECT e.shard, e.ledger_account, e.currency, sum(e.change) AS sum
                           FROM money.entry e
                           JOIN (SELECT DISTINCT shard, folded_to FROM folded) f ON f.shard = e.shard
                           WHERE e.fold_number < f.folded_to AND e.ledger_account <> 'customer'
                           GROUP BY e.shard, e.ledger_account, e.currency) e
                    ON e.shard = b.shard AND e.ledger_account = b.ledger_account AND e.currency = b.currency
                WHERE coalesce(e.sum, 0) <> coalesce(b.balance, 0)
                """),
        check(
            "fold_numbers_are_drawn_once",
            """
            SELECT format('the last number of shard %s', shard), format('at most %s', last_value), last::text
            FROM money.next_fold_number, LATERAL (
                SELECT shard, max(number) AS last
                FROM (SELECT shard, folded_to AS number FROM money.fold
                      UNION ALL SELECT shard, fold_number FROM money.posting) numbers
                GROUP BY shard) shards
            WHERE last > last_value
            """,
            // Other machines than the first coordinator have ranges of their own, from 2^48 on.
            onCluster: """
                SELECT format('the last number of shard %s', shard), format('at most %s', last_value), last::text
                FROM money.next_fold_number, LATERAL (
                    SELECT shard, max(number) AS last
                    FROM (SELECT shard, folded_to AS number FROM money.fold
                          UNION ALL SELECT shard, fold_number FROM money.posting WHERE fold_number < 281474976710656
                    ) numbers
                    GROUP BY shard) shards
                WHERE last > last_value
                """),
        check(
            "accounts_are_numbered",
            """
            SELECT format('the customer of account %s', a.account_id), a.customer_id::text,
                   coalesce(n.customer_id::text, 'nobody')
            FROM money.account a LEFT JOIN money.account_number n ON n.account_id = a.account_id
            WHERE n.customer_id IS DISTINCT FROM a.customer_id
            """,
            // Each machine gets all numbers.
            onCluster: """
                SELECT format('the customer of account %s', a.account_id), a.customer_id::text,
                       coalesce(n.customer_id::text, 'nobody')
                FROM money.account a
                LEFT JOIN (SELECT account_id, customer_id FROM money.account_number OFFSET 0) n
                    ON n.account_id = a.account_id
                WHERE n.customer_id IS DISTINCT FROM a.customer_id
                """),
    ]

    /// A rule that is checked.
    ///
    /// - Parameters:
    ///   - sql: selects what violates it: the subject, what is expected, and what is found, as texts.
    ///   - clusterSQL: the same for a cluster; nil if it is the same text.
    package static func check(
        _ rule: String, _ sql: String, onCluster clusterSQL: String? = nil
    ) -> Statement<Finding> {
        func limited(_ sql: String) -> String {
            "SELECT * FROM (\(sql)) AS finding (subject, expected, found) LIMIT 100"
        }
        let (name, texts) = ("ledger_check_\(rule)", (limited(sql), clusterSQL.map(limited)))
        return Statement(name, texts.0, onCluster: texts.1) { (row: inout Row) throws(PostgresFailure) in
            Finding(
                rule: rule, subject: try row.text("subject"), expected: try row.text("expected"),
                found: try row.optionalText("found") ?? "missing")
        }
    }
}
