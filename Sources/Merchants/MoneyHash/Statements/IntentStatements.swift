import Foundation
import HTTPContract
import Ledger
import Payments
import Postgres

enum IntentStatements {
    /// How many intents are read at a time.
    static let batch = 100

    private static let columns = """
        intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, method, attempt, status,
        made_at, expires_at
        """

    static let add = Statement(
        "moneyhash_intent_add",
        """
        INSERT INTO merchants.moneyhash_intent (
            intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, method, attempt, status,
            made_at, expires_at)
        VALUES ($1::text, $2::text, $3::boolean, $4::text, $5::text, $6::bigint, $7::text, $8::boolean, $9::text, 1,
                'UNPROCESSED', $10::timestamptz, $11::timestamptz)
        ON CONFLICT ON CONSTRAINT moneyhash_intent_is_known_once DO NOTHING
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let find = Statement(
        "moneyhash_intent_find",
        "SELECT \(columns) FROM merchants.moneyhash_intent WHERE intent_id = $1::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.intent() }

    static let select = Statement(
        "moneyhash_intent_select_method",
        """
        UPDATE merchants.moneyhash_intent SET method = $2::text, attempt = $3::integer
        WHERE intent_id = $1::text AND attempt = $4::integer AND status = 'UNPROCESSED'
            AND (paying_until IS NULL OR paying_until <= $5::timestamptz)
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    /// Claims the payment of an attempt. Only one of many callers gets it.
    static let begin = Statement(
        "moneyhash_intent_begin_payment",
        """
        UPDATE merchants.moneyhash_intent SET paying_until = $4::timestamptz
        WHERE intent_id = $1::text AND attempt = $2::integer AND method = $3::text AND status = 'UNPROCESSED'
            AND (paying_until IS NULL OR paying_until <= $5::timestamptz)
            AND (expires_at IS NULL OR expires_at > $6::timestamptz)
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let release = Statement(
        "moneyhash_intent_release",
        """
        UPDATE merchants.moneyhash_intent SET paying_until = NULL
        WHERE intent_id = $1::text AND attempt = $2::integer AND status = 'UNPROCESSED'
        """)

    static let end = Statement(
        "moneyhash_intent_end",
        """
        UPDATE merchants.moneyhash_intent SET status = $2::text, paying_until = NULL
        WHERE intent_id = $1::text AND attempt = $3::integer AND status = 'UNPROCESSED'
            AND ($4::boolean OR paying_until IS NULL OR paying_until <= $5::timestamptz)
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let due = Statement(
        "moneyhash_intents_due",
        """
        SELECT \(columns) FROM merchants.moneyhash_intent
        WHERE status = 'UNPROCESSED' AND expires_at <= $1::timestamptz
            AND (paying_until IS NULL OR paying_until <= $2::timestamptz)
        ORDER BY expires_at LIMIT \(batch)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.intent() }

    static let abandoned = Statement(
        "moneyhash_intents_abandoned",
        """
        SELECT \(columns) FROM merchants.moneyhash_intent
        WHERE paying_until <= $1::timestamptz ORDER BY paying_until LIMIT \(batch)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.intent() }

    static let all = [
        add.erased, find.erased, select.erased, begin.erased, release.erased, end.erased, due.erased, abandoned.erased,
    ]
}

extension Row {
    fileprivate mutating func intent() throws(PostgresFailure) -> Intent {
        let (id, merchant, isLive) = (try text(), MerchantID(try text()), try boolean())
        let json = try? JSONValue(parsing: Array(try text().utf8))
        let operation = try text(as: IntentOperation.self)
        let (amount, currency) = (try bigint(), Currency(try text()))
        guard let merchant, let currency, case .object(let request)? = json else { throw unexpected("is no intent") }
        return Intent(
            id: id, caller: MoneyHashCaller(merchant: merchant, isLive: isLive), request: request,
            operation: operation, amount: Money(minorUnits: amount, currency: currency), isDirect: try boolean(),
            method: try optionalText(as: PaymentMethod.self), attempt: try integer(in: 1...Intent.attemptLimit),
            status: try text(as: IntentStatus.self), madeAt: try timestamp(), expiresAt: try optionalTimestamp())
    }
}
