import Foundation
import Identifiers
import Postgres

/// Movements. A transaction that locks an account and a movement locks the account first.
public enum MovementStatements {
    static let columns = """
        m.customer_id, m.movement_id, m.kind, m.recipient_id, m.currency, m.amount, m.merchant_ref_num, m.reason,
        m.description, m.payment_option, m.instrument_type, m.instrument_id, m.status, m.status_reason, m.account_id,
        m.transaction_id, m.slip_id, m.created_at, m.changed_at
        """

    static let add = Statement(
        "ledger_movement_add",
        """
        WITH used AS (
            INSERT INTO money.used_merchant_reference (brand, asked_by, merchant_ref_num, customer_id, movement_id)
            SELECT $1, $13::bigint, $8::text, $2, $3 WHERE $8::text IS NOT NULL
        )
        INSERT INTO money.movement (
            customer_id, movement_id, kind, recipient_id, currency, amount, merchant_ref_num, reason, description,
            payment_option, instrument_type, instrument_id, status, account_id, created_at, changed_at)
        VALUES ($2, $3, $4, $5, $6, $7, $8::text, $9, $10, $14, $15, $16, 'PREVIEW', $11, $12, $12)
        """)

    static let find = Statement(
        "ledger_movement_find",
        "SELECT \(columns) FROM money.movement m WHERE m.customer_id = $1 AND m.movement_id = $2 AND m.kind = $3"
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    static let findByReference = Statement(
        "ledger_movement_find_by_reference",
        """
        SELECT \(columns)
        FROM money.movement m
        WHERE (m.customer_id, m.movement_id) = (
            SELECT customer_id, movement_id FROM money.used_merchant_reference
            WHERE brand = $1 AND merchant_ref_num = $2 AND asked_by = $3)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    static let hold = Statement(
        "ledger_movement_hold",
        """
        SELECT \(columns) FROM money.movement m WHERE m.customer_id = $1 AND m.movement_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    static let begin = Statement(
        "ledger_movement_begin",
        """
        WITH \(TransactionStatements.numbers("$5", slip: "$6")), t AS (
            INSERT INTO money.transaction (
                customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status,
                merchant_ref_num, created_at, changed_at)
            SELECT customer_id, drawn.number, drawn.slip, $3,
                   CASE kind WHEN 'TRANSFER' THEN 'TRANSFER_OUT' ELSE kind END,
                   CASE kind WHEN 'DEPOSIT' THEN 'CREDIT' ELSE 'DEBIT' END, amount, 'PENDING', merchant_ref_num, $4, $4
            FROM drawn, money.movement WHERE customer_id = $1 AND movement_id = $2 AND status = 'PREVIEW'
            RETURNING transaction_id, slip_id
        )
        UPDATE money.movement m SET
            status = 'PENDING', account_id = $3, transaction_id = t.transaction_id, slip_id = t.slip_id,
            changed_at = $4
        FROM t WHERE m.customer_id = $1 AND m.movement_id = $2
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    static let change = Statement(
        "ledger_movement_change",
        """
        WITH m AS (
            UPDATE money.movement SET status = $4, status_reason = $5, changed_at = $6
            WHERE customer_id = $1 AND movement_id = $2 AND status = $3
            RETURNING *
        ), t AS (
            UPDATE money.transaction t SET
                status = m.status, status_reason = m.status_reason, changed_at = m.changed_at,
                journal_id = CASE m.status WHEN 'COMPLETED' THEN m.movement_id END
            FROM m WHERE t.customer_id = $1 AND t.transaction_id = m.transaction_id
        )
        SELECT \(columns) FROM m
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    static let processing = Statement(
        "ledger_movement_processing",
        """
        SELECT \(columns) FROM money.movement m
        WHERE m.status = 'PROCESSING' AND m.kind = $1
          AND (m.changed_at, m.movement_id) > (coalesce($3::timestamptz, '-infinity'),
                                               coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
        ORDER BY m.changed_at, m.movement_id LIMIT $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.movement() }

    private static let forgetPreviews = Statement(
        "ledger_movement_forget_previews",
        """
        WITH forgotten AS (
            DELETE FROM money.movement WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM money.movement WHERE status = 'PREVIEW' AND created_at <= $1::timestamptz
                ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING customer_id, movement_id
        ), freed AS (
            DELETE FROM money.used_merchant_reference WHERE ctid = ANY (ARRAY(
                SELECT line.ctid FROM forgotten f CROSS JOIN LATERAL (
                    SELECT u.ctid FROM money.used_merchant_reference u
                    WHERE u.customer_id = f.customer_id AND u.movement_id = f.movement_id
                    OFFSET 0
                ) line))
        )
        SELECT count(*) FROM forgotten
        """,
        onCluster: """
            WITH oldest AS MATERIALIZED (
                SELECT created_at FROM money.movement WHERE status = 'PREVIEW' AND created_at <= $1::timestamptz
                ORDER BY created_at LIMIT 1000
            ), forgotten AS (
                DELETE FROM money.movement
                WHERE status = 'PREVIEW' AND created_at >= (SELECT min(created_at) FROM oldest)
                  AND created_at <= (SELECT max(created_at) FROM oldest)
                RETURNING customer_id, movement_id
            ), freed AS (
                DELETE FROM money.used_merchant_reference u USING forgotten f
                WHERE u.customer_id = f.customer_id AND u.movement_id = f.movement_id
            )
            SELECT count(*) FROM forgotten
            """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let all = [
        add.erased, find.erased, findByReference.erased, hold.erased, begin.erased, change.erased, processing.erased,
        forgetPreviews.erased,
    ]

    /// Stores a preview.
    ///
    /// It violates `merchant_reference_is_used_once` if the movement's number was used before. Then find that movement.
    public static func add(_ movement: Movement, in numbers: MovementNumbers) -> Query<Void> {
        Query(
            statement: add,
            values: [
                .text(numbers.brand), .id(movement.holder), .id(movement.id), .text(movement.kind.rawValue),
                .id(movement.recipient), .currency(movement.amount.currency),
                .minorUnits(of: movement.amount), .text(movement.merchantRefNum), .text(movement.reason),
                .text(movement.description), .id(movement.account), .timestamp(movement.createdAt),
                .bigint(numbers.askedBy), .text(movement.instrument?.option), .text(movement.instrument?.type),
                .text(movement.instrument?.id),
            ])
    }

    public static func find(
        _ id: MovementID, _ kind: Movement.Kind, of holder: AccountHolder
    ) -> Query<Movement> {
        find(.id(holder), .id(id), .text(kind.rawValue))
    }

    /// The movement that has a number.
    public static func find(_ merchantRefNum: String, in numbers: MovementNumbers) -> Query<Movement> {
        findByReference(.text(numbers.brand), .text(merchantRefNum), .bigint(numbers.askedBy))
    }

    /// Locks a movement until the transaction ends, and returns it as it is then.
    public static func hold(_ movement: Movement) -> Query<Movement> {
        hold(.id(movement.holder), .id(movement.id))
    }

    /// Makes the transaction of a preview, and returns the movement, which is PENDING now. No row if it is no preview.
    ///
    /// The account must be locked, so that transactions are numbered in the order in which its balance changes.
    ///
    /// - Parameter numbers: those of the transaction; nil if the statement draws them.
    public static func begin(
        _ movement: Movement, on account: AccountID, numbers: TransactionNumbers? = nil, at now: Date
    ) -> Query<Movement> {
        begin(
            .id(movement.holder), .id(movement.id), .id(account), .timestamp(now),
            .bigint(numbers?.transaction.rawValue), .bigint(numbers?.slip.rawValue))
    }

    /// Changes the status of a movement and of its transaction. No row if the movement has another status by now.
    ///
    /// Before COMPLETED, post the movement's journal in the same transaction: it becomes that of its transaction.
    public static func change(
        _ movement: Movement, to status: Movement.Status, because failure: Movement.Failure? = nil, at now: Date
    ) -> Query<Movement> {
        change(
            .id(movement.holder), .id(movement.id), .text(movement.status.rawValue), .text(status.rawValue),
            .text(failure?.rawValue), .timestamp(now))
    }

    /// Deletes up to 1,000 previews that are at least ``Movement/previewLifetimeSeconds`` old, and returns how many.
    /// Their numbers can be used again.
    public static func forgetPreviews(at now: Date) -> Query<Int> {
        forgetPreviews(.timestamp(now - Movement.previewLifetimeSeconds))
    }

    /// The movements that wait for the service, those that were confirmed first at the beginning.
    ///
    /// - Parameter last: the last one of the page before; nil for the first page.
    public static func processing(
        _ kind: Movement.Kind, after last: Movement? = nil, limit: Int
    ) -> Query<Movement> {
        processing(
            .text(kind.rawValue), .bigint(Int64(limit)), .timestamp(last?.changedAt), .uuid(last?.id.rawValue))
    }
}

extension Row {
    /// The columns of ``MovementStatements/columns``.
    fileprivate mutating func movement() throws(PostgresFailure) -> Movement {
        let holder = try number("customer_id", AccountHolder.self)
        let (id, kind) = (try id("movement_id", MovementID.self), try text("kind", as: Movement.Kind.self))
        let recipient = try optionalNumber("recipient_id", AccountHolder.self)
        let currency = try text("currency", as: Currency.self)
        return Movement(
            id: id, kind: kind, holder: holder, recipient: recipient, amount: try money("amount", in: currency),
            merchantRefNum: try optionalText("merchant_ref_num"), reason: try optionalText("reason"),
            description: try optionalText("description"), instrument: try instrument(),
            status: try text("status", as: Movement.Status.self),
            statusReason: try optionalText("status_reason", as: Movement.Failure.self),
            account: try optionalNumber("account_id", AccountID.self),
            transaction: try optionalNumber("transaction_id", TransactionID.self),
            slip: try optionalNumber("slip_id", SlipID.self), createdAt: try timestamp("created_at"),
            changedAt: try timestamp("changed_at"))
    }

    private mutating func instrument() throws(PostgresFailure) -> Movement.Instrument? {
        let option = try optionalText("payment_option")
        let type = try optionalText("instrument_type")
        let id = try optionalText("instrument_id")
        guard let option, let type, let id else { return nil }
        return Movement.Instrument(option: option, type: type, id: id)
    }
}
