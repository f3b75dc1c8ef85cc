import Cards
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("The administration over HTTP")
struct AdministrationStoryTests {
    private static let client = "/brands/demo/clients/demo-app"

    @Test("A client's secret is replaced, and the client is disabled, enabled and revoked")
    func clients() async throws {
        let bench = try await AdministrationBench()
        let rotated = try await bench.ask(.post, Self.client + "/secret", #"{"overlapSeconds": 60}"#, as: .operations)
        #expect(rotated.status == 200 && rotated.headers[.cacheControl] == "no-store", "\(rotated.text)")
        let secret = try #require(rotated.text.firstMatch(of: /"clientSecret":"([\w-]{43})"/)).output.1
        let issuing = bench.fixture.issuing
        #expect(try await issuing.client("demo-app", of: "demo", secret: String(secret)) != nil)
        #expect(try await bench.ask(.post, Self.client + "/disable", as: .operations).status == 204)
        #expect(try await issuing.client("demo-app", of: "demo", secret: String(secret)) == nil)
        let list = try await bench.ask(.get, "/brands/demo/clients", as: .viewer)
        #expect(list.status == 200 && list.text.contains(#""clientId":"demo-app""#), "\(list.text)")
        #expect(list.text.contains("disabledDate") && list.text.contains("earlierSecretEndDate"))
        #expect(!list.text.contains(secret))
        #expect(try await bench.ask(.post, Self.client + "/enable", as: .operations).status == 204)
        #expect(try await bench.ask(.post, Self.client + "/revoke", as: .operations).status == 204)
        for path in ["/brands/demo/clients/nobody/disable", "/brands/none/clients/demo-app/enable"] {
            let unknown = try await bench.ask(.post, path, as: .operations)
            #expect(unknown.status == 404 && unknown.text.contains("DW-ENTITY-NOT-FOUND"), "\(unknown.text)")
        }
    }

    @Test("A customer is enrolled, shown and exported, and not erased as long as records must be kept")
    func customers() async throws {
        let bench = try await AdministrationBench()
        let enrolled = try await bench.ask(
            .post, "/brands/demo/customers",
            #"{"country": "BG", "firstName": "Olga", "lastName": "Ivanova", "mobile": "+359 881234567"}"#,
            as: .operations)
        #expect(enrolled.status == 201, "\(enrolled.text)")
        let id = try #require(enrolled.text.firstMatch(of: /"customerId":"(\d+)"/)).output.1
        for (path, role) in [("/customers/\(id)", OperatorRole.support), ("/customers/\(id)/export", .operations)] {
            let shown = try await bench.ask(.get, path, as: role)
            #expect(shown.status == 200 && shown.headers[.contentType] == "application/jsonl", "\(shown.text)")
            for line in shown.text.split(separator: "\n") {
                _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
            #expect(shown.text.contains("Ivanova"))
        }
        let kept = try await bench.ask(.delete, "/customers/\(id)", as: .operations)
        #expect(kept.status == 403 && kept.text.contains("records are kept for 1827 days"), "\(kept.text)")
        #expect(try await bench.ask(.get, "/customers/29999999", as: .support).status == 404)
        #expect(try await bench.ask(.delete, "/customers/29999999", as: .operations).status == 404)
    }

    @Test("Events of a card and reports of the bank are recorded")
    func records() async throws {
        let bench = try await AdministrationBench()
        let customer = try await bench.fixture.enrol()
        let card = try await bench.fixture.issue(.virtualMastercard, to: customer)
        let events = "/cards/\(card.id)/events"
        let suspended = try await bench.ask(.post, events, #"{"event": "SUSPEND"}"#, as: .operations)
        #expect(suspended.status == 200 && suspended.text.contains(#""status":"SUSPENDED""#), "\(suspended.text)")
        let again = try await bench.ask(.post, events, #"{"event": "SUSPEND"}"#, as: .operations)
        #expect(again.status == 403 && again.text.contains("DW-OPERATION-NOT-ALLOWED"), "\(again.text)")
        let cleared = try await bench.ask(.post, "/cards/\(card.id)/clear-tries", as: .support)
        #expect(cleared.status == 200, "\(cleared.text)")
        let deposit = try await bench.fixture.advance(
            bench.fixture.deposit(1000, to: customer), to: .pending, .processing)
        let reports = "/customers/\(customer)/movements/\(deposit.id)/reports"
        for _ in 1...2 {
            let reported = try await bench.ask(.post, reports, #"{"report": "DONE"}"#, as: .operations)
            #expect(reported.status == 200 && reported.text.contains(#""status":"COMPLETED""#), "\(reported.text)")
        }
    }

    @Test("A file of settings is planned, proposed, applied, and refused with the places of its errors")
    func applying() async throws {
        let bench = try await AdministrationBench()
        func send(
            _ method: HTTPRequest.Method, _ path: String, _ text: String
        ) async throws -> AdministrationBench.Answer {
            try await bench.ask(method, path, text, as: .operations, mediaType: "application/yaml")
        }

        let file = """
            brands:
              acme: {frameAncestors: [https://acme.example]}
            clients:
              acme-app: {brand: acme, mayExchange: true}
            """
        for _ in 1...2 {
            let plan = try await send(.post, "/settings/plan", file)
            #expect(plan.status == 200 && plan.text.contains("+ brands.acme"), "\(plan.text)")
            #expect(!plan.text.contains("clientSecret"))
        }
        let change = try await bench.propose(.put, "/settings", file)
        #expect(try await bench.fixture.issuing.client("acme-app", of: "acme", secret: "") == nil)
        let applied = try await bench.approve(change)
        #expect(applied.status == 200 && applied.headers[.cacheControl] == "no-store", "\(applied.text)")
        #expect(applied.text.contains("+ brands.acme"), "\(applied.text)")
        let secret = try #require(applied.text.firstMatch(of: /"clientSecret":"([\w-]{43})"/)).output.1
        #expect(try await bench.fixture.issuing.client("acme-app", of: "acme", secret: String(secret)) != nil)
        #expect(try await send(.post, "/settings/plan", file).text == #"{"changes":[]}"#)
        let again = try await send(.put, "/settings", file)
        #expect(again.status == 403 && again.text.contains("would change nothing"), "\(again.text)")
        for (wrong, complaint) in [
            ("brands:\n  acme: {nothing: 1}\n", "line 2"), ("brands: [", "cannot be read"),
            ("customers:\n  olga: {country: BG}\n", "cannot be applied"),
            ("# 4111111111111111\n" + file, "may be a card number"),
        ] {
            let refused = try await send(.put, "/settings", wrong)
            #expect(refused.status == 400 && refused.text.contains(complaint), "\(refused.text)")
        }
    }

    @Test("Settings are a file, and keys show their check values only")
    func settings() async throws {
        let bench = try await AdministrationBench()
        let settings = try await bench.ask(.get, "/settings", as: .viewer)
        #expect(settings.status == 200 && settings.text.contains("brands:") && settings.text.contains("demo"))
        let keys = try await bench.ask(.get, "/keys", as: .keyCustodian)
        #expect(keys.status == 200 && keys.text.contains("PAN_ENCRYPTION") && keys.text.contains("checkValue"))
    }

    @Test("Unknown members, values outside their range and queries are refused", arguments: [
        (client + "/secret", #"{"overlapSeconds": 1, "more": 2}"#, "more"),
        (client + "/secret", #"{"overlapSeconds": 2592001}"#, "overlapSeconds"),
        (client + "/secret?x=1", "{}", "x"), (client + "/disable", #"{"more": 1}"#, "more"),
        ("/brands/demo/customers", "{}", "lastName"),
        ("/cards/f16ba382-eb42-481a-b08f-c57bdc9aae24/events", #"{"event": "WRONG_PIN"}"#, "event"),
    ])
    func badRequests(path: String, body: String, field: String) async throws {
        let answer = try await AdministrationBench().ask(.post, path, body, as: .operations)
        #expect(answer.status == 400 && answer.text.contains(#""field":"\#(field)""#), "\(answer.text)")
    }

    @Test("A database role that only serves may not change what operators set, and the message says what to do")
    func servingRole() async throws {
        let bench = try await AdministrationBench(onlyServes: true)
        for (path, role) in [
            ("/brands/demo/clients", OperatorRole.viewer), ("/settings", .viewer), ("/keys", .auditor),
            ("/customers/10000001", .support),
        ] {
            let read = try await bench.ask(.get, path, as: role)
            #expect(read.status == 200, "\(path): \(read.text)")
        }
        let disabling = try await bench.ask(.post, Self.client + "/disable", as: .operations)
        #expect(disabling.status == 403 && disabling.text.contains("tessera-core admin"), "\(disabling.text)")
    }

    @Test("The OpenAPI document is valid")
    func document() async throws {
        try await expectValid(.administration())
    }
}
