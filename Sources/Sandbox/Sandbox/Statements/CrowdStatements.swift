import Cards
import Issuing
import Postgres

/// The statements that store a crowd.
enum CrowdStatements {
    /// Must be sent before numbers are drawn. The restoration of a snapshot resets the numbers, so it must not happen
    /// between the drawing of numbers and the storing of their owners. A statement that does both locks the table
    /// itself.
    static let hold = Statement("crowd_hold", "LOCK TABLE customer IN ROW EXCLUSIVE MODE")

    /// Draws this many numbers for customers. No number is drawn twice.
    static let numbers = Statement(
        "crowd_numbers", "SELECT nextval('customer_number') AS customer_id FROM generate_series(1, $1)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    static let customers = Copy(
        "crowd_customers", into: "customer",
        ["customer_id"] + EnrolmentStatements.enrolled.list.map(\.name))

    static let cards = Copy(
        "crowd_cards", into: "card",
        CardStatements.issued.list.map(\.name)
            + ["changes", "returns_to", "activated_at", "dispatched_at", "delivered_at"])

    static let history = Copy(
        "crowd_history", into: "card_status_history",
        [
            "customer_id", "card_id", "change_number", "actor", "occasion", "from_status", "to_status", "reason",
            "changed_at",
        ])

    static let all = [numbers.erased]
}
