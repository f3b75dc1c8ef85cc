import Foundation
import Identifiers
import Ledger
import Postgres

/// Authorizations. Each is written under the lock of its account (``Ledger/AccountStatements/lock(_:of:)``).
public enum AuthorizationStatements {
    private static let names = """
        customer_id authorization_id account_id card_id reference lifecycle authorization_type status is_refund
        pays_at_once currency approved reversed released cleared refunded merchant_amount merchant_currency collected
        collected_converted returned returned_converted converted atm_fee fx_fee rate_numerator rate_denominator
        response_code approval_code decided_by merchant_category merchant_country merchant_name merchant_city
        merchant_id terminal_id entry_mode card_presence wallet challenge channels slip_id changes created_at changed_at
        """.split(whereSeparator: \.isWhitespace)

    /// The columns of an authorization, in the order in which they are read; the table is `z` in the statement.
    package static let columns = names.map { "z.\($0)" }.joined(separator: ", ")

    static let begin = Statement(
        "authorization_begin",
        """
        INSERT INTO "authorization" (\(names.joined(separator: ", ")))
        SELECT \(names.indices.map { names[$0] == "slip_id" ? "t.slip_id" : "$\($0 + 1)" }.joined(separator: ", "))
        FROM (VALUES (true)) one
        LEFT JOIN money.transaction t ON t.customer_id = $1 AND t.journal_id = $\(journal)::uuid
        """)

    /// The number of the parameter for the journal, which takes the place of the slip.
    private static let journal = (names.firstIndex(of: "slip_id") ?? 0) + 1

    private static func slip(_ customer: String, _ journal: String) -> String {
        "SELECT slip_id FROM money.transaction WHERE customer_id = \(customer) AND journal_id = \(journal)::uuid"
    }

    static let change = Statement(
        "authorization_change",
        """
        UPDATE "authorization" SET
            status = $3, approved = $4, reversed = $5, released = $6, cleared = $7, refunded = $8,
            merchant_amount = $9, collected = $10, collected_converted = $11, returned = $12, returned_converted = $13,
            converted = $14, atm_fee = $15, fx_fee = $16,
            slip_id = coalesce((\(slip("$1", "$17"))), slip_id), changes = changes + 1, changed_at = $18
        WHERE customer_id = $1 AND authorization_id = $2
        """)

