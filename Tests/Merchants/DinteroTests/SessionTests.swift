import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing

@testable import Dintero

@Suite("Sessions of Dintero")
struct SessionTests {
    @Test("A session is made, shown to its merchant, and shown to the app")
    func making() async throws {
        let fixture = try await DinteroFixture.make()
        let made = try await fixture.ask(.post, "/v1/sessions", DinteroFixture.session())
        let id = try #require(made["id"])
        #expect(made.status == 200 && id.hasPrefix("T12345678.") && id.utf8.count == 32)
        #expect(made["url"] == "https://checkout.dintero.com/v1/view/\(id)/session")

        let read = try await fixture.ask(.get, "/v1/sessions/\(id)")
        #expect(read.status == 200 && read["id"] == id && read["transaction_id"] == nil)
        #expect(read.object.object("order")?.text("merchant_reference") == "order-7")
        #expect(read["expires_at"] == "2099-12-31T23:23:59.000Z")
        #expect(read["updated_at"] == "2026-03-15T12:00:00.000Z")

        let view = try await fixture.send(.get, "/v1/view/\(id)/session")
        #expect(view.object.object("url") == nil, "the app does not learn who is called")
        let updatedAt = try await fixture.ask(.get, "/v1/sessions/\(id)")["updated_at"]
        #expect(view["updated_at"] == updatedAt && updatedAt != nil, "the app can compare it, too")
        let shown = try JSONDecoder().decode(AppSession.self, from: Data(view.body.utf8))
        #expect(shown.id == id && shown.account_id == DinteroFixture.account && shown.order.amount == 20100)
        #expect(shown.order.items.map(\.line_id) == ["1"] && shown.order.items.map(\.id) == ["chair-1"])
        #expect(shown.configuration.merchant.name == "Corner Shop" && shown.configuration.merchant.country == "NO")
    }

