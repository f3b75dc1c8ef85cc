import Foundation
import Identifiers
import Ledger
import Postgres

/// Looking payments and steps up. Each list has an index in its order, so it reads no more rows than it returns.
enum FindStatements {
    static let byID = Statement(
        "merchants_payment_by_id", "SELECT \(Row.paymentColumns) FROM merchants.payment p WHERE p.payment_id = $1::uuid"
    ) { (row: inout Row) throws(PostgresFailure) in try row.payment() }

    static let instruments = Statement(
        "merchants_instruments_of_payments",
        """
        SELECT p.payment_id, p.sealed_instrument, p.instrument_key_version FROM merchants.payment p
        WHERE p.payment_id = ANY ($1::uuid[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (payment: try row.id("payment_id", PaymentID.self), sealed: try row.sealedInstrument())
    }

    static let byReference = Statement(
        "merchants_payment_by_reference",
        """
        SELECT \(Row.paymentColumns) FROM merchants.payment_reference r
        JOIN merchants.payment p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
        WHERE r.reference = $1::text AND r.step_number IS NULL
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.payment() }

    static let stepByReference = Statement(
        "merchants_step_by_reference",
        """
        SELECT \(Row.paymentColumns), \(Row.stepColumns) FROM merchants.payment_reference r
        JOIN merchants.payment p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
        JOIN merchants.payment_step s
            ON s.merchant_id = r.merchant_id AND s.payment_id = r.payment_id AND s.step_number = r.step_number
        WHERE r.reference = $1::text
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.stepped() }

    static let steps = Statement(
        "merchants_steps_of_payments",
        """
        SELECT \(Row.stepColumns) FROM merchants.payment p
        JOIN merchants.payment_step s ON s.merchant_id = p.merchant_id AND s.payment_id = p.payment_id
        WHERE p.payment_id = ANY ($1::uuid[]) ORDER BY s.payment_id, s.step_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.step() }

    static let taken = Statement("merchants_steps_taken", settled(by: "s.settled_at")) {
        (row: inout Row) throws(PostgresFailure) in try row.stepped()
    }

    static let takenOfDays = Statement("merchants_steps_taken_of_days", settled(by: "s.settles_at")) {
        (row: inout Row) throws(PostgresFailure) in try row.stepped()
    }

    private static func settled(by time: String) -> String {
        """
        SELECT \(Row.paymentColumns), \(Row.stepColumns) FROM merchants.payment_step s
        JOIN merchants.payment p ON p.merchant_id = s.merchant_id AND p.payment_id = s.payment_id
        WHERE s.merchant_id = $1::text AND s.gateway = $2::text
          AND s.settles_at IS NOT NULL AND s.settled_at IS NOT NULL
          AND (\(time), s.payment_id, s.step_number) > ($3::timestamptz, $4::uuid, $5::integer)
          AND \(time) < $6::timestamptz
        ORDER BY \(time), s.payment_id, s.step_number LIMIT $7::bigint
        """
    }

    static let newest = list("merchants_payments_newest", "")
    static let ofStatus = list("merchants_payments_of_status", "AND p.status = $6::text")
    static let ofNonces = list("merchants_payments_of_nonces", "AND p.nonce_digest = ANY ($6::bytea[])")
    static let ofExternalReference = list(
        "merchants_payments_of_external_reference",
        "AND md5(p.external_reference) = md5($6::text) AND p.external_reference = $6::text")

