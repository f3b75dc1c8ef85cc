import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import Dintero

@Suite("Callbacks of Dintero")
struct CallbackTests {
    /// The addresses to which callbacks are queued, and their bodies.
    private static func queued(_ fixture: DinteroFixture) async throws -> [(url: String, body: String)] {
        let texts = try await fixture.texts(
            """
            SELECT url || ' ' || convert_from(body, 'UTF8') FROM webhook_delivery ORDER BY queued_at, event_number
            """)
        return texts.map { text in
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    private static func names(_ url: String) -> [String] {
        URLComponents(string: url)?.queryItems?.map(\.name) ?? []
    }

    @Test("A paid session calls its callback_url once, by GET, with the transaction in the address")
    func get() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.paid(DinteroFixture.session(callbackURL: "https://shop.example/callback?a=b"))
        _ = try await fixture.change("capture", id, ["amount": 20100])
        let queued = try await Self.queued(fixture)
        #expect(queued.count == 1, "captures are not reported unless the address says so")
        let url = try #require(queued.first?.url)
        #expect(url.hasPrefix("https://shop.example/callback?a=b&transaction_id=\(id)&session_id=T12345678."))
        #expect(Self.names(url) == ["a", "transaction_id", "session_id", "merchant_reference", "time"])
        #expect(queued.first?.body == "")
    }

    @Test("The address says by which method it is called, what is reported, and what the session is called")
    func parameters() async throws {
        let fixture = try await DinteroFixture.make()
        let callback = "https://shop.example/c?method=POST&report_event=CAPTURE&report_event=REFUND&"
            + "sid_parameter_name=sid"
        let id = try await fixture.paid(DinteroFixture.session(callbackURL: callback))
        for (what, amount) in [("capture", "20100"), ("refund", "100")] {
            fixture.clock.move(seconds: 1)
            #expect(try await fixture.change(what, id, ["amount": .number(amount)]).status == 200)
        }
        let queued = try await Self.queued(fixture)
        #expect(queued.count == 3)
        for (index, event) in ["AUTHORIZE", "CAPTURE", "REFUND"].enumerated() where index < queued.count {
            let (url, body) = queued[index]
            #expect(Self.names(url).contains("sid") && !Self.names(url).contains("session_id"))
            #expect(url.contains("event=\(event)&event_id=\(index + 2)") == (index > 0))
            guard case .object(let object) = try JSONValue(parsing: Array(body.utf8)) else {
                Issue.record("\(body)")
                continue
            }
            #expect(object.text("id") == id && object.text("merchant_reference") == "order-7")
        }
    }

    @Test("A declined payment is reported only if the address says so", arguments: [true, false])
    func errors(isReported: Bool) async throws {
        let fixture = try await DinteroFixture.make()
        fixture.issuer.answer(.declined(.closed))
        let callback = "https://shop.example/c" + (isReported ? "?report_error=true" : "")
        let id = try await fixture.newSession(DinteroFixture.session(callbackURL: callback))
        _ = try await fixture.pay(id, fixture.submitted(id))
        let queued = try await Self.queued(fixture)
        #expect(queued.count == (isReported ? 1 : 0))
        if isReported { #expect(queued.first?.url.contains("&error=authorization") == true) }
    }

    @Test("Without a callback_url nobody is called")
    func nobody() async throws {
        let fixture = try await DinteroFixture.make()
        let url: JSONValue = ["return_url": "https://shop.example/done"]
        _ = try await fixture.paid(DinteroFixture.session([("url", url)]))
        #expect(try await Self.queued(fixture).isEmpty)
    }
}
