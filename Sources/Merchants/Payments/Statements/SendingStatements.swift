import Foundation
import Identifiers
import Ledger
import Postgres

/// Steps on their way to the issuer, and payments whose time is over.
enum SendingStatements {
    private static let claimed = """
        RETURNING \(Row.heldColumns), \(Row.stepColumns), u.amount, u.attempts
        """

    private static let claimedFrom = """
        FROM turn t
        JOIN merchants.payment p ON p.merchant_id = t.merchant_id AND p.payment_id = t.payment_id
        JOIN merchants.payment_step s
            ON s.merchant_id = t.merchant_id AND s.payment_id = t.payment_id AND s.step_number = t.step_number
        JOIN merchants.merchant m ON m.merchant_id = t.merchant_id
        WHERE u.merchant_id = t.merchant_id AND u.payment_id = t.payment_id AND u.step_number = t.step_number
        """

    /// Merchants take turns, and each gets a few steps in a turn, so a large merchant does not delay a small one. A
    /// refund waits until all captures of its payment have arrived, and a capture until those before it have: the last
    /// one ends the hold.
    static let claimDue = Statement(
        "merchants_unsent_claim_due",
        """
        WITH turn AS (
            SELECT u.* FROM (
                SELECT merchant_id FROM merchants.merchant
                ORDER BY merchant_id COLLATE "C" <= $3::text COLLATE "C", merchant_id COLLATE "C"
            ) merchant CROSS JOIN LATERAL (
                SELECT merchant_id, payment_id, step_number FROM merchants.unsent_step u
                WHERE u.merchant_id = merchant.merchant_id AND u.attempts = 0 AND u.due_at <= $1::timestamptz
                  AND (u.kind NOT IN ('CAPTURE', 'REFUND') OR NOT EXISTS (
                      SELECT FROM merchants.unsent_step c
                      WHERE c.merchant_id = u.merchant_id AND c.payment_id = u.payment_id AND c.kind = 'CAPTURE'
                        AND (u.kind = 'REFUND' OR c.step_number < u.step_number)
                      OFFSET 0))
                ORDER BY u.due_at LIMIT $4::bigint FOR UPDATE SKIP LOCKED
            ) u LIMIT $5::bigint
        )
        UPDATE merchants.unsent_step u SET attempts = u.attempts + 1, free_at = $2::timestamptz
        \(claimedFrom) \(claimed)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.unsent() }

    static let claimRetry = Statement(
        "merchants_unsent_claim_retry",
        """
        WITH turn AS (
            SELECT merchant_id, payment_id, step_number FROM merchants.unsent_step
            WHERE attempts > 0 AND free_at <= $1::timestamptz
            ORDER BY free_at LIMIT $3::bigint FOR UPDATE SKIP LOCKED
        )
        UPDATE merchants.unsent_step u SET attempts = u.attempts + 1, free_at = $2::timestamptz
        \(claimedFrom) \(claimed)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.unsent() }

    static let arrived = Statement(
        "merchants_unsent_arrived",
        """
        WITH gone AS (
            DELETE FROM merchants.unsent_step
            WHERE merchant_id = $1::text AND payment_id = $2::uuid AND step_number = $3::integer
            RETURNING kind
        ), step AS (
            UPDATE merchants.payment_step SET settled_at = $4::timestamptz
            WHERE merchant_id = $1::text AND payment_id = $2::uuid AND step_number = $3::integer
              AND EXISTS (SELECT FROM gone)
        )
        UPDATE merchants.payment SET settled_at = coalesce(settled_at, $4::timestamptz)
        WHERE merchant_id = $1::text AND payment_id = $2::uuid AND EXISTS (SELECT FROM gone WHERE kind = 'CAPTURE')
        """)

    static let sendLater = Statement(
        "merchants_unsent_send_later",
        """
        UPDATE merchants.unsent_step SET free_at = $4::timestamptz
        WHERE merchant_id = $1::text AND payment_id = $2::uuid AND step_number = $3::integer
        """)

