import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import Dintero

/// The calls of Dintero's plugin for Magento, exactly as it sends them. Magento is a shop in PHP, which multiplies
/// prices by 100.
@Suite("A shop of Magento at Dintero")
struct MagentoTests {
    private static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    /// PHP's results of 19.99 × 100, and of twice this price plus shipping of 4.40.
    private static let (chair, order) = ("1998.9999999999998", "4437.999999999999")

    private static func items(_ amount: String, shipping: String = "440.00000000000006") -> String {
        """
        [{"id":"WS03-XS-Red","description":"Iris Workout Top (WS03-XS-Red)","quantity":2,"amount":\(amount),\
        "line_id":"5","vat_amount":799.6,"vat":25},{"id":"flatrate_flatrate","description":"Flat Rate,Fixed",\
        "quantity":1,"vat_amount":0,"amount":\(shipping),"line_id":"flatrate_flatrate"}]
        """
    }

    private static let session = """
        {"profile_id":"default","expires_at":"2026-03-15T16:00:00.73Z","url":{"return_url":\
        "https://shop.example/dintero/payment/success?initial_recipient=merchant","callback_url":\
        "https://shop.example/dintero/payment/response"},"order":{"amount":\(order),"currency":"NOK",\
        "merchant_reference":"000000042","items":\(items("3997.9999999999995"))},"customer":{"phone_number":\
        "+4799999999","email":"ada@example.com"},"metadata":{"system_x_id":"Magento Community","number_x":"2.4.6"}}
        """

    private static func update(_ amount: String, _ items: String) -> String {
        """
        {"remove_lock":true,"order":{"amount":\(amount),"currency":"NOK","merchant_reference":"000000042",\
        "items":\(items)}}
        """
    }

    private static func made(_ fixture: DinteroFixture) async throws -> String {
        let answer = try await fixture.ask(.post, "/v1/sessions-profile", json(session))
        return try #require(answer["id"], "\(answer.body)")
    }

    /// Pays the session from a phone that shows an amount.
    private static func pay(_ fixture: DinteroFixture, _ id: String, _ amount: Int64) async throws -> Answer {
        let submission = try await fixture.submission(id)
        let submitted = try await fixture.submit(fixture.paymentData(amount), to: submission)
        return try await fixture.pay(id, try #require(submitted["transaction_id"], "\(submitted.body)"))
    }

    @Test("Amounts as PHP writes them are read and shown as whole minor units")
    func floats() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await Self.made(fixture)
        let order = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)").object.object("order"))
        #expect(order["amount"] == 4438 && order.text("merchant_reference") == "000000042")
        #expect(order["items"]?.jsonText.contains(#""amount":3998,"#) == true)
        for wrong in ["4438.4", "2e-42", "4437.9", "1e400", "\"4438\"", "-1998.9999999999998"] {
            let body = try Self.json(Self.session.replacing("\"amount\":\(Self.order)", with: "\"amount\":\(wrong)"))
            #expect(try await fixture.ask(.post, "/v1/sessions-profile", body).wrong == ["order.amount"], "\(wrong)")
        }
    }

    @Test("The cart changes, and the session is paid with the new amount, captured and refunded")
    func flow() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await Self.made(fixture)
        let changed = try await fixture.ask(
            .put, "/v1/sessions/\(id)",
            Self.json(Self.update(Self.chair, Self.items("1558.9999999999998"))))
        #expect(changed.status == 200 && changed["id"] == id, "\(changed.body)")
        #expect(changed.object.object("order")?["amount"] == 1999)
        #expect(changed.object.object("url")?.text("callback_url") == "https://shop.example/dintero/payment/response")
        #expect(try await Self.pay(fixture, id, 1999)["success"] == "true")
        let transaction = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"])
        let read = try await fixture.ask(.get, "/v1/transactions/\(transaction)")
        #expect(read["status"] == "AUTHORIZED" && read["amount"] == "1999")

        let items = #"[{"id":"WS03-XS-Red","line_id":"5","amount":1998.9999999999998}]"#
        for (what, status) in [("capture", "CAPTURED"), ("refund", "REFUNDED")] {
            let body = try Self.json(#"{"id":"\#(transaction)","amount":\#(Self.chair),"items":\#(items)}"#)
            let answer = try await fixture.change(what, transaction, body)
            #expect(answer["status"] == status, "\(answer.body)")
        }
        #expect(try await fixture.change("void", transaction).words == "400 WRONG_STATUS")
    }

    @Test("A token for the earlier amount does not pay the changed session")
    func changedMeanwhile() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await Self.made(fixture)
        let submitted = try await fixture.submit(fixture.paymentData(4438), to: try await fixture.submission(id))
        let update = try Self.json(Self.update("1999", Self.items("1559", shipping: "440")))
        #expect(try await fixture.ask(.put, "/v1/sessions/\(id)", update).status == 200)
        let refused = try await fixture.pay(id, try #require(submitted["transaction_id"]))
        #expect(refused["success"] == "false" && fixture.issuer.asked.isEmpty, "\(refused.body)")
        #expect(try await Self.pay(fixture, id, 1999)["success"] == "true")
    }

    @Test("Only an open session of the merchant can be changed, and only to a valid order")
    func refused() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await Self.made(fixture)
        let path = "/v1/sessions/\(id)"
        let update = try Self.json(Self.update("1999", Self.items("1559", shipping: "440")))
        #expect(try await fixture.ask(.put, path, update, as: "M2").words == "404 NOT_FOUND")
        #expect(try await fixture.ask(.put, path, ["remove_lock": true]).wrong == ["order"])
        let wrong = try Self.json(Self.update("2000", Self.items("1559", shipping: "440")))
        #expect(try await fixture.ask(.put, path, wrong).wrong == ["order.amount"])
        #expect(try await fixture.ask(.get, path).object.object("order")?["amount"] == 4438, "nothing has changed")
        _ = try await fixture.ask(.post, path + "/cancel")
        #expect(try await fixture.ask(.put, path, update).words == "409 SESSION_CANCELLED")
        let paid = try await Self.made(fixture)
        _ = try await Self.pay(fixture, paid, 4438)
        #expect(try await fixture.ask(.put, "/v1/sessions/\(paid)", update).words == "409 SESSION_PAID")
        let expired = try await Self.made(fixture)
        fixture.clock.move(seconds: 5 * 3600)
        #expect(try await fixture.ask(.put, "/v1/sessions/\(expired)", update).words == "409 SESSION_EXPIRED")
    }

    @Test("A void has no body, and gives an authorization back")
    func void() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await Self.made(fixture)
        #expect(try await Self.pay(fixture, id, 4438)["success"] == "true")
        let transaction = try #require(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"])
        #expect(try await fixture.change("void", transaction)["status"] == "AUTHORIZATION_VOIDED")
    }
}