    @Test("Only its own merchant finds a session")
    func isolation() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        #expect(try await fixture.ask(.get, "/v1/sessions/\(id)", as: "M2").words == "404 NOT_FOUND")
        #expect(try await fixture.ask(.post, "/v1/sessions/\(id)/cancel", as: "M2").words == "404 NOT_FOUND")
        let renamed = id.replacing("T12345678", with: DinteroFixture.otherAccount)
        #expect(try await fixture.ask(.get, "/v1/sessions/\(renamed)", as: "M2").words == "404 NOT_FOUND")
        for unknown in ["x", "T12345678.", "T12345678.465UfBENeLpkBvwmqfTC4k", "T12345678.zzzzzzzzzzzzzzzzzzzzzz"] {
            #expect(try await fixture.ask(.get, "/v1/sessions/\(unknown)").words == "404 NOT_FOUND")
        }
    }

    @Test("All errors of a session are reported at once")
    func allErrors() async throws {
        let fixture = try await DinteroFixture.make()
        let body: JSONValue = [
            "url": ["return_url": "no url", "callback_url": "ftp://shop.example"],
            "order": [
                "amount": 300, "currency": "nok", "merchant_reference": "4111 1111 1111 1111",
                "items": [
                    ["id": "a", "line_id": "1", "amount": 100], ["id": "b", "line_id": "1", "amount": 100],
                    ["id": "4111111111111111", "line_id": "2", "amount": 1],
                ],
            ],
            "expires_at": "2020-01-01T00:00:00Z", "profile_id": "nobody",
        ]
        let answer = try await fixture.ask(.post, "/v1/sessions", body)
        #expect(answer.words == "400 INVALID_REQUEST")
        #expect(
            Set(answer.wrong) == [
                "url.return_url", "url.callback_url", "order.amount", "order.currency", "order.items",
                "order.merchant_reference", "order.items[2].id", "expires_at", "profile_id",
            ])
        let empty = try await fixture.ask(.post, "/v1/sessions", [:])
        #expect(empty.wrong == ["url", "order"])
    }

    @Test("Text that looks like a card number is refused in every member, in one run and in groups", arguments: [
        "4111 1111 1111 1111", "4111-1111-1111-1111", "３７１４ ４９６３５３ ９８４３１", "Card 4111111111111111",
    ])
    func cardNumbers(text: String) async throws {
        let fixture = try await DinteroFixture.make()
        let item: JSONValue = ["id": "a", "line_id": "1", "description": .string(text), "amount": 20100]
        let session = DinteroFixture.session([
            (
                "order",
                [
                    "amount": 20100, "currency": "NOK", "merchant_reference": .string(text), "items": [item],
                    "numbers": [4111, 1111, 1111, 1111],
                ]
            )
        ])
        #expect(
            try await fixture.ask(.post, "/v1/sessions", session).wrong
                == ["order.merchant_reference", "order.items[0].description"])
    }

    @Test("The amount is the sum of the items and the shipping", arguments: [(300, true), (299, false), (200, false)])
    func sum(amount: Int, isAccepted: Bool) async throws {
        let fixture = try await DinteroFixture.make()
        let order: JSONValue = [
            "amount": .number("\(amount)"), "currency": "NOK", "merchant_reference": "order-7",
            "items": [["id": "a", "line_id": "1", "amount": 300], ["id": "b", "line_id": "2", "amount": -100]],
            "shipping_option": ["id": "post", "line_id": "post", "amount": 100],
        ]
        let answer = try await fixture.ask(.post, "/v1/sessions", DinteroFixture.session([("order", order)]))
        #expect(answer.status == (isAccepted ? 200 : 400))
        if !isAccepted { #expect(answer.wrong == ["order.amount"]) }
    }

    @Test("An app's own scheme needs the channel in_app", arguments: ["in_app", "ecommerce"])
    func scheme(channel: String) async throws {
        let fixture = try await DinteroFixture.make()
        let configuration: JSONValue = [
            "channel": .string(channel), "dintero_psp": ["applepay": ["enabled": true]],
        ]
        let session = DinteroFixture.session([("configuration", configuration)])
        #expect(
            try await fixture.ask(.post, "/v1/sessions", session).wrong
                == (channel == "in_app" ? [] : ["url.return_url"]))
    }

    @Test("A profile says whether the session takes Apple Pay")
    func profiles() async throws {
        let fixture = try await DinteroFixture.make()
        let none = try await fixture.ask(.post, "/v1/sessions-profile", DinteroFixture.session())
        #expect(none.wrong == ["profile_id"])
        for (profile, words) in [("default", "200"), ("without-applepay", "403 APPLE_PAY_NOT_ENABLED")] {
            let body = DinteroFixture.session([("profile_id", .string(profile))])
            let made = try await fixture.ask(.post, "/v1/sessions-profile", body)
            let id = try #require(made["id"], "\(made.body)")
            let answer = try await fixture.send(.post, "/v1/view/\(id)/payments/dintero_psp.applepay")
            #expect(answer.words == words)
        }
        let off: JSONValue = ["channel": "in_app", "dintero_psp": ["applepay": ["enabled": false]]]
        let id = try await fixture.newSession(DinteroFixture.session([("configuration", off)]))
        let answer = try await fixture.send(.post, "/v1/view/\(id)/payments/dintero_psp.applepay")
        #expect(answer.words == "403 APPLE_PAY_NOT_ENABLED")
    }

    @Test("A cancelled session is not paid, and the transaction of a paid one is voided")
    func cancelling() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        let cancelled = try await fixture.ask(.post, "/v1/sessions/\(id)/cancel")
        #expect(cancelled.status == 200 && cancelled["cancelled_at"] != nil)
        #expect(try await fixture.pay(id, transaction).words == "409 SESSION_CANCELLED")
        #expect(try await fixture.ask(.post, "/v1/sessions/\(id)/cancel").status == 200, "a second time")
        #expect(fixture.issuer.asked.isEmpty)

        let paid = try await fixture.paid(seed: 4)
        let session = try #require(try await fixture.ask(.get, "/v1/transactions/\(paid)")["session_id"])
        #expect(try await fixture.ask(.post, "/v1/sessions/\(session)/cancel")["transaction_id"] == paid)
        #expect(try await fixture.ask(.get, "/v1/transactions/\(paid)")["status"] == "AUTHORIZATION_VOIDED")
        #expect(fixture.issuer.reversed.count == 1)

        let captured = try await fixture.paid(seed: 5)
        #expect(try await fixture.change("capture", captured, ["amount": 20100]).status == 200)
        let other = try #require(try await fixture.ask(.get, "/v1/transactions/\(captured)")["session_id"])
        #expect(try await fixture.ask(.post, "/v1/sessions/\(other)/cancel").words == "400 WRONG_STATUS")
        #expect(try await fixture.ask(.get, "/v1/sessions/\(other)")["cancelled_at"] == nil)
    }

    @Test("A member whose name is a card number is refused, and the error does not repeat the name")
    func numberAsName() async throws {
        let fixture = try await DinteroFixture.make()
        let item: JSONValue = ["id": "a", "line_id": "1", "amount": 1]
        let order: JSONValue = [
            "amount": 1, "currency": "NOK", "merchant_reference": "order-7", "items": [item], "4111111111111111": "x",
        ]
        let answer = try await fixture.ask(.post, "/v1/sessions", DinteroFixture.session([("order", order)]))
        #expect(answer.wrong == ["order"] && !answer.body.contains("4111111111111111"))
    }

    @Test("A return URL must not be a script or a file, contain a user, or have an invalid host", arguments: [
        "javascript://%0aalert(1)", "data://x", "file://x", "VBScript://x", "https://user:password@shop.example/",
        "https://user@shop.example", "https://shop.example:99999/", "https://127.999.0.1/",
    ])
    func returnURL(text: String) async throws {
        let fixture = try await DinteroFixture.make()
        let session = DinteroFixture.session([("url", ["return_url": .string(text)])])
        #expect(try await fixture.ask(.post, "/v1/sessions", session).wrong == ["url.return_url"])
    }

    @Test("Required names must not be empty")
    func emptyNames() async throws {
        let fixture = try await DinteroFixture.make()
        let order: JSONValue = [
            "amount": 1, "currency": "NOK", "merchant_reference": "",
            "items": [["id": "", "line_id": "", "amount": 1]],
        ]
        let answer = try await fixture.ask(.post, "/v1/sessions", DinteroFixture.session([("order", order)]))
        #expect(answer.wrong == ["order.merchant_reference", "order.items[0].id", "order.items[0].line_id"])
    }

    @Test("An expired session is not paid")
    func expiry() async throws {
        let fixture = try await DinteroFixture.make()
        let body = DinteroFixture.session([("expires_at", "2026-03-15T12:01:00Z")])
        let id = try await fixture.newSession(body)
        let transaction = try await fixture.submitted(id)
        fixture.clock.move(seconds: 60)
        #expect(try await fixture.pay(id, transaction).words == "409 SESSION_EXPIRED")
        let late = try await fixture.send(.post, "/v1/view/\(id)/payments/dintero_psp.applepay")
        #expect(late.words == "409 SESSION_EXPIRED")
    }
}

// MARK: - The types that the app in Dintero's example decodes

/// The contract of the app's view. A member that is missing here breaks the app.
struct AppSession: Decodable {
    struct Order: Decodable {
        struct Item: Decodable {
            let amount: Int
            let id, line_id: String
        }

        let amount: Int
        let currency: String
        let items: [Item]
    }

    struct Configuration: Decodable {
        struct Merchant: Decodable { let name, country: String }

        let merchant: Merchant
    }

    let id, account_id: String
    let order: Order
    let configuration: Configuration
}

struct AppOperations: Decodable {
    struct Operation: Decodable { let rel, href, method: String }

    let operations: [Operation]
}

struct AppSubmitted: Decodable { let payment_id, transaction_id, type: String }

struct AppPaid: Decodable {
    let success: Bool
    let redirect_url: String
}
