import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Testing

@testable import Stitch

@Suite("The page for 3-D Secure")
struct ChallengePageTests {
    private static let done = "https://shop.example/done"

    /// A transaction that waits for its customer.
    private static func waiting(_ stitch: StitchFixture, as client: String = "shop") async throws -> String {
        let token = client == "trial" ? InitiateTransaction.testToken : try await stitch.appleToken(100)
        let answer = try await stitch.ask(
            """
            mutation($input: TransactionInitiateInput!) { initiateTransaction(input: $input) { id } }
            """,
            [
                "input": [
                    "amount": ["quantity": .number("1"), "currency": "ZAR"], "nonce": "n1", "token": .string(token),
                    "paymentMethods": ["applePay": ["requireSecure3d": true]],
                ]
            ], as: client)
        return try #require(answer["data"]?["initiateTransaction"]?["id"]?.text, "\(answer.jsonText)")
    }

    private static func state(_ stitch: StitchFixture, _ id: String) async throws -> JSONValue? {
        let answer = try await stitch.ask(
            """
            query($id: ID!) { node(id: $id) { ... on PaymentTransaction { state {
              __typename ... on TransactionFailure { reason } ... on TransactionPending { reason }
            } } } }
            """, ["id": .string(id)])
        return answer["data"]?["node"]?["state"]
    }

    private static func post(
        _ stitch: StitchFixture, _ id: String, _ pairs: [(name: String, value: String)], to address: String = done
    ) async throws -> Response {
        try await stitch.form("/3ds/\(id)", [("redirect_uri", address)] + pairs)
    }

    @Test("The page shows the amount and the card, and asks how to confirm the payment")
    func question() async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        let query = FormText.encode([("redirect_uri", Self.done)])
        let page = try await stitch.send(.get, "/3ds/\(id)?\(query)")
        let html = String(buffer: page.body)
        for text in ["Corner Shop", "1.00 ZAR", "ending in 4321", "Send a text message to +27 *******67", "Cancel"] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("<script") && !html.contains("name=\"code\""))
        #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; style-src 'sha256-") == true)
        #expect(page.headers[.cacheControl] == "no-store" && page.headers[.referrerPolicy] == "no-referrer")
        let sent = try await Self.post(stitch, id, [("answer", "sms")])
        let form = String(buffer: sent.body)
        #expect(sent.status == .ok)
        #expect(form.contains(#"<label for="code">The code that we sent to +27 *******67</label>"#))
        #expect(form.contains(#"<input id="code" name="code" inputmode="numeric""#))
    }

    @Test("A wrong code, and a cancellation, fail the transaction with their reasons; the form leads back each time",
        arguments: [
            ("code", "secure3dDeclined"), ("cancel", "secure3dNotCompleted"),
        ])
    func failures(answer: String, reason: String) async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        for _ in 1...2 {
            let back = try await Self.post(stitch, id, [("answer", answer), ("code", "654321")])
            #expect(back.status == .seeOther && back.headers[.location] == "\(Self.done)?transactionId=\(id)")
        }
        // The right code comes too late.
        _ = try await Self.post(stitch, id, [("answer", "code"), ("code", "123456")])
        let expected: JSONValue = ["__typename": "TransactionFailure", "reason": .string(reason)]
        #expect(try await Self.state(stitch, id) == expected)
        let query = FormText.encode([("redirect_uri", Self.done)])
        #expect(try await stitch.send(.get, "/3ds/\(id)?\(query)").status == .notFound)
    }

    @Test("The page of a test client has one button, and says that it is a test")
    func testClient() async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch, as: "trial")
        let query = FormText.encode([("redirect_uri", Self.done)])
        let html = String(buffer: try await stitch.send(.get, "/3ds/\(id)?\(query)").body)
        #expect(html.contains("This is a test. No money moves, and no bank is asked."))
        #expect(!html.contains("name=\"code\""))
        #expect(try await Self.post(stitch, id, [("answer", "sms")]).status == .ok)
        #expect(try await Self.post(stitch, id, [("answer", "confirm")]).status == .seeOther)
    }

    @Test("A form with missing or additional fields changes nothing", arguments: [
        [("answer", "")], [("answer", "yes")], [("answer", "code")], [("answer", "code"), ("code", "  ")],
        [("answer", "code"), ("code", "12345678901234567")], [("answer", "cancel"), ("answer", "cancel")],
        [("answer", "cancel"), ("redirect_uri", "https://shop.example/done")], [],
    ] as [[(name: String, value: String)]])
    func oddForms(pairs: [(name: String, value: String)]) async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        #expect(try await Self.post(stitch, id, pairs).status == .badRequest)
        #expect(try await Self.state(stitch, id)?["__typename"] == "TransactionPending")
    }

    @Test("A form of another media type is refused with a page, as a customer can read it")
    func unreadableForm() async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        let answer = try await stitch.send(.post, "/3ds/\(id)", [.contentType: "application/json"], "{}")
        #expect(answer.status == .unsupportedMediaType)
        #expect(String(buffer: answer.body).contains("The form cannot be read."))
        #expect(try await Self.state(stitch, id)?["__typename"] == "TransactionPending")
    }

    @Test("A page on the customer's own machine needs no https, and its port does not count", arguments: [
        ("http://localhost", "/done"), ("http://localhost:8081", "/done"), ("http://localhost:65535", "/done"),
        ("https://127.0.0.1:8443", "/done"), ("https://127.9.8.7:8443", "/done"),
    ])
    func ownMachine(origin: String, path: String) async throws {
        let address = origin + path
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        let page = try await stitch.send(.get, "/3ds/\(id)?\(FormText.encode([("redirect_uri", address)]))")
        #expect(page.status == .ok)
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("form-action 'self' https: \(origin);"))
        let back = try await Self.post(stitch, id, [("answer", "cancel")], to: address)
        #expect(back.status == .seeOther && back.headers[.location] == "\(address)?transactionId=\(id)")
    }

    @Test("Customers go only to addresses on the client's list, letter for letter", arguments: [
        "https://shop.example/done?", "https://shop.example/done/", "https://shop.example/done?x=1",
        "https://shop.example", "HTTPS://shop.example/done", "https://shop.example@evil.example/done",
        "https://shop.example/done#x", "//shop.example/done", "javascript:alert(1)", "https://shop.example/done\n",
        "https://evil.example/\"><script>", "", "http://shop.example/done", "http://localhost:8081/other",
        "http://127.0.0.1:8081/done", "http://localhost.evil.example/done", "http://localhost:8081@evil.example/done",
        "https://localhost:8081/done", "http://localhost:8081:1/done", "http://localhost@evil.example/done",
        "http://localhost:x/done", "http://127.0.0.1.evil.example/done", "http://128.0.0.1/done",
    ])
    func addresses(address: String) async throws {
        let stitch = try await StitchFixture.make()
        let id = try await Self.waiting(stitch)
        let query = FormText.encode([("redirect_uri", address)])
        let page = try await stitch.send(.get, "/3ds/\(id)?\(query)")
        #expect(page.status == .badRequest && !String(buffer: page.body).contains("evil"))
        let back = try await Self.post(stitch, id, [("answer", "cancel")], to: address)
        #expect(back.status == .badRequest && back.headers[.location] == nil)
        #expect(try await Self.state(stitch, id)?["__typename"] == "TransactionPending")
    }
}
