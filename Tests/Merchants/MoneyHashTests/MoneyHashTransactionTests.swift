import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import MoneyHash

@Suite("Transactions of MoneyHash")
struct MoneyHashTransactionTests {
    private static func operations(_ answer: Answer) -> [String] {
        guard case .array(let operations)? = answer.data?.object("transaction")?["operations"] else { return [] }
        return operations.map { operation in
            guard case .object(let object) = operation, let amount = object.object("amount")?["value"]
            else { return "" }
            return "\(object.text("type") ?? "") \(amount.jsonText)"
        }
    }

    @Test("An authorized amount is captured in parts, the rest is voided, and a part is refunded")
    func parts() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid(["operation": "authorize"])
        #expect(try await fixture.money(intent) == "AUTHORIZED 50.00 0.00 0.00 0.00")
        let first = try await fixture.change("capture", id, "10")
        #expect(first.data?.object("transaction")?.text("status") == "capture.successful")
        #expect(Self.operations(first) == ["authorize 50", "capture 10"])
        #expect(try await fixture.change("capture", id, "12.5").status == 200)
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 0.00 22.50 0.00")
        #expect(
            try await fixture.change("capture", id, "27.51").words
                == "400 | amount: At most 27.50 USD of the payment is left to capture or void.")
        let voided = try await fixture.change("void", id)
        #expect(Self.operations(voided) == ["authorize 50", "capture 10", "capture 12.5", "void 27.5"])
        #expect(
            try await fixture.change("void", id).words == "400 | transaction: Nothing is available to void.")
        let refunded = try await fixture.change("refund", id, "2.5")
        #expect(refunded.data?.object("intent")?.object("payment_status")?.object("balances")?.text(
            "available_to_refund") == "20.00")
        #expect(
            try await fixture.change("refund", id, "20.01").words
                == "400 | amount: At most 20.00 USD of the payment is left to refund.")
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 27.50 22.50 2.50")
        #expect(try await fixture.change("refund", id).status == 200, "all that is left")
        #expect(try await fixture.money(intent) == "REFUNDED 50.00 27.50 22.50 22.50")
    }

    @Test("Without an amount, all that is left is captured; a void gives all of it back")
    func whole() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid(["operation": "authorize"])
        #expect(try await fixture.change("capture", id).status == 200)
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 0.00 50.00 0.00")
        let (other, second) = try await fixture.paid(["operation": "authorize"], seed: 4)
        #expect(try await fixture.change("void", second).status == 200)
        #expect(try await fixture.money(other) == "VOIDED 50.00 50.00 0.00 0.00")
        #expect(
            try await fixture.change("capture", second).words
                == "400 | transaction: The transaction's payment_status does not allow this.")
        #expect(fixture.issuer.reversed.count == 1)
    }

    @Test("A purchase has one operation, which took the money; it can only be refunded")
    func purchase() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid()
        let refunded = try await fixture.change("refund", id)
        #expect(Self.operations(refunded) == ["purchase 50", "refund 50"])
        #expect(try await fixture.money(intent) == "REFUNDED 50.00 0.00 50.00 50.00")
        #expect(try await fixture.change("void", id).status == 400)
        #expect(try await fixture.change("capture", id).status == 400)
    }

    @Test("Wrong amounts and unknown transactions are refused", arguments: [
        (#"{"amount": "x"}"#, "400 | amount: A valid number is required."),
        (#"{"amount": 0}"#, "400 | amount: Ensure this value is greater than or equal to 0.01."),
        (#"{"amount": 0.001}"#, "400 | amount: Ensure that there are no more than 2 decimal places."),
    ])
    func amounts(body: String, words: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let (_, id) = try await fixture.paid(["operation": "authorize"])
        let json = try JSONValue(parsing: Array(body.utf8))
        for what in ["capture", "refund"] {
            #expect(try await fixture.ask(.post, "/payments/transactions/\(id)/\(what)/", json).words == words)
            #expect(try await fixture.change(what, "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10").status == 404)
        }
    }

    @Test("The ids of operations and of their statuses are distinct and do not change", .timeLimit(.minutes(1)))
    func names() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid(["operation": "authorize"])
        let captured = try await fixture.change("capture", id, "10")
        let again = try await fixture.details(intent)
        func names(_ answer: Answer) -> [String] {
            guard case .array(let operations)? = answer.data?.object("transaction")?["operations"] else { return [] }
            return operations.flatMap { operation -> [String] in
                guard case .object(let object) = operation else { return [] }
                return [object.text("id"), object.object("latest_status")?.text("id")].compactMap(\.self)
            }
        }
        #expect(names(captured) == names(again) && Set(names(captured)).count == 4)
        #expect(names(captured).allSatisfy(ShortID.isOne))
        #expect(captured.data?.text("operation_id") == names(captured)[2])
        #expect(captured.data?.text("status_id") == names(captured)[3])
    }
}