    /// The newest payments under each of several external references.
    static let ofReferences = Statement(
        "merchants_payments_of_references",
        """
        SELECT \(Row.paymentColumns) FROM unnest($1::text[], $2::text[]) wanted (merchant_id, reference)
        CROSS JOIN LATERAL (
            SELECT * FROM merchants.payment p
            WHERE p.merchant_id = wanted.merchant_id AND p.gateway = $3::text
              AND md5(p.external_reference) = md5(wanted.reference) AND p.external_reference = wanted.reference
            ORDER BY p.created_at DESC, p.insertion DESC LIMIT $4::bigint
        ) p
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.payment() }

    /// Payments of all merchants, the newest first. It counts and pages through the newest 500 of each merchant at each
    /// gateway, so the cost of reading it does not grow with the age of the service.
    static let anywhere = Statement(
        "merchants_payments_anywhere",
        """
        WITH matching AS (
            SELECT p.* FROM (
                SELECT merchant_id FROM merchants.merchant WHERE $1::text IS NULL OR merchant_id = $1
                ORDER BY merchant_id LIMIT 1000
            ) m
            CROSS JOIN unnest($2::text[]) wanted (gateway)
            CROSS JOIN LATERAL (
                SELECT p.merchant_id, p.payment_id, p.created_at, p.insertion FROM merchants.payment p
                WHERE p.merchant_id = m.merchant_id AND p.gateway = wanted.gateway
                ORDER BY p.created_at DESC, p.insertion DESC LIMIT 500
            ) p
        ), page AS (
            SELECT * FROM matching ORDER BY created_at DESC, insertion DESC LIMIT $3 OFFSET $4
        )
        SELECT total.number, \(Row.paymentColumns)
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN page ON true
        LEFT JOIN LATERAL (
            SELECT * FROM merchants.payment p
            WHERE p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id LIMIT 1
        ) p ON true
        ORDER BY page.created_at DESC, page.insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        return (total: total, payment: try row.isNull("payment_id") ? nil : try row.payment())
    }

    static let all = [
        byID.erased, instruments.erased, byReference.erased, stepByReference.erased, steps.erased, taken.erased,
        takenOfDays.erased,
        anywhere.erased, ofReferences.erased,
        newest.erased, ofStatus.erased, ofNonces.erased, ofExternalReference.erased,
    ]

    private static func list(_ name: String, _ condition: String) -> Statement<Payment> {
        Statement(
            name,
            """
            SELECT \(Row.paymentColumns) FROM merchants.payment p
            WHERE p.merchant_id = $1::text AND p.gateway = $2::text
              AND (p.created_at, p.insertion) < ($3::timestamptz, coalesce(
                  (SELECT insertion FROM merchants.payment WHERE merchant_id = $1::text AND payment_id = $4::uuid),
                  9223372036854775807)) \(condition)
            ORDER BY p.created_at DESC, p.insertion DESC LIMIT $5::bigint
            """
        ) { (row: inout Row) throws(PostgresFailure) in try row.payment() }
    }

    static func list(_ filter: PaymentFilter) -> Query<Payment> {
        let page: [SQLValue] = [
            .merchant(filter.merchant), .gateway(filter.gateway), .timestamp(filter.after?.createdAt ?? theEnd),
            .uuid(filter.after?.id.rawValue), .bigint(Int64(filter.limit)),
        ]
        return switch filter.selection {
        case .all: Query(statement: newest, values: page)
        case .status(let status): Query(statement: ofStatus, values: page + [.text(status.rawValue)])
        case .nonces(let nonces):
            Query(
                statement: ofNonces,
                values: page + SQLValue.columns(of: nonces.map { [.bytes(PaymentStatements.digest(of: $0))] }))
        case .externalReference(let reference):
            Query(statement: ofExternalReference, values: page + [.text(reference)])
        }
    }

    /// A page begins behind the last step of the one before. No step has the number 0, so the first page has those of
    /// its first moment, too.
    static func settled(
        _ merchant: MerchantID, at gateway: Gateway, _ time: SettlementTime, behind last: PaymentStep?, limit: Int
    ) -> Query<SteppedPayment> {
        let (statement, lastTime) = switch time {
        case .taken: (taken, last?.settledAt)
        case .due: (takenOfDays, last?.settlesAt)
        }
        return statement(
            .merchant(merchant), .gateway(gateway), .timestamp(lastTime ?? time.times.lowerBound),
            .uuid(last?.payment.rawValue ?? UUID(uuid: firstUUID)), .integer(last?.number ?? 0),
            .timestamp(time.times.upperBound), .bigint(Int64(limit)))
    }

    /// Later than every time that a service's clock shows: the year 2100.
    private static let theEnd = Date(timeIntervalSince1970: 4_102_444_800)
    private static let firstUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

extension Row {
    fileprivate mutating func stepped() throws(PostgresFailure) -> SteppedPayment {
        SteppedPayment(payment: try payment(), step: try step())
    }
}
