import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres
import Validation

package enum BulkOrderStatements {
    /// The place of the sealed applications.
    package static func place(of id: BulkOrderID) -> String { "bulk_order.sealed_applications order \(id)" }

    /// An order that this server has begun.
    struct Begun: Sendable {
        let id: BulkOrderID
        let brand: String
    }

    static let accept = Statement(
        "bulk_order_accept",
        """
        INSERT INTO bulk_order
            (order_id, brand, status, number_of_cards, created_at, sealed_applications, applications_key_version)
        VALUES ($1, $2, 'ACCEPTED', $3, $4, $5, $6)
        """
    )

    static let unfinished = Statement(
        "bulk_order_unfinished",
        "SELECT count(*) FROM bulk_order WHERE brand = $1 AND status IN ('ACCEPTED', 'PROCESSING')"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let find = Statement(
        "bulk_order_find",
        """
        SELECT order_id, status, number_of_cards, created_at, started_at, completed_at, customer_ids, card_ids,
               failure_reason, failed_fields, field_errors
        FROM bulk_order WHERE order_id = $1 AND brand = $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bulkOrder() }

    /// Begins the oldest order that is not locked and that is not one of these. Orders that have failed less often come
    /// first, so an order that keeps failing does not delay the others.
    static let begin = Statement(
        "bulk_order_begin",
        """
        UPDATE bulk_order SET status = 'PROCESSING', started_at = coalesce(started_at, $1)
        WHERE order_id = (
            SELECT order_id FROM bulk_order
            WHERE status IN ('ACCEPTED', 'PROCESSING') AND order_id <> ALL ($2::uuid[])
            ORDER BY tries, created_at, insertion LIMIT 1
            FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING order_id, brand
        """
    ) { (row: inout Row) throws(PostgresFailure) in Begun(id: try row.id("order_id"), brand: try row.text("brand")) }

    /// Locks an order until the transaction ends, which it also does if the server dies. Finds nothing if another
    /// server was quicker.
    static let hold = Statement(
        "bulk_order_hold",
        """
        SELECT sealed_applications, applications_key_version
        FROM bulk_order WHERE order_id = $1 AND status = 'PROCESSING'
        FOR NO KEY UPDATE SKIP LOCKED
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        SealedSecret(
            bytes: try row.bytes("sealed_applications"), keyVersion: try row.integer("applications_key_version"))
    }

    /// Waits for the server that has locked the next order, and finds the order if it is still unfinished then.
    static let waitForHolder = Statement(
        "bulk_order_wait_for_holder",
        """
        SELECT true AS waits FROM bulk_order WHERE status IN ('ACCEPTED', 'PROCESSING')
        ORDER BY tries, created_at, insertion LIMIT 1
        FOR SHARE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("waits") }

    /// Returns how often the service has failed at this order.
    static let countFailure = Statement(
        "bulk_order_count_failure",
        "UPDATE bulk_order SET tries = tries + 1 WHERE order_id = $1 AND status = 'PROCESSING' RETURNING tries"
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("tries") }

    static let complete = Statement(
        "bulk_order_complete",
        """
        UPDATE bulk_order SET status = 'COMPLETED', completed_at = $2, customer_ids = $3, card_ids = $4,
            sealed_applications = NULL, applications_key_version = NULL
        WHERE order_id = $1
        """
    )

    /// Finds nothing if the order has ended already.
    static let fail = Statement(
        "bulk_order_fail",
        """
        UPDATE bulk_order SET status = 'FAILED', completed_at = $2, failure_reason = $3, failed_fields = $4,
            field_errors = $5, sealed_applications = NULL, applications_key_version = NULL
        WHERE order_id = $1 AND status = 'PROCESSING'
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let all = [
        accept.erased, unfinished.erased, find.erased, begin.erased, hold.erased, waitForHolder.erased,
        countFailure.erased, complete.erased, fail.erased,
    ]

    static func accept(_ order: BulkOrder, of brand: String, _ applications: SealedSecret) -> Query<Void> {
        accept(
            .id(order.id), .text(brand), .integer(order.numberOfCards), .timestamp(order.createdAt),
            .bytes(applications.bytes), .integer(applications.keyVersion))
    }

    static func begin(except left: [BulkOrderID], at now: Date) -> Query<Begun> {
        begin(.timestamp(now), .ids(left))
    }

    static func complete(_ id: BulkOrderID, with cards: [Card], at now: Date) -> Query<Void> {
        complete(
            .id(id), .timestamp(now), .ids(cards.map(\.customer)),
            .ids(cards.map(\.id)))
    }

    static func fail(_ id: BulkOrderID, _ failure: BulkOrder.Failure, at now: Date) -> Query<Bool> {
        fail(
            .id(id), .timestamp(now), .text(failure.reason), .textArray(failure.violations.map(\.field)),
            .textArray(failure.violations.map(\.error)))
    }
}

extension Row {
    fileprivate mutating func bulkOrder() throws(PostgresFailure) -> BulkOrder {
        BulkOrder(
            id: try id("order_id"), status: try text("status", as: BulkOrder.Status.self),
            numberOfCards: try integer("number_of_cards"), createdAt: try timestamp("created_at"),
            startedAt: try optionalTimestamp("started_at"),
            completedAt: try optionalTimestamp("completed_at"), cards: try issuedCards(),
            failure: try bulkOrderFailure())
    }

    private mutating func issuedCards() throws(PostgresFailure) -> [BulkOrder.IssuedCard] {
        let customers = try optionalNumbers("customer_ids", CustomerID.self) ?? []
        let cards = try optionalUUIDArray("card_ids") ?? []
        return zip(customers, cards).map { customer, card in
            BulkOrder.IssuedCard(customer: customer, card: CardID(rawValue: card))
        }
    }

    private mutating func bulkOrderFailure() throws(PostgresFailure) -> BulkOrder.Failure? {
        let reason = try optionalText("failure_reason")
        let fields = try optionalTextArray("failed_fields") ?? []
        let errors = try optionalTextArray("field_errors") ?? []
        guard let reason else { return nil }
        return BulkOrder.Failure(reason: reason, violations: zip(fields, errors).map { FieldError($0, $1) })
    }
}