    /// Whether a merchant has a capture or a refund that is due and has not arrived.
    static let isClearing = Statement(
        "merchants_unsent_is_clearing",
        """
        SELECT EXISTS (
            SELECT FROM merchants.unsent_step
            WHERE merchant_id = $1::text AND attempts = 0 AND due_at <= $2::timestamptz AND kind <> 'VOID'
        ) OR EXISTS (
            SELECT FROM merchants.unsent_step WHERE merchant_id = $1::text AND attempts > 0 AND kind <> 'VOID'
        ) AS is_clearing
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_clearing") }

    static let withoutAnswer = Statement(
        "merchants_payments_without_answer",
        """
        SELECT payment_id, answer_due_at AS since FROM merchants.payment
        WHERE answer_due_at <= $1::timestamptz AND (answer_due_at, payment_id) > ($2::timestamptz, $3::uuid)
        ORDER BY answer_due_at, payment_id LIMIT $4::bigint
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.due() }

    static let expiring = Statement(
        "merchants_payments_expiring",
        """
        SELECT payment_id, expires_at AS since FROM merchants.payment
        WHERE expires_at <= $1::timestamptz AND (expires_at, payment_id) > ($2::timestamptz, $3::uuid)
        ORDER BY expires_at, payment_id LIMIT $4::bigint
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.due() }

    static let forgetClaims = Statement(
        "merchants_wallet_claims_forget",
        """
        WITH gone AS (
            DELETE FROM merchants.wallet_token_claim WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM merchants.wallet_token_claim WHERE ends_at < $1::timestamptz
                ORDER BY ends_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [
        claimDue.erased, claimRetry.erased, arrived.erased, sendLater.erased, isClearing.erased,
        withoutAnswer.erased, expiring.erased, forgetClaims.erased,
    ]

    /// A payment whose time is over, and since when.
    struct DuePayment: Hashable, Sendable {
        let id: PaymentID
        let since: Date
    }

    private static let stepsInATurn: Int64 = 8
    private static let stepsAtOnce: Int64 = 128
    static let paymentsAtOnce = 128

    /// Claims steps that have become due: of the merchants behind one in the order of their ids, then of the others.
    static func claimDue(at now: Date, freeAt: Date, behind merchant: MerchantID?) -> Query<UnsentStep> {
        claimDue(
            .timestamp(now), .timestamp(freeAt), .text(merchant?.rawValue ?? ""), .bigint(stepsInATurn),
            .bigint(stepsAtOnce))
    }

    /// Claims steps whose last attempt failed, or whose server died.
    static func claimRetry(at realNow: Date, freeAt: Date) -> Query<UnsentStep> {
        claimRetry(.timestamp(realNow), .timestamp(freeAt), .bigint(stepsAtOnce))
    }

    /// The issuer knows a step now.
    static func arrived(_ step: PaymentStep, of payment: Payment, at now: Date) -> Query<Void> {
        arrived(.merchant(payment.merchant), .payment(payment.id), .integer(step.number), .timestamp(now))
    }

    static func sendLater(_ step: PaymentStep, of payment: Payment, freeAt: Date) -> Query<Void> {
        sendLater(.merchant(payment.merchant), .payment(payment.id), .integer(step.number), .timestamp(freeAt))
    }

    /// - Parameter last: the last one of the page before.
    static func withoutAnswer(at realNow: Date, behind last: DuePayment?) -> Query<DuePayment> {
        withoutAnswer(.timestamp(realNow), .timestamp(from(last)), .uuid(id(last)), .bigint(Int64(paymentsAtOnce)))
    }

    /// - Parameter last: the last one of the page before.
    static func expiring(at now: Date, behind last: DuePayment?) -> Query<DuePayment> {
        expiring(.timestamp(now), .timestamp(from(last)), .uuid(id(last)), .bigint(Int64(paymentsAtOnce)))
    }

    private static func from(_ last: DuePayment?) -> Date { last?.since ?? Date(timeIntervalSince1970: 0) }

    private static func id(_ last: DuePayment?) -> UUID {
        last?.id.rawValue ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}

extension Row {
    fileprivate mutating func unsent() throws(PostgresFailure) -> UnsentStep {
        let (held, step) = (try held(), try step())
        return UnsentStep(
            held: held, step: step, amount: try money("amount", in: step.amount.currency),
            attempts: try integer("attempts", in: 1...Int(Int32.max)))
    }

    fileprivate mutating func due() throws(PostgresFailure) -> SendingStatements.DuePayment {
        SendingStatements.DuePayment(id: try id("payment_id", PaymentID.self), since: try timestamp("since"))
    }
}
