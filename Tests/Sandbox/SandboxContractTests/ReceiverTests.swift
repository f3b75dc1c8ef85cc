import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPService
import Testing
import Webhooks

@testable import SandboxServer

@Suite("Receivers of webhooks, and the list of all webhooks", .timeLimit(.minutes(3)))
struct ReceiverTests {
    private struct Received: Decodable {
        struct Webhook: Decodable {
            struct Body: Decodable { let cardId, newStatus: String? }

            let receivedDate: String
            let status: Int
            let headers: [String: String]
            let body: Body?
            let text: String?
        }

        struct Meta: Decodable { let numberOfRecords: Int }

        let webhooks: [Webhook]
        let meta: Meta
    }

    private struct Subscriptions: Decodable {
        struct Subscription: Decodable { let id, owner, eventType: String }

        let subscriptions: [Subscription]
    }

    private struct Deliveries: Decodable {
        struct Attempt: Decodable {
            let outcome: String
            let statusCode: Int?
        }

        struct Delivery: Decodable {
            let id, subscriptionId, status: String
            let body: Received.Webhook.Body?
            let attempts: [Attempt]
        }

        let deliveries: [Delivery]
    }

    private static func subscribe(_ service: LiveService, to receiver: String) async throws -> RawAnswer {
        let url = "http://127.0.0.1:\(service.sandboxPort)\(service.base)/sandbox/receivers/\(receiver)"
        let token = try await service.businessToken()
        return try await service.ask(
            "POST", subscriptionsPath, token: token,
            #"{"eventType": "/prepaid/card/status/events", "url": "\#(url)"}"#)
    }

    private static func received(_ service: LiveService, by receiver: String) async throws -> Received {
        try await service.sandbox("GET", "/receivers/\(receiver)").decoded(expecting: 200)
    }

    @Test("A receiver of the sandbox gets events although webhooks may only go to public addresses")
    func built() async throws {
        try await withSandboxService { service in
            let made = try await Self.subscribe(service, to: "shop")
            #expect(made.status == 201, "\(made.text)")
            let card = try await service.cards(of: .ivana).create(.virtual)
            _ = try await service.happens("SUSPEND", to: card)
            try await EventStreamClient.open(at: service) { stream in
                await service.webhooks.deliverWhatIsDue()
                let attempt = try #require(try await stream.next("webhook"))
                #expect(attempt.member("outcome") == "DELIVERED" && attempt.member("statusCode") == "204")
            }
            let got = try await Self.received(service, by: "shop")
            let suspended = try #require(got.webhooks.first)
            #expect(suspended.body?.cardId == card.cardId && suspended.body?.newStatus == "SUSPENDED")
            #expect(suspended.headers["Signature"] != nil && suspended.headers["Webhook-Id"] != nil)
            #expect(try await Self.received(service, by: "other").webhooks.isEmpty)
            #expect(try await service.sandbox("POST", "/reset").status == 204)
            #expect(try await Self.received(service, by: "shop").meta.numberOfRecords == 0)
        }
    }

    @Test("Of the URLs on this machine, only receivers can be subscribed", arguments: [
        "http://127.0.0.1:PORT/sandbox/reset", "http://127.0.0.1:PORT/sandbox/receivers/shop/x",
        "http://127.0.0.1:PORT/sandbox/receivers/../reset", "http://127.0.0.1:1/sandbox/receivers/shop",
        "http://192.0.2.1:PORT/sandbox/receivers/shop", "http://127.0.0.1:PORT/sandbox/receivers/shop?x=1",
        "http://localhost.evil.example:PORT/sandbox/receivers/shop",
        "http://127.0.0.1:PORT/x/sandbox/receivers/shop",
    ])
    func nothingElse(url: String) async throws {
        try await withSharedSandboxService { service in
            let token = try await service.businessToken()
            let url = url.replacing("PORT", with: "\(service.sandboxPort)")
            let answer = try await service.ask(
                "POST", subscriptionsPath, token: token,
                #"{"eventType": "/prepaid/card/status/events", "url": "\#(url)"}"#)
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    @Test("A receiver can fail on purpose, all deliveries are shown with bodies, and one can be sent again")
    func failing() async throws {
        try await withSandboxService { service in
            #expect(try await Self.subscribe(service, to: "flaky?status=503").status == 201)
            let card = try await service.cards(of: .ivana).create(.virtual)
            _ = try await service.happens("SUSPEND", to: card)
            await service.webhooks.deliverWhatIsDue()
            let subscriptions: Subscriptions = try await service.sandbox("GET", "/webhooks/subscriptions")
                .decoded(expecting: 200)
            let own = try #require(subscriptions.subscriptions.first { $0.eventType == "/prepaid/card/status/events" })
            #expect(own.owner == "demo")
            func deliveries() async throws -> [Deliveries.Delivery] {
                try await service.sandbox("GET", "/webhooks/deliveries?status=PENDING&subscriptionId=\(own.id)")
                    .decoded(as: Deliveries.self, expecting: 200).deliveries
            }
            let pending = try await deliveries()
            let first = try #require(pending.last { !$0.attempts.isEmpty })
            #expect(first.body?.cardId == card.cardId && first.subscriptionId == own.id)
            #expect(first.attempts.map(\.outcome) == ["REFUSED"] && first.attempts.map(\.statusCode) == [503])
            for (subject, count) in [("10000001/\(card.cardId)", pending.count), ("10000001/x", 0)] {
                let about = try await service.sandbox("GET", "/webhooks/deliveries?subject=\(subject)")
                    .decoded(as: Deliveries.self, expecting: 200).deliveries
                #expect(about.count == count && about.allSatisfy { $0.body?.cardId == card.cardId })
            }
            let again = try await service.sandbox("POST", "/webhooks/deliveries/\(first.id)/resend")
            #expect(again.status == 202, "\(again.text)")
            await service.webhooks.deliverWhatIsDue()
            #expect(try await deliveries().first { $0.id == first.id }?.attempts.count == 2)
            let one: Deliveries.Delivery = try await service.sandbox("GET", "/webhooks/deliveries/\(first.id)")
                .decoded(expecting: 200)
            #expect(one.id == first.id && one.body?.cardId == card.cardId && one.attempts.count == 2)
            for id in ["x", "00000000-0000-0000-0000-000000000000"] {
                #expect(try await service.sandbox("POST", "/webhooks/deliveries/\(id)/resend").status == 404)
                #expect(try await service.sandbox("GET", "/webhooks/deliveries/\(id)").status == 404)
            }
        }
    }

    @Test("A receiver takes any body, leaves credentials out, and a tenant's receivers are its own")
    func anything() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            for body in ["not json", "[1, 2", #"{"newStatus": "é"}"#] {
                let answer = try await service.ask(
                    "POST", "/sandbox/receivers/any", body,
                    headers: [("Content-Type", "text/plain"), ("Authorization", "Bearer secret"), ("X-Own", "1")],
                    on: .sandbox)
                #expect(answer.status == 204 && answer.body.isEmpty)
            }
            let got = try await Self.received(service, by: "any").webhooks
            #expect(got.map(\.text) == [#"{"newStatus": "é"}"#, "[1, 2", "not json"])
            #expect(got.first?.body?.newStatus == "é")
            #expect(got.allSatisfy { $0.headers["Authorization"] == nil && $0.headers["X-Own"] == "1" })
            #expect(try await Self.received(service.tenant("blue"), by: "any").webhooks.isEmpty)
            let long = String(repeating: "a", count: 70_000)
            #expect(try await service.sandbox("POST", "/receivers/any", long).status == 413)
            for path in ["/receivers/No", "/receivers/\(String(repeating: "a", count: 41))"] {
                #expect(try await service.sandbox("POST", path, "{}").status == 404)
                #expect(try await service.sandbox("GET", path).status == 404)
            }
            #expect(try await service.sandbox("POST", "/receivers/any?status=200", "{}").status == 400)
        }
    }

    /// The digits of these values contain a possible card number.
    private static let signature = "9f476173258329674386d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c"
    private static let request = "a4761732583296743b"

    @Test("A receiver, the journal and verify show signatures and ids unchanged, and no card number")
    func signatures() async throws {
        try await withSandboxService { service in
            let body = #"{ "v3": "\#(Self.signature)", "numbers": [4761, 7325, 8329, 6743] }"#
            let long = String(repeating: Self.signature, count: 40)
            let signed = "t=1795831448,v1=\(Self.signature)"
            let headers = [("MoneyHash-Signature", signed), ("Signature", long), ("Signature", "second")]
            for body in [body, #"{"pan":"4761732583296743","cvv":"123"}"#] {
                let path = "/sandbox/receivers/any"
                #expect(try await service.ask("POST", path, body, headers: headers, on: .sandbox).status == 204)
            }
            let got = try await Self.received(service, by: "any").webhooks
            #expect(got.map(\.text) == [#"{"pan":"hidden","cvv":"hidden"}"#, body])
            #expect(got.first?.headers["MoneyHash-Signature"] == signed)
            #expect(got.first?.headers["Signature"] == "\(long), second")

            let token = try await service.token(of: .ivana)
            let order = #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#
            let ids = [("X-Request-Id", Self.request), ("Idempotency-Key", Self.signature)]
            let made = try await service.ask("POST", cardsPath, token: token, order, headers: ids)
            #expect(made.status == 201 && made["X-Request-Id"] == Self.request)
            let key = #"{"idempotency-key":"\#(Self.signature)"}"#
            let verified = try await service.sandbox(
                "POST", "/requests/verify",
                #"{"times":1,"where":{"requestId":"\#(Self.request)","headers":\#(key)}}"#)
            #expect(verified.text.contains(#""holds":true"#), "\(verified.text)")
        }
    }

    @Test("Each receiver keeps its latest webhooks, and all together keep a limited number and size")
    func limits() {
        func webhook(_ receiver: String, _ number: Int, size: Int = 0) -> ReceivedWebhook {
            ReceivedWebhook(
                receiver: receiver, receivedAt: .init(timeIntervalSince1970: 0), headers: [],
                text: String(repeating: "a", count: size), status: number)
        }
        var received = ReceivedWebhooks(limitOfOne: 2, limit: 3, sizeLimitBytes: 10_000)
        for number in 1...3 { received.add(webhook("a", number)) }
        #expect(received.newest(of: "a").map(\.status) == [3, 2])
        received.add(webhook("b", 4))
        received.add(webhook("b", 5))
        #expect(received.newest(of: "a").map(\.status) == [3] && received.newest(of: "b").map(\.status) == [5, 4])
        received.add(webhook("c", 6, size: 8000))
        #expect(received.newest(of: "a").isEmpty && received.newest(of: "b").isEmpty)
        #expect(received.newest(of: "c").map(\.status) == [6])
        received.add(webhook("c", 7, size: 80_000))
        #expect(received.newest(of: "c").map(\.status) == [7])
        received.forgetAll()
        #expect(received.newest(of: "c").isEmpty)
    }
}