    static let find = Statement(
        "authorization_find",
        "SELECT \(columns) FROM \"authorization\" z WHERE z.customer_id = $1 AND z.authorization_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.authorization() }

    static let findAnywhere = Statement(
        "authorization_find_anywhere",
        "SELECT \(columns) FROM \"authorization\" z WHERE z.authorization_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.authorization() }

    /// If the page is empty, there is one row, in which the columns of the page are null.
    static let page: Statement<(total: Int, record: Authorization?)> = Statement(
        "authorization_page",
        """
        WITH matching AS NOT MATERIALIZED (
            SELECT * FROM "authorization"
            WHERE customer_id = $1
              AND ($2::bigint IS NULL OR account_id = $2) AND ($3::uuid IS NULL OR card_id = $3)
              AND ($4::text IS NULL OR status = $4)
              AND ($5::timestamptz IS NULL OR created_at >= $5) AND ($6::timestamptz IS NULL OR created_at <= $6))
        SELECT total.number, page.*
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN LATERAL (
            SELECT \(columns) FROM matching z ORDER BY z.created_at DESC, z.insertion DESC LIMIT $7 OFFSET $8
        ) page ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        guard try !row.isNull("customer_id") else { return (total, nil) }
        return (total, try row.authorization())
    }

    static let expire = Statement(
        "authorization_expire",
        """
        UPDATE "authorization" z SET
            status = 'EXPIRED', released = z.released + e.freed, changes = z.changes + 1, changed_at = $4
        FROM unnest($2::uuid[], $3::bigint[]) AS e (authorization_id, freed)
        WHERE z.customer_id = $1 AND z.authorization_id = e.authorization_id
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.authorization() }

    static let all = [begin.erased, change.erased, find.erased, findAnywhere.erased, page.erased, expire.erased]

    /// Writes a new authorization.
    ///
    /// - Parameter journal: the journal of its money, which was posted and has a transaction; nil if none moved.
    package static func begin(_ authorization: Authorization, journal: JournalID?) -> Query<Void> {
        let (payment, answer, price) = (authorization.payment, authorization.answer, authorization.price)
        let (state, merchant) = (authorization.state, authorization.payment.merchant)
        let identity: [SQLValue] = [
            .id(authorization.holder), .id(authorization.id), .id(authorization.account),
            .id(authorization.card), .text(payment.reference.text), .text(payment.lifecycle.text),
            .text(payment.type.rawValue), .text(state.status.rawValue), .boolean(state.isRefund),
            .boolean(payment.paysAtOnce), .currency(state.currency),
        ]
        let place: [SQLValue] = [
            .integer(merchant.category.number), .text(merchant.country.letters), .text(merchant.name),
            .text(merchant.city), .text(merchant.id), .text(merchant.terminalID), .text(payment.entryMode.rawValue),
            .text(payment.cardPresence.rawValue), .text(payment.wallet?.rawValue), .text(payment.challenge.rawValue),
            .textArray(payment.channels.map(\.rawValue).sorted()),
        ]
        return Query(
            statement: begin,
            values: identity + amounts(of: state)
                + [.minorUnits(of: authorization.amount), .currency(authorization.amount.currency)]
                + amounts(of: authorization.settlement) + costs(of: price)
                + [
                    .bigint(authorization.rate?.numerator), .bigint(authorization.rate?.denominator),
                    .text(answer.code.rawValue), .text(answer.approvalCode), .text(answer.decidedBy.rawValue),
                ] + place
                + [
                    .id(journal), .integer(authorization.changes), .timestamp(authorization.createdAt),
                    .timestamp(authorization.changedAt),
                ])
    }

    /// Writes the changes by a message: those of the state, the amount, the price and the settlement.
    package static func change(_ authorization: Authorization, journal: JournalID?, at now: Date) -> Query<Void> {
        Query(
            statement: change,
            values: [
                .id(authorization.holder), .id(authorization.id),
                .text(authorization.state.status.rawValue),
            ] + amounts(of: authorization.state) + [.minorUnits(of: authorization.amount)]
                + amounts(of: authorization.settlement) + costs(of: authorization.price)
                + [.id(journal), .timestamp(now)])
    }

    private static func amounts(of state: AuthorizationState) -> [SQLValue] {
        [state.approved, state.reversed, state.released, state.cleared, state.refunded].map(SQLValue.minorUnits(of:))
    }

    private static func amounts(of settlement: Settlement) -> [SQLValue] {
        [settlement.collected, settlement.returned].flatMap { sum in
            [.minorUnits(of: sum.amount), .minorUnits(of: sum.converted)]
        }
    }

    private static func costs(of price: Quote?) -> [SQLValue] {
        func fee(_ reason: LedgerAccount.Fee) -> SQLValue {
            .bigint(price?.fees.first { $0.reason == reason }?.amount.minorUnits ?? 0)
        }
        return [.bigint(price?.converted.minorUnits), fee(.atm), fee(.fx)]
    }

    public static func find(_ id: AuthorizationID, of holder: AccountHolder) -> Query<Authorization> {
        find(.id(holder), .id(id))
    }

    /// The authorization with an id, of any cardholder.
    public static func authorization(_ id: AuthorizationID) -> Query<Authorization> {
        findAnywhere(.id(id))
    }

    /// One page of a customer's authorizations, newest first, with the number of all that match.
    public static func page(
        of holder: AccountHolder, matching filter: AuthorizationFilter, limit: Int, offset: Int
    ) -> Query<(total: Int, record: Authorization?)> {
        page(
            .id(holder), .id(filter.account), .id(filter.card), .text(filter.status?.rawValue),
            .timestamp(filter.start), .timestamp(filter.end), .bigint(Int64(limit)), .bigint(Int64(offset)))
    }

    /// Ends the authorizations of holds that have expired, and returns them.
    ///
    /// - Parameter expired: the result of ``Ledger/HoldStatements/expire(on:of:at:)``.
    public static func expire(
        _ expired: [HoldStatements.Expired], of holder: AccountHolder, at now: Date
    ) -> Query<Authorization> {
        expire(
            .id(holder), .ids(expired.map(\.hold)),
            .bigintArray(expired.map(\.released.minorUnits)), .timestamp(now))
    }
}
