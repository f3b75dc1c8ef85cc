import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

/// An application in a bulk order.
package struct Asked: Sendable {
    package let customer: CustomerID
    package let program: DemoProgram
    package var pin: String?
    package var externalID: String?

    package init(customer: CustomerID, program: DemoProgram, pin: String? = nil, externalID: String? = nil) {
        self.customer = customer
        self.program = program
        self.pin = pin
        self.externalID = externalID
    }

    package static func cards(_ count: Int, of program: DemoProgram, for customer: CustomerID) -> [Asked] {
        Array(repeating: Asked(customer: customer, program: program), count: count)
    }
}

extension IssuingFixture {
    package func order(
        _ asked: [Asked], of brand: String = DemoUniverse.brand, request: IdempotentRequest<BulkOrder> = .unkeyed()
    ) async throws -> Answered<BulkOrder> {
        let entries = asked.map {
            BulkApplication.Entry(
                customer: $0.customer, application: .ordering($0.program, pin: $0.pin, externalID: $0.externalID))
        }
        return try await issuing.orderCards(
            Draft(BulkApplication(entries)), pins: asked.map { $0.pin.flatMap { PIN($0) } }, for: brand,
            request: request)
    }

    /// Places an order. The server accepts it but does not start it yet.
    package func accepted(_ asked: [Asked]) async throws -> BulkOrder {
        try #require(try await order(asked).value)
    }

    package func reread(_ order: BulkOrder) async throws -> BulkOrder {
        try await issuing.bulkOrder(order.id, of: DemoUniverse.brand)
    }

    package func enrol(count: Int) async throws -> [CustomerID] {
        var customers: [CustomerID] = []
        for _ in 0..<count { customers.append(try await enrol()) }
        return customers
    }

    /// Locks an order while `work` runs, like another server that works on the order.
    package func holding(_ order: BulkOrder, while work: () async throws -> Void) async throws {
        let hold = Statement(
            "test_hold", "SELECT true AS is_held FROM bulk_order WHERE order_id = $1 FOR NO KEY UPDATE"
        ) { row throws(PostgresFailure) in try row.boolean("is_held") }
        try await holding(hold(.uuid(order.id.rawValue)), while: work)
    }
}
