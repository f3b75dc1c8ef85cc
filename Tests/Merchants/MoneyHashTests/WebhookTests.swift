import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing
import Webhooks

@testable import MoneyHash

@Suite("Webhooks of MoneyHash")
struct WebhookTests {
    @Test("A purchase, its refund and the intent's end go to the intent's webhook_url, in MoneyHash's forms")
    func purchase() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (intent, id) = try await fixture.paid(["custom_fields": ["order": 7], "merchant_reference": "order-7"])
        fixture.clock.move(seconds: 1)
        _ = try await fixture.change("refund", id, "10")
        let events = try await fixture.webhooks()
        let types = ["transaction.purchase.successful", "intent.processed", "transaction.refund.successful"]
        #expect(events.map { $0.text("type") } == types)
        let urls = try await fixture.texts("SELECT DISTINCT url FROM webhook_delivery")
        #expect(urls == [MoneyHashFixture.webhookURL])
        let first = try #require(events.first)
        #expect(
            first.names == [
                "type", "status_id", "operation_id", "intent", "account", "transaction", "api_version",
            ])
        let body = try #require(first.object("intent"))
        #expect(
            body.names == [
                "id", "created", "custom_fields", "split_data", "custom_form_answers", "amount", "flow_data",
                "payment_status",
            ])
        #expect(body.text("id") == intent && body["custom_fields"]?.jsonText == #"{"order":7}"#)
        #expect(body.text("created") == "2026-03-15 12:00:00.000000+00:00")
        #expect(first.object("transaction")?.text("status") == "purchase.successful")
        #expect(first.object("transaction")?.text("merchant_reference") == "order-7")
        let end = try #require(events[1].object("data")?.object("intent"))
        #expect(events[1].names == ["type", "intent_type", "data", "api_version"])
        #expect(end.text("status") == "PROCESSED" && end["transactions_count"] == 1 && end["embed_url"] == nil)
        let status = events[2].object("intent")?.object("payment_status")
        #expect(status?.object("balances")?.text("total_refunded") == "10.00")
    }

    @Test("An authorization, captures and a void have types of their own")
    func authorize() async throws {
        let fixture = try await MoneyHashFixture.make()
        let (_, id) = try await fixture.paid(["operation": "authorize"])
        for (what, amount) in [("capture", "10"), ("void", nil)] as [(String, String?)] {
            fixture.clock.move(seconds: 1)
            #expect(try await fixture.change(what, id, amount).status == 200)
        }
        #expect(try await fixture.webhooks().map { $0.text("type") } == [
            "transaction.authorize.successful", "intent.processed", "transaction.capture.successful",
            "transaction.void.successful",
        ])
    }

    @Test("A decline, and an issuer that does not answer, are reported once", arguments: [true, false])
    func failed(isAnswered: Bool) async throws {
        let fixture = try await MoneyHashFixture.make()
        fixture.issuer.answer(isAnswered ? .declined(.expired) : .unreachable)
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY"])
        _ = try await fixture.submit(fixture.paymentData(), id)
        let events = try await fixture.webhooks()
        #expect(events.map { $0.text("type") } == ["transaction.purchase.failed"])
        let code = isAnswered ? "EXPIRED" : "MALFUNCTION"
        #expect(JSONValue.object(events.first ?? JSONObject()).jsonText.contains(#""provider_error_code":"\#(code)""#))
    }

    @Test("Without a webhook_url no webhook is sent")
    func nobody() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["payment_method": "APPLE_PAY", "webhook_url": .null])
        #expect(try await fixture.submit(fixture.paymentData(), id).outcome == "INTENT_PROCESSED 6000")
        #expect(try await fixture.webhooks().isEmpty)
    }

    @Test("A body is compact, in UTF-8, and escapes what Rails escapes, so that reading and writing it changes nothing")
    func body() async throws {
        let fixture = try await MoneyHashFixture.make()
        let text = "Søren & <b>\u{2028}\u{2029}\"quoted\"\\"
        _ = try await fixture.paid(["custom_fields": ["note": .string(text)]])
        let bodies = try await fixture.texts("SELECT convert_from(body, 'UTF8') FROM webhook_delivery")
        #expect(bodies.count == 2)
        for body in bodies {
            #expect(body.contains(#""note":"Søren \u0026 \u003cb\u003e\u2028\u2029\"quoted\"\\""#))
            #expect(!body.contains { "&<>\u{2028}\u{2029}".contains($0) } && !body.contains(": "))
            #expect(try JSONValue(parsing: Array(body.utf8)).webhookText == body)
        }
    }

    /// The numbers that Ruby 3.1 writes after it has read these.
    @Test("Numbers have the form that Ruby gives them", arguments: [
        ("0", "0"), ("-0", "0"), ("12", "12"), ("12345678901234567890123", "12345678901234567890123"),
        ("0.10", "0.1"), ("-0.0", "-0.0"), ("1.0", "1.0"), ("12.50", "12.5"), ("1e3", "1000.0"), ("1E+2", "100.0"),
        ("100.25", "100.25"), ("0.0001", "0.0001"), ("0.00012", "0.00012"), ("0.00001", "1.0e-05"),
        ("1e-7", "1.0e-07"), ("1.25e-10", "1.25e-10"), ("1e14", "100000000000000.0"),
        ("1e15", "1.0e+15"), ("1e16", "1.0e+16"),
        ("12345678901234567.0", "1.2345678901234568e+16"), ("9007199254740993.0", "9.007199254740992e+15"),
        ("1e20", "1.0e+20"), ("100000000000000000000.5", "1.0e+20"), ("1.5e300", "1.5e+300"),
        ("123456789012345.6", "123456789012345.6"), ("3.14159265358979323846", "3.141592653589793"),
        ("1e400", "null"), ("5e-324", "5.0e-324"), ("-1234.5e2", "-123450.0"),
    ])
    func numbers(sent: String, written: String) throws {
        let json = try JSONValue(parsing: Array(#"{"a":[\#(sent)]}"#.utf8))
        #expect(json.webhookText == #"{"a":[\#(written)]}"#)
    }

    @Test("Each merchant's webhooks are signed in MoneyHash's dialect, with the key that the API returns")
    func signature() async throws {
        let fixture = try await MoneyHashFixture.make()
        _ = try await fixture.paid()
        let headers: HTTPFields = [.apiKey: "live-M1"]
        let key = try await fixture.send(.get, "/api/v1/organizations/get-webhook-signature-key/", headers)
        let secret = try #require(key.data?.text("webhook_signature_secret"))
        let due = try #require(try await fixture.moneyHash.webhooks.due().first)
        let webhook = try #require(try await fixture.moneyHash.webhooks.claim(for: due.subscription))
        #expect(webhook.dialect is MoneyHashDialect)
        #expect(webhook.signingKey.withBytes { String(decoding: $0, as: UTF8.self) } == secret)
        #expect(webhook.url == MoneyHashFixture.webhookURL)
    }
}
