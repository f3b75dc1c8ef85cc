import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import Postgres

enum IntentStatements {
    /// How many intents are read at a time.
    static let batch = 100

    private static let columns = """
        intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, method, card_id, attempt,
        status, waits_for_app, made_at, expires_at, sealed_instrument, instrument_key_version, instrument_ends_at
        """

    static let add = Statement(
        "moneyhash_intent_add",
        """
        INSERT INTO merchants.moneyhash_intent (
            intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, method, card_id, attempt,
            status, made_at, expires_at)
        VALUES ($1::text, $2::text, $3::boolean, $4::text, $5::text, $6::bigint, $7::text, $8::boolean, $9::text,
                $10::uuid, 1, 'UNPROCESSED', $11::timestamptz, $12::timestamptz)
        ON CONFLICT ON CONSTRAINT moneyhash_intent_is_known_once DO NOTHING
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let find = Statement(
        "moneyhash_intent_find",
        "SELECT \(columns) FROM merchants.moneyhash_intent WHERE intent_id = $1::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.intent() }

    static let select = Statement(
        "moneyhash_intent_select_method",
        """
        UPDATE merchants.moneyhash_intent SET
            method = $2::text, card_id = $3::uuid, attempt = $4::integer, waits_for_app = false,
            sealed_instrument = NULL, instrument_key_version = NULL, instrument_ends_at = NULL
        WHERE intent_id = $1::text AND attempt = $5::integer AND status = 'UNPROCESSED'
            AND (paying_until IS NULL OR paying_until <= $6::timestamptz)
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// Keeps the card for which the customer chooses a plan.
    static let keepCard = Statement(
        "moneyhash_intent_keep_card",
        """
        UPDATE merchants.moneyhash_intent SET
            sealed_instrument = $4::bytea, instrument_key_version = $5::integer, instrument_ends_at = $6::timestamptz
        WHERE intent_id = $1::text AND attempt = $2::integer AND method = $3::text AND status = 'UNPROCESSED'
            AND (paying_until IS NULL OR paying_until <= $7::timestamptz)
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// Claims the payment of an attempt. Only one of many callers gets it.
    static let begin = Statement(
        "moneyhash_intent_begin_payment",
        """
        UPDATE merchants.moneyhash_intent SET paying_until = $4::timestamptz
        WHERE intent_id = $1::text AND attempt = $2::integer AND method = $3::text AND status = 'UNPROCESSED'
            AND (paying_until IS NULL OR paying_until <= $5::timestamptz)
            AND (expires_at IS NULL OR expires_at > $6::timestamptz)
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// Gives a claim back. After a payment the card for a plan is not needed any more.
    static let release = Statement(
        "moneyhash_intent_release",
        """
        UPDATE merchants.moneyhash_intent SET
            paying_until = NULL, waits_for_app = $3::boolean,
            sealed_instrument = CASE WHEN $4::boolean THEN NULL ELSE sealed_instrument END,
            instrument_key_version = CASE WHEN $4::boolean THEN NULL ELSE instrument_key_version END,
            instrument_ends_at = CASE WHEN $4::boolean THEN NULL ELSE instrument_ends_at END
        WHERE intent_id = $1::text AND attempt = $2::integer AND status = 'UNPROCESSED'
        """)

    static let end = Statement(
        "moneyhash_intent_end",
        """
        UPDATE merchants.moneyhash_intent SET
            status = $2::text, paying_until = NULL, waits_for_app = false,
            sealed_instrument = NULL, instrument_key_version = NULL, instrument_ends_at = NULL
        WHERE intent_id = $1::text AND attempt = $3::integer AND status = 'UNPROCESSED'
            AND ($4::boolean OR paying_until IS NULL OR paying_until <= $5::timestamptz)
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

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

    /// Those whose customers are asked in the bank's app, behind an id.
    static let waiting = Statement(
        "moneyhash_intents_waiting",
        """
        SELECT \(columns) FROM merchants.moneyhash_intent
        WHERE waits_for_app AND intent_id > $1::text AND paying_until IS NULL ORDER BY intent_id LIMIT \(batch)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.intent() }

    static let forgetCards = Statement(
        "moneyhash_intents_forget_cards",
        """
        WITH gone AS (
            UPDATE merchants.moneyhash_intent SET
                sealed_instrument = NULL, instrument_key_version = NULL, instrument_ends_at = NULL
            WHERE intent_id = ANY (ARRAY(
                SELECT intent_id FROM merchants.moneyhash_intent WHERE instrument_ends_at <= $1::timestamptz
                ORDER BY instrument_ends_at LIMIT \(batch) FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [
        add.erased, find.erased, select.erased, keepCard.erased, begin.erased, release.erased, end.erased, due.erased,
        abandoned.erased, waiting.erased, forgetCards.erased,
    ]
}

extension Row {
    fileprivate mutating func intent() throws(PostgresFailure) -> Intent {
        let id = try text("intent_id")
        let merchant = MerchantID(try text("merchant_id"))
        let isLive = try boolean("is_live")
        let json = try? JSONValue(parsing: Array(try text("request").utf8))
        let operation = try text("operation", as: IntentOperation.self)
        let (amount, currency) = (try bigint("amount"), Currency(try text("currency")))
        guard let merchant, let currency, case .object(let request)? = json else { throw unexpected("is no intent") }
        return Intent(
            id: id, caller: MoneyHashCaller(merchant: merchant, isLive: isLive), request: request,
            operation: operation, amount: Money(minorUnits: amount, currency: currency),
            isDirect: try boolean("is_direct"),
            method: try optionalText("method", as: PaymentMethod.self), cardID: try optionalID("card_id"),
            attempt: try integer("attempt", in: 1...Intent.attemptLimit),
            status: try text("status", as: IntentStatus.self),
            waitsForApp: try boolean("waits_for_app"), madeAt: try timestamp("made_at"),
            expiresAt: try optionalTimestamp("expires_at"),
            keptCard: try keptCard())
    }

    private mutating func keptCard() throws(PostgresFailure) -> Intent.KeptCard? {
        let bytes = try optionalBytes("sealed_instrument")
        let version = try optionalInteger("instrument_key_version")
        let end = try optionalTimestamp("instrument_ends_at")
        guard let bytes, let version, let end else { return nil }
        return Intent.KeptCard(sealed: SealedSecret(bytes: bytes, keyVersion: Int(version)), endsAt: end)
    }
}
