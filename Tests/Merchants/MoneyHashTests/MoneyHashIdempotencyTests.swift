import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import MoneyHash

@Suite("Requests with an X-Idempotency-Key at MoneyHash")
struct MoneyHashIdempotencyTests {
    private static let name = "f16ba382-eb42-481a-b08f-c57bdc9aae24"

    @Test("A repeated key gets the same answer for a day, and has one effect")
    func again() async throws {
        let fixture = try await MoneyHashFixture.make()
        let body = MoneyHashFixture.intent()
        let first = try await fixture.ask(.post, "/payments/intent/", body, once: Self.name)
        fixture.clock.move(seconds: 86_399)
        let second = try await fixture.ask(.post, "/payments/intent/", body, once: Self.name.uppercased())
        #expect(first.status == 200 && second.body == first.body)
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.moneyhash_intent") == ["1"])
        fixture.clock.move(seconds: 1)
        let third = try await fixture.ask(.post, "/payments/intent/", body, once: Self.name)
        #expect(third.status == 200 && third.data?.text("id") != first.data?.text("id"))
    }

    @Test("A saved card is charged once, although the answer is lost and the request is repeated")
    func chargedOnce() async throws {
        let fixture = try await MoneyHashFixture.make()
        let token = try await fixture.savedCard()
        let body = MoneyHashFixture.intent([
            "customer": "ivana", "merchant_initiated": true, "payment_type": "UNSCHEDULED",
            "recurring_data": ["agreement_id": "a-1"], "card_token": .string(token),
        ])
        let first = try await fixture.ask(.post, "/payments/intent/", body, once: Self.name)
        #expect(first.data?.text("status") == "PROCESSED", "\(first.body)")
        let asked = fixture.issuer.asked.count
        _ = try await fixture.moneyHash.database.write(
            Statement("lose_answers", "DELETE FROM merchants.moneyhash_answer")())
        let second = try await fixture.ask(.post, "/payments/intent/", body, once: Self.name)
        #expect(second.data?.text("id") == first.data?.text("id") && second.data?.text("status") == "PROCESSED")
        #expect(fixture.issuer.asked.count == asked)
    }

    @Test("A refusal is repeated, too, even if the request would now succeed")
    func failures() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent()
        let path = "/payments/intent/\(id)/receipt/"
        let body: JSONValue = ["receipt": .string(try await fixture.paymentData())]
        let first = try await fixture.ask(.post, path, body, once: Self.name)
        #expect(first.status == 400)
        _ = try await fixture.select("APPLE_PAY", id)
        let second = try await fixture.ask(.post, path, body, once: Self.name)
        #expect(second.status == 400 && second.body == first.body)
        #expect(try await fixture.ask(.post, path, body).outcome == "INTENT_PROCESSED 6000")
    }

    @Test("Merchants do not share keys, and test requests and live requests do not share them either")
    func owners() async throws {
        let fixture = try await MoneyHashFixture.make()
        var ids: Set<String> = []
        for key in ["test-M1", "live-M1", "test-M2"] {
            let answer = try await fixture.ask(
                .post, "/payments/intent/", MoneyHashFixture.intent(), key: key, once: Self.name)
            ids.insert(try #require(answer.data?.text("id")))
        }
        #expect(ids.count == 3)
    }

    @Test("A key that is no UUID of version 4 is refused exactly as documented", arguments: [
        "x", "", "f16ba382eb42481ab08fc57bdc9aae24", "f16ba382-eb42-181a-b08f-c57bdc9aae24",
        "f16ba382-eb42-481a-708f-c57bdc9aae24",
    ])
    func invalid(name: String) async throws {
        let fixture = try await MoneyHashFixture.make()
        let answer = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), once: name)
        #expect(answer.status == 400)
        #expect(
            answer.body == #"{"status":{"code":400,"message":"error","errors":[{"X-Idempotency-Key":"Invalid UUID"}]},"#
                + #""data":{},"count":1,"next":null,"previous":null}"#)
    }

    @Test("Twenty simultaneous refunds with one key refund once")
    func storm() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid()
        let path = "/payments/transactions/\(id)/refund/"
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try await fixture.ask(.post, path, ["amount": 1], once: Self.name).status }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses[200, default: 0] >= 1 && statuses.keys.allSatisfy { [200, 409].contains($0) }, "\(statuses)")
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 0.00 50.00 1.00")
    }

    @Test("A refund that is repeated after its stored answer was lost gives money back once")
    func lostAnswer() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid()
        let path = "/payments/transactions/\(id)/refund/"
        let first = try await fixture.ask(.post, path, ["amount": 1], once: Self.name)
        try await fixture.moneyHash.database.execute(script: "DELETE FROM merchants.moneyhash_answer")
        let second = try await fixture.ask(.post, path, ["amount": 1], once: Self.name)
        #expect(first.status == 200 && second.body == first.body)
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 0.00 50.00 1.00")
    }

    @Test("A key that another request has used is refused, and nothing is refunded")
    func otherRequest() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (_, one) = try await fixture.paid()
        let (intent, other) = try await fixture.paid(seed: 4)
        let path = "/payments/transactions/\(one)/refund/"
        #expect(try await fixture.ask(.post, path, ["amount": 1], once: Self.name).status == 200)
        let refused = try await fixture.ask(
            .post, "/payments/transactions/\(other)/refund/", ["amount": 1], once: Self.name)
        #expect(refused.status == 409 && refused.body.contains(path), "\(refused.body)")
        #expect(try await fixture.money(intent) == "CAPTURED 50.00 0.00 50.00 0.00")
        let null = try await fixture.ask(.post, "/payments/transactions/\(other)/refund/", ["amount": .null])
        #expect(null.words == "400 | amount: This field may not be null.")
    }

    @Test("While a request is answered, its key is in use; after a server stopped, the key becomes free")
    func inUse() async throws {
        let fixture = try await MoneyHashFixture.make()
        let answer = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), once: Self.name)
        #expect(answer.status == 200)
        try await fixture.moneyHash.database.execute(
            script: "UPDATE merchants.moneyhash_answer SET status = NULL, body = NULL")
        let busy = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), once: Self.name)
        #expect(busy.words == "409 | detail: A request with this X-Idempotency-Key is being processed.")
        fixture.clock.move(seconds: 120)
        let again = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), once: Self.name)
        #expect(again.status == 200)
    }

    @Test("Answers are forgotten after a day")
    func forgotten() async throws {
        let fixture = try await MoneyHashFixture.make()
        _ = try await fixture.ask(.post, "/payments/intent/", MoneyHashFixture.intent(), once: Self.name)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.moneyhash_answer") == ["1"])
        fixture.clock.move(seconds: 86_400)
        try await fixture.moneyHash.settle()
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.moneyhash_answer") == ["0"])
    }
}
