import Foundation
import Ledger
import Postgres

/// The steps of a payment, and those of them that the issuer does not know yet.
enum StepStatements {
    static let withNonce = Statement(
        "merchants_step_with_nonce",
        """
        SELECT s.payment_id FROM merchants.payment p
        JOIN merchants.payment_step s
            ON s.merchant_id = p.merchant_id AND s.gateway = p.gateway AND s.nonce_digest = $2::bytea
        WHERE p.payment_id = $1::uuid
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("payment_id", PaymentID.self) }

    static let add = Statement(
        "merchants_step_add",
        """
        WITH reference AS (
            INSERT INTO merchants.payment_reference (reference, merchant_id, payment_id, step_number)
            VALUES ($6::text, $1::text, $2::uuid, $3::integer)
        ), step AS (
            INSERT INTO merchants.payment_step (
                merchant_id, payment_id, step_number, gateway, kind, reference, currency, amount, is_final, nonce,
                nonce_digest, external_reference, metadata, made_at, settles_at)
            VALUES ($1::text, $2::uuid, $3::integer, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::boolean,
                    $10::text, $11::bytea, $12::text, $13::text, $14::timestamptz, $15::timestamptz)
        )
        INSERT INTO merchants.unsent_step (
            merchant_id, payment_id, step_number, kind, amount, due_at, attempts, free_at)
        SELECT $1::text, $2::uuid, $3::integer, $5::text, $8::bigint, coalesce($15::timestamptz, $14::timestamptz),
               CASE WHEN $16::timestamptz IS NULL THEN 0 ELSE 1 END, $16::timestamptz
        WHERE NOT $17::boolean
        """)

    /// Captures of a payment that the clearing house has not seen, the newest first. They are locked.
    static let withdrawable = Statement(
        "merchants_step_withdrawable",
        """
        SELECT u.step_number, u.amount FROM merchants.payment p
        JOIN merchants.unsent_step u ON u.merchant_id = p.merchant_id AND u.payment_id = p.payment_id
        WHERE p.payment_id = $1::uuid AND u.kind = 'CAPTURE' AND u.attempts = 0
        ORDER BY u.step_number DESC FOR UPDATE OF u
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Withdrawable(number: Int64(try row.integer("step_number")), minorUnits: try row.bigint("amount"))
    }

    static let withdraw = Statement(
        "merchants_step_withdraw",
        """
        WITH withdrawn AS (
            SELECT * FROM unnest($3::bigint[], $4::bigint[]) AS w (step_number, amount)
        ), gone AS (
            DELETE FROM merchants.unsent_step u USING withdrawn w
            WHERE u.merchant_id = $1::text AND u.payment_id = $2::uuid AND u.step_number = w.step_number
              AND u.amount = w.amount
        )
        UPDATE merchants.unsent_step u SET amount = u.amount - w.amount FROM withdrawn w
        WHERE u.merchant_id = $1::text AND u.payment_id = $2::uuid AND u.step_number = w.step_number
          AND u.amount > w.amount
        """)

    static let all = [withNonce.erased, add.erased, withdrawable.erased, withdraw.erased]

    struct Withdrawable: Hashable, Sendable {
        let number: Int64
        let minorUnits: Int64
    }

    /// The payment with a step that has a nonce, among those of the same merchant and gateway.
    static func withNonce(_ nonce: String, likeThatOf payment: PaymentID) -> Query<PaymentID> {
        withNonce(.payment(payment), .bytes(PaymentStatements.digest(of: nonce)))
    }

    /// Adds a step, and a note to send it, unless the payment is a trial.
    ///
    /// - Parameter freeAt: nil for a step that is sent when it is due. Otherwise this server sends it now, and the
    ///   others leave it alone until then.
    static func add(_ step: PaymentStep, of payment: Payment, freeAt: Date?) -> Query<Void> {
        Query(
            statement: add,
            values: [
                .merchant(payment.merchant), .payment(payment.id), .integer(step.number), .gateway(payment.gateway),
                .text(step.kind.rawValue), .text(step.reference), .currency(step.amount.currency),
                .minorUnits(of: step.amount), .boolean(step.isFinal), .text(step.nonce),
                .bytes(PaymentStatements.digest(of: step.nonce)), .text(step.externalReference),
                .text(step.metadata), .timestamp(step.at), .timestamp(step.settlesAt), .timestamp(freeAt),
                .boolean(payment.isTrial),
            ])
    }

    static func withdrawable(of payment: PaymentID) -> Query<Withdrawable> { withdrawable(.payment(payment)) }

    /// Takes an amount back from captures, beginning with the newest.
    static func withdraw(_ amount: Money, from captures: [Withdrawable], of payment: Payment) -> Query<Void>? {
        var rest = amount.minorUnits
        let parts = captures.compactMap { capture -> Withdrawable? in
            let part = min(rest, capture.minorUnits)
            rest -= part
            return part > 0 ? Withdrawable(number: capture.number, minorUnits: part) : nil
        }
        guard !parts.isEmpty else { return nil }
        return withdraw(
            .merchant(payment.merchant), .payment(payment.id), .bigintArray(parts.map(\.number)),
            .bigintArray(parts.map(\.minorUnits)))
    }
}
