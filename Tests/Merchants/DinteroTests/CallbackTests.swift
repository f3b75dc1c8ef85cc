import CardSecrets
import Crypto
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Identifiers
import Payments
import Testing
import TestSupport
import Webhooks

@testable import Dintero

@Suite("Callbacks of Dintero")
struct CallbackTests {
    /// The URLs and the bodies of the queued callbacks.
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

    @Test("The callback_url's parameters choose the method, the reported events and the name of the session's id")
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
            #expect(object["items"] == DinteroFixture.items)
        }
    }

    @Test("A callback reaches the shop, signed, after the delay that its address asks for")
    func delivery() async throws {
        try await withWebhookReceiver { receiver, port in
            let fixture = try await DinteroFixture.make()
            let address = "/callback?method=POST&delay_callback=30"
            let id = try await fixture.paid(
                DinteroFixture.session(callbackURL: "http://127.0.0.1:\(port)\(address)"))
            fixture.clock.move(seconds: 29)
            await fixture.sender().deliverWhatIsDue()
            #expect(receiver.received.isEmpty)
            fixture.clock.move(seconds: 1)
            await fixture.sender().deliverWhatIsDue()
            let request = try #require(receiver.received.first)
            #expect(request.head.method == .post && request.member("id") == id)
            let path = try #require(request.head.path)
            #expect(path.hasPrefix(address + "&transaction_id=\(id)&"))
            // Computed as Dintero's page "Validating callbacks" says, independently of the service.
            let seconds = Int(fixture.clock.now.timeIntervalSince1970)
            let query = try #require(path.split(separator: "?").last).split(separator: "&").sorted()
            let signed = ["\(seconds)", DinteroFixture.account, "POST", "127.0.0.1", "/callback"]
                + [query.joined(separator: "&")]
            let merchant = try #require(MerchantID("M1"))
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(signed.joined(separator: "\n").utf8),
                using: SymmetricKey(data: Array(fixture.dintero.signatureSecret(of: merchant).utf8)))
            #expect(
                request["Dintero-Signature"] == "t=\(seconds),v0-hmac-sha256=\(EncodedBytes.hexadecimal(Array(code)))")
        }
    }

    @Test("A delay that is no number of seconds, or longer than an hour, is refused", arguments: [
        "", "x", "-1", "3601", "9223372036854775808", "1.5",
    ])
    func wrongDelay(text: String) async throws {
        let fixture = try await DinteroFixture.make()
        let session = DinteroFixture.session(callbackURL: "https://shop.example/c?delay_callback=\(text)")
        #expect(try await fixture.ask(.post, "/v1/sessions", session).wrong == ["url.callback_url"])
    }

    @Test("A declined payment is reported only if the callback_url says so", arguments: [true, false])
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

    @Test("Without a callback_url nothing is called")
    func nobody() async throws {
        let fixture = try await DinteroFixture.make()
        let url: JSONValue = ["return_url": "https://shop.example/done"]
        _ = try await fixture.paid(DinteroFixture.session([("url", url)]))
        #expect(try await Self.queued(fixture).isEmpty)
    }
}
