import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing
import TestSupport

@testable import Dintero

@Suite("Transactions of Dintero")
struct DinteroTransactionTests {
    @Test("A transaction is captured and refunded in parts, and each event says the status after it")
    func parts() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let steps: [(String, Int, String)] = [
            ("capture", 10000, "PARTIALLY_CAPTURED"), ("refund", 1000, "PARTIALLY_CAPTURED_REFUNDED"),
            ("capture", 10100, "PARTIALLY_REFUNDED"), ("refund", 19100, "REFUNDED"),
        ]
        for (what, amount, status) in steps {
            let answer = try await fixture.change(what, id, ["amount": .number("\(amount)"), "items": .null])
            #expect(answer.status == 200 && answer["status"] == status, "\(answer.body)")
        }
        let read = try await fixture.ask(.get, "/v1/transactions/\(id)")
        #expect(
            read.events.compactMap { $0.text("event") }
                == ["INITIALIZE", "AUTHORIZE", "CAPTURE", "REFUND", "CAPTURE", "REFUND"])
        #expect(
            read.events.compactMap { $0.text("transaction_status") } == ["INITIATED", "AUTHORIZED"] + steps.map(\.2))
    }

    @Test("No more is captured than was authorized, and no more refunded than was captured")
    func limits() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        #expect(try await fixture.change("refund", id, ["amount": 1]).words == "400 WRONG_STATUS")
        #expect(try await fixture.change("capture", id, ["amount": 20101]).words == "400 AMOUNT_TOO_LARGE")
        #expect(try await fixture.change("capture", id, ["amount": 20000]).status == 200)
        #expect(try await fixture.change("capture", id, ["amount": 101]).words == "400 AMOUNT_TOO_LARGE")
        #expect(try await fixture.change("refund", id, ["amount": 20001]).words == "400 AMOUNT_TOO_LARGE")
        #expect(try await fixture.change("void", id).words == "400 WRONG_STATUS", "a part was captured")
        for wrong in [nil, .number("0"), .string("1"), .number("1.5"), .number("-1")] as [JSONValue?] {
            #expect(try await fixture.change("capture", id, ["amount": wrong]).wrong == ["amount"])
        }
        let items: JSONValue = [["line_id": "1", "amount": 99]]
        #expect(try await fixture.change("capture", id, ["amount": 100, "items": items]).wrong == ["amount"])
    }

    @Test("Items are a list of whole amounts", arguments: [
        ("{}", "items"), (#""x""#, "items"), (#"[{"amount":"1"}]"#, "items[0].amount"),
        (#"[{"amount":1.01}]"#, "items[0].amount"), (#"[{"amount":1},{"x":1}]"#, "items[1].amount"),
        ("[\(Array(repeating: "1", count: 101).joined(separator: ","))]", "items"),
    ])
    func items(text: String, wrong: String) async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let items = try JSONValue(parsing: Array(text.utf8))
        #expect(try await fixture.change("capture", id, ["amount": 1, "items": items]).wrong == [wrong])
    }

    @Test("An empty reference counts as no reference")
    func emptyReference() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        for (what, name) in [("capture", "capture_reference"), ("refund", "refund_reference")] {
            let body = JSONValue.object(JSONObject([("amount", 100), (name, "")]))
            for _ in 1...2 { #expect(try await fixture.change(what, id, body).status == 200) }
        }
        let events = try await fixture.ask(.get, "/v1/transactions/\(id)").events
        #expect(events.count { ["CAPTURE", "REFUND"].contains($0.text("event")) } == 4)
        #expect(events.compactMap { $0.text("event_reference") } == [])
    }

    @Test("A final capture gives the rest back at once")
    func finalCapture() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let answer = try await fixture.change("capture", id, ["amount": 10000, "final": true])
        #expect(answer["status"] == "PARTIALLY_CAPTURED" && fixture.issuer.reversed.count == 1)
        #expect(try await fixture.change("capture", id, ["amount": 1]).words == "400 AMOUNT_TOO_LARGE")
        #expect(try await fixture.change("refund", id, ["amount": 10000])["status"] == "PARTIALLY_CAPTURED_REFUNDED")
    }

    @Test("A void gives everything back and ends the transaction")
    func void() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let answer = try await fixture.change("void", id)
        #expect(answer.status == 200 && answer["status"] == "AUTHORIZATION_VOIDED")
        #expect(answer.events.last?.text("event") == "VOID")
        for what in ["capture", "refund"] {
            #expect(try await fixture.change(what, id, ["amount": 1]).words == "400 WRONG_STATUS")
        }
        #expect(try await fixture.change("void", id).words == "400 WRONG_STATUS")
    }

    @Test("A reference captures and refunds once, and the same reference with another amount is a conflict")
    func references() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        let items: JSONValue = [["line_id": "1", "amount": 10000]]
        let capture: JSONValue = ["amount": 10000, "capture_reference": "shipment-1", "items": items]
        let refund: JSONValue = ["amount": 500, "refund_reference": "shipment-1", "reason": "Broken"]
        for _ in 1...2 {
            #expect(try await fixture.change("capture", id, capture)["status"] == "PARTIALLY_CAPTURED")
        }
        for _ in 1...2 {
            #expect(try await fixture.change("refund", id, refund)["status"] == "PARTIALLY_CAPTURED_REFUNDED")
        }
        let other: JSONValue = ["amount": 9999, "capture_reference": "shipment-1"]
        #expect(try await fixture.change("capture", id, other).words == "409 CONFLICT")
        let events = try await fixture.ask(.get, "/v1/transactions/\(id)").events
        #expect(events.compactMap { $0.text("event_reference") } == ["shipment-1", "shipment-1"])
        #expect(events.compactMap { $0["items"] } == [items])
        let card: JSONValue = ["amount": 1, "capture_reference": "4111111111111111"]
        #expect(try await fixture.change("capture", id, card).wrong == ["capture_reference"])
    }

    @Test("Transactions are listed, the newest first, and by order and session")
    func list() async throws {
        let fixture = try await DinteroFixture.make()
        var ids: [String] = []
        for seed: UInt64 in 3...5 {
            ids.insert(try await fixture.paid(seed: seed), at: 0)
            fixture.clock.move(seconds: 1)
        }
        func listed(_ query: String) async throws -> [String] {
            try await fixture.ask(.get, "/v1/transactions" + query).list.compactMap { $0.text("id") }
        }
        #expect(try await listed("") == ids)
        #expect(try await listed("?limit=2") == Array(ids.prefix(2)))
        #expect(try await listed("?starting_after=\(ids[1])") == [ids[2]])
        #expect(try await listed("?merchant_reference=order-7") == ids)
        #expect(try await listed("?merchant_reference=other") == [])
        let session = try #require(try await fixture.ask(.get, "/v1/transactions/\(ids[0])")["session_id"])
        #expect(try await listed("?session_id=\(session)") == [ids[0]])
        #expect(try await listed("?session_id=\(session)&merchant_reference=other") == [])
        fixture.issuer.answer(.declined(.insufficientFunds))
        let retried = try await fixture.newSession()
        var tried: [String] = []
        for seed: UInt64 in 6...8 {
            fixture.clock.move(seconds: 1)
            if seed == 8 { fixture.issuer.approveAll() }
            let answer = try await fixture.pay(retried, fixture.submitted(retried, seed: seed))
            tried.insert(try #require(answer["transaction_id"] ?? answer["redirect_url"]), at: 0)
        }
        let ofSession = try await listed("?session_id=\(retried)")
        #expect(ofSession.count == 3 && Array(ofSession.dropFirst()) == Array(tried.dropFirst()))
        #expect(try await listed("?session_id=\(retried)&starting_after=\(ofSession[0])") == Array(tried.dropFirst()))
        #expect(try await fixture.ask(.get, "/v1/transactions", as: "M2").list.isEmpty)
        #expect(try await fixture.ask(.get, "/v1/transactions?limit=0&x=1").wrong == ["limit", "x"])
    }

    @Test("A long list takes no more statements than a short one, and each transaction has its own events")
    func listCost() async throws {
        let fixture = try await DinteroFixture.make()
        var ids: [String] = []
        for seed: UInt64 in 3...6 {
            ids.insert(try await fixture.paid(seed: seed), at: 0)
            fixture.clock.move(seconds: 1)
        }
        _ = try await fixture.change("capture", ids[2], ["amount": 100])
        func cost(_ limit: Int) async throws -> Int {
            try await fixture.statements.counted {
                let listed = try await fixture.ask(.get, "/v1/transactions?limit=\(limit)").list
                #expect(listed.count == limit)
            }
        }
        #expect(try await cost(1) == cost(4))
        let listed = try await fixture.ask(.get, "/v1/transactions").list
        for (id, transaction) in zip(ids, listed) {
            #expect(try await fixture.ask(.get, "/v1/transactions/\(id)").object == transaction)
        }
    }

    @Test("Another merchant's transaction does not exist")
    func isolation() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid()
        for name in [id, id.replacing("T12345678", with: DinteroFixture.otherAccount), "x"] {
            #expect(try await fixture.ask(.get, "/v1/transactions/\(name)", as: "M2").words == "404 NOT_FOUND")
            for what in ["capture", "refund"] {
                let answer = try await fixture.ask(
                    .post, "/v1/transactions/\(name)/\(what)", ["amount": 1], as: "M2")
                #expect(answer.words == "404 NOT_FOUND")
            }
            let void = try await fixture.ask(.post, "/v1/transactions/\(name)/void", as: "M2")
            #expect(void.words == "404 NOT_FOUND")
        }
    }
}
