import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import Postgres

enum SessionStatements {
    static let add = Statement(
        "dintero_session_add",
        """
        INSERT INTO merchants.dintero_session (
            session_id, merchant_id, account_id, request, amount, currency, attempt, payment_id, made_at, changed_at,
            expires_at)
        VALUES ($1::uuid, $2::text, $3::text, $4::text, $5::bigint, $6::text, 1, $7::uuid, $8::timestamptz,
                $8::timestamptz, $9::timestamptz)
        """)

    private static let columns = """
        session_id, merchant_id, account_id, request, amount, currency, attempt, payment_id, wallet_transaction_id,
        sealed_instrument IS NOT NULL AS has_instrument, made_at, changed_at, expires_at, cancelled_at
        """

    static let find = Statement(
        "dintero_session_find",
        "SELECT \(columns) FROM merchants.dintero_session WHERE session_id = ANY ($1::uuid[])"
    ) { (row: inout Row) throws(PostgresFailure) in try row.checkoutSession() }

    /// Begins a new payment of the wallet's service. The opened token of the earlier one is deleted.
    static let renew = Statement(
        "dintero_session_renew",
        """
        UPDATE merchants.dintero_session SET payment_id = $2::uuid, wallet_transaction_id = NULL,
            sealed_instrument = NULL, key_version = NULL, instrument_ends_at = NULL, changed_at = $3::timestamptz
        WHERE session_id = $1::uuid AND cancelled_at IS NULL
        """)

    /// Replaces the session's request. The opened token of the earlier one is deleted.
    static let change = Statement(
        "dintero_session_change",
        """
        UPDATE merchants.dintero_session SET request = $3::text, amount = $4::bigint, currency = $5::text,
            payment_id = $6::uuid, wallet_transaction_id = NULL, sealed_instrument = NULL, key_version = NULL,
            instrument_ends_at = NULL, changed_at = $7::timestamptz
        WHERE session_id = $1::uuid AND attempt = $2::integer AND cancelled_at IS NULL
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// Keeps the contents of a wallet's token until they are charged, but only for a limited time.
    static let keep = Statement(
        "dintero_session_keep",
        """
        UPDATE merchants.dintero_session SET attempt = $3::integer, wallet_transaction_id = $4::uuid,
            sealed_instrument = $5::bytea, key_version = $6::integer, instrument_ends_at = $7::timestamptz,
            changed_at = $8::timestamptz
        WHERE session_id = $1::uuid AND payment_id = $2::uuid AND cancelled_at IS NULL AND attempt <= $3::integer
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// Takes the contents of a wallet's token. Only one of many callers gets them.
    static let take = Statement(
        "dintero_session_take",
        """
        WITH held AS (
            SELECT session_id, sealed_instrument, key_version FROM merchants.dintero_session
            WHERE session_id = $1::uuid AND wallet_transaction_id = $2::uuid AND attempt = $3::integer
                AND sealed_instrument IS NOT NULL AND instrument_ends_at >= $4::timestamptz AND cancelled_at IS NULL
            FOR UPDATE
        )
        UPDATE merchants.dintero_session s SET sealed_instrument = NULL, key_version = NULL, instrument_ends_at = NULL,
            changed_at = $4::timestamptz
        FROM held WHERE s.session_id = held.session_id AND s.session_id = $1::uuid
        RETURNING held.sealed_instrument, held.key_version
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        SealedSecret(
            bytes: try row.bytes("sealed_instrument"),
            keyVersion: try row.integer("key_version", in: 1...Int(Int32.max)))
    }

    static let cancel = Statement(
        "dintero_session_cancel",
        """
        UPDATE merchants.dintero_session SET cancelled_at = $2::timestamptz, sealed_instrument = NULL,
            key_version = NULL, instrument_ends_at = NULL, changed_at = $2::timestamptz,
            gives_back_at = $3::timestamptz
        WHERE session_id = $1::uuid AND cancelled_at IS NULL
        """)

    /// Claims cancelled sessions whose payment may have been under way. Others leave them alone until `$2`.
    static let claimCancelled = Statement(
        "dintero_sessions_claim_cancelled",
        """
        UPDATE merchants.dintero_session SET gives_back_at = $2::timestamptz
        WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM merchants.dintero_session WHERE gives_back_at <= $1::timestamptz
            ORDER BY gives_back_at LIMIT 100 FOR UPDATE SKIP LOCKED))
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.checkoutSession() }

    static let gaveBack = Statement(
        "dintero_session_gave_back",
        "UPDATE merchants.dintero_session SET gives_back_at = NULL WHERE session_id = $1::uuid")

    /// Removes opened tokens that were never charged.
    static let forget = Statement(
        "dintero_instruments_forget",
        """
        WITH gone AS (
            UPDATE merchants.dintero_session SET sealed_instrument = NULL, key_version = NULL, instrument_ends_at = NULL
            WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM merchants.dintero_session
                WHERE sealed_instrument IS NOT NULL AND instrument_ends_at < $1::timestamptz
                ORDER BY instrument_ends_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [
        add.erased, find.erased, renew.erased, change.erased, keep.erased, take.erased, cancel.erased,
        claimCancelled.erased, gaveBack.erased, forget.erased,
    ]
}

extension SessionStatements {
    static func find(_ ids: [CheckoutSessionID]) -> Query<CheckoutSession> { find(.ids(ids)) }
}

extension Row {
    fileprivate mutating func checkoutSession() throws(PostgresFailure) -> CheckoutSession {
        let sessionID = try id("session_id", CheckoutSessionID.self)
        let merchant = MerchantID(try text("merchant_id"))
        let account = try text("account_id")
        let json = try? JSONValue(parsing: Array(try text("request").utf8))
        let (amount, currency) = (try bigint("amount"), Currency(try text("currency")))
        guard let merchant, let currency, case .object(let request)? = json else { throw unexpected("is no session") }
        return CheckoutSession(
            id: DinteroID(account, sessionID), merchant: merchant, request: request,
            amount: Money(minorUnits: amount, currency: currency),
            attempt: try integer("attempt", in: 1...Int(Int32.max)),
            paymentID: try id("payment_id"), walletTransaction: try optionalID("wallet_transaction_id"),
            hasInstrument: try boolean("has_instrument"),
            madeAt: try timestamp("made_at"), changedAt: try timestamp("changed_at"),
            expiresAt: try timestamp("expires_at"),
            cancelledAt: try optionalTimestamp("cancelled_at"))
    }
}
