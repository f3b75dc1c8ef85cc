import CardSecrets
import Crypto
import Foundation
import Ledger
import Postgres

/// The life of a payment. Every change locks the payment's row first (``hold(_:)``), so the changes of one payment wait
/// for each other and see everything that was committed before.
enum PaymentStatements {
    static let merchant = Statement(
        "merchants_merchant", "SELECT \(Row.merchantColumns) FROM merchants.merchant m WHERE m.merchant_id = $1::text"
    ) { (row: inout Row) throws(PostgresFailure) in try row.merchant() }

    static let merchants = Statement(
        "merchants_merchants",
        "SELECT \(Row.merchantColumns) FROM merchants.merchant m ORDER BY m.merchant_id LIMIT $1::integer"
    ) { (row: inout Row) throws(PostgresFailure) in try row.merchant() }

    static let keepMerchant = Statement(
        "merchants_merchant_keep",
        """
        INSERT INTO merchants.merchant (merchant_id, name, category, country, city, currency, day_ends)
        VALUES ($1::text, $2::text, $3::integer, $4::text, $5::text, $6::text, $7::integer)
        ON CONFLICT (merchant_id) DO UPDATE SET
            name = excluded.name, category = excluded.category, country = excluded.country, city = excluded.city,
            currency = excluded.currency, day_ends = excluded.day_ends
        """)

    static let withNonce = Statement(
        "merchants_payment_with_nonce",
        """
        SELECT payment_id FROM merchants.payment
        WHERE merchant_id = $1::text AND gateway = $2::text AND nonce_digest = $3::bytea
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("payment_id", PaymentID.self) }

    static let create = Statement(
        "merchants_payment_create",
        """
        WITH reference AS (
            INSERT INTO merchants.payment_reference (reference, merchant_id, payment_id)
            VALUES ($4::text, $1::text, $2::uuid)
        )
        INSERT INTO merchants.payment (
            merchant_id, payment_id, gateway, reference, external_reference, nonce, nonce_digest, currency, amount,
            authorized, captured, refunded, voided, status, wallet, last_four, scheme, captures_at_once,
            can_approve_in_part, step_count, sealed_instrument, instrument_key_version, created_at, answer_due_at,
            expires_at, metadata, is_trial, captured_by, eci)
        VALUES ($1::text, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::bytea, $8::text, $9::bigint, 0, 0, 0, 0,
                $10::text, $11::text, $12::text, $13::text, $14::boolean, $15::boolean, 0, $16::bytea, $17::integer,
                $18::timestamptz, $19::timestamptz, $20::timestamptz, $21::text, $22::boolean, $23::timestamptz,
                $24::text)
        """)

    static let hold = Statement(
        "merchants_payment_hold",
        """
        SELECT \(Row.heldColumns) FROM merchants.payment p
        JOIN merchants.merchant m ON m.merchant_id = p.merchant_id
        WHERE p.payment_id = $1::uuid FOR NO KEY UPDATE OF p
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.held() }

    static let change = Statement(
        "merchants_payment_change",
        """
        UPDATE merchants.payment SET
            authorized = $3::bigint, captured = $4::bigint, refunded = $5::bigint, voided = $6::bigint,
            status = $7::text, decline_reason = $8::text, approval_code = $9::text, authorized_at = $10::timestamptz,
            captured_at = $11::timestamptz, expires_at = $12::timestamptz, answer_due_at = $13::timestamptz,
            step_count = $14::integer, sealed_instrument = coalesce($15::bytea, sealed_instrument),
            instrument_key_version = coalesce($16::integer, instrument_key_version),
            authentication = $17::text, eci = $18::text
        WHERE merchant_id = $1::text AND payment_id = $2::uuid
        """)

    /// Stores the issuer's answer without a lock before: a payment that is CREATED changes once, by its answer or when
    /// a server gives up waiting. If it is not CREATED any more, its answer stays due, which violates
    /// `payment_waits_for_an_answer_while_the_issuer_is_asked`, so nothing of the transaction becomes durable.
    static let answer = Statement(
        "merchants_payment_answer",
        """
        UPDATE merchants.payment SET
            authorized = $3::bigint, captured = $4::bigint, voided = $5::bigint, status = $6::text,
            decline_reason = $7::text, approval_code = $8::text, authorized_at = $9::timestamptz,
            captured_at = $10::timestamptz, expires_at = $11::timestamptz, step_count = $12::integer,
            answer_due_at = CASE WHEN status <> 'CREATED' THEN created_at END
        WHERE merchant_id = $1::text AND payment_id = $2::uuid
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let all = [
        merchant.erased, merchants.erased, keepMerchant.erased, withNonce.erased, create.erased, hold.erased,
        change.erased, answer.erased,
    ]

    static func keep(_ merchant: Merchant) -> Query<Void> {
        keepMerchant(
            .merchant(merchant.id), .text(merchant.name), .integer(merchant.category), .text(merchant.country),
            .text(merchant.city), .currency(merchant.currency), .integer(merchant.dayEnds))
    }

    /// The payment of a merchant at a gateway with a nonce.
    static func withNonce(_ nonce: String, of merchant: MerchantID, at gateway: Gateway) -> Query<PaymentID> {
        withNonce(.merchant(merchant), .gateway(gateway), .bytes(digest(of: nonce)))
    }

    /// Stores a payment that is CREATED or PENDING_AUTHENTICATION.
    ///
    /// It violates `payment_nonce_is_used_once` and `payment_reference_is_used_once`.
    static func create(
        _ payment: Payment, _ instrument: SealedSecret, answerDueAt: Date?
    ) -> Query<Void> {
        Query(
            statement: create,
            values: [
                .merchant(payment.merchant), .payment(payment.id), .gateway(payment.gateway),
                .text(payment.reference), .text(payment.externalReference), .text(payment.nonce),
                .bytes(digest(of: payment.nonce)), .currency(payment.amount.currency),
                .minorUnits(of: payment.amount), .text(payment.status.rawValue), .text(payment.wallet?.rawValue),
                .text(payment.lastFour), .text(payment.scheme.rawValue), .boolean(payment.capturesAtOnce),
                .boolean(payment.canApproveInPart), .bytes(instrument.bytes), .integer(instrument.keyVersion),
                .timestamp(payment.createdAt), .timestamp(answerDueAt), .timestamp(payment.expiresAt),
                .text(payment.metadata), .boolean(payment.isTrial), .timestamp(payment.capturedBy), .text(payment.eci),
            ])
    }

    /// Locks a payment until the transaction ends.
    static func hold(_ id: PaymentID) -> Query<HeldPayment> { hold(.payment(id)) }

    /// - Parameters:
    ///   - answerDueAt: while the issuer is asked.
    ///   - instrument: replaces the stored one, if it is not nil.
    static func change(
        _ payment: Payment, answerDueAt: Date? = nil, instrument: SealedSecret? = nil
    ) -> Query<Void> {
        Query(
            statement: change,
            values: [
                .merchant(payment.merchant), .payment(payment.id), .minorUnits(of: payment.authorized),
                .minorUnits(of: payment.captured), .minorUnits(of: payment.refunded),
                .minorUnits(of: payment.voided), .text(payment.status.rawValue),
                .text(payment.declineReason?.rawValue), .text(payment.approvalCode),
                .timestamp(payment.authorizedAt), .timestamp(payment.capturedAt), .timestamp(payment.expiresAt),
                .timestamp(answerDueAt), .integer(payment.stepCount), .bytes(instrument?.bytes),
                .integer(instrument.map { Int32(clamping: $0.keyVersion) }),
                .text(payment.authentication?.rawValue), .text(payment.eci),
            ])
    }

    /// - Parameter payment: CREATED until now, and as it is with its answer.
    static func answer(_ payment: Payment) -> Query<Bool> {
        Query(
            statement: answer,
            values: [
                .merchant(payment.merchant), .payment(payment.id), .minorUnits(of: payment.authorized),
                .minorUnits(of: payment.captured), .minorUnits(of: payment.voided), .text(payment.status.rawValue),
                .text(payment.declineReason?.rawValue), .text(payment.approvalCode),
                .timestamp(payment.authorizedAt), .timestamp(payment.capturedAt), .timestamp(payment.expiresAt),
                .integer(payment.stepCount),
            ])
    }

    /// An index takes no text of 4096 characters, so nonces are found by their SHA-256.
    static func digest(of nonce: String?) -> [UInt8]? {
        nonce.map { Array(SHA256.hash(data: Array($0.utf8))) }
    }
}
