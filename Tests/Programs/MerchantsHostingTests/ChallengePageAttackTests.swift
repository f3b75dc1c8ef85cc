import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Ledger
import Payments
import Stitch
import Testing
import TestSupport

@Suite("Attacks on the page for 3-D Secure", .timeLimit(.minutes(5)))
struct ChallengePageAttackTests {
    private static let listed = "https://shop.example/done?order=1&x=<b>".replacing("<b>", with: "%3Cb%3E")

    /// A merchant whose name is an attack, and a transaction that waits for its customer.
    private static func waiting(
        in place: Marketplace, _ work: (_ page: String) async throws -> Void
    ) async throws {
        let name = #"<script>alert(1)</script>"'&<img src=x onerror=alert(2)>"#
        let (shop, shopper) = (try await Shop(place, named: name), try await Shopper(place.fixture))
        let clients = StitchClients(
            database: place.fixture.issuing.database, vault: place.fixture.issuing.vault)
        let client = try #require(
            StitchClient(
                id: "pages", merchant: shop.id, scopes: [.transactionInitiate], redirectURIs: [listed]))
        try await clients.set(client, secret: "a-secret-of-the-test")
        let token = try await StitchTill.token(
            at: place, client: "pages", secret: "a-secret-of-the-test", scope: "transaction_initiate")
        let till = StitchTill(place: place, token: try #require(token.json?["access_token"]?.text))
        guard case .google(let bytes) = try await shopper.pay(
            .euros(1234), to: shop.key(for: .google, at: "stitch"))
        else { return }
        let answer = try await till.initiate(
            method: "googlePay", fields: ["requireSecure3d": true], token: Data(bytes).base64EncodedString(),
            amount: Money.euros(1234).stitch, as: "order-1")
        let transaction = try #require(answer.json?["data"]?["initiateTransaction"], "\(answer.text)")
        let id = try #require(transaction["id"]?.text)
        try await work("/stitch/3ds/\(id)")
        #expect(try await till.state(of: id) == "TransactionPending waitingFor3dSecure")
        #expect(place.failures == 0)
    }

    private static func get(_ target: String, in place: Marketplace) async throws -> RawAnswer {
        try await place.send(RawRequest(method: "GET", target: target))
    }

    @Test("The merchant's name and the return URL are shown as text, and the page runs no script")
    func scripts() async throws {
        try await withMarketplace { place in
            try await Self.waiting(in: place) { page in
                let uri = FormText.encodeComponent(Self.listed)
                let shown = try await Self.get("\(page)?redirect_uri=\(uri)", in: place)
                #expect(shown.status == 200, "\(shown.text)")
                #expect(shown.text.contains("&lt;script&gt;alert(1)") && !shown.text.contains("<script"))
                #expect(!shown.text.contains("<img"))
                let policy = try #require(shown["Content-Security-Policy"])
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(shown["X-Content-Type-Options"] == "nosniff" && shown["Cache-Control"] == "no-store")
            }
        }
    }

    @Test("The page leads only to a listed URL, spelled as on the list")
    func redirects() async throws {
        try await withMarketplace { place in
            try await Self.waiting(in: place) { page in
                for address in [
                    "", "javascript:alert(1)", "data:text/html,x", "//evil.example", "https:evil.example",
                    "http://shop.example/done?order=1&x=%3Cb%3E", "https://evil.example/", "https://shop.example/done",
                    "https://shop.example@evil.example/done", "https://shop.example.evil.example/done",
                    "https://shop.example/done?order=1&x=%3Cb%3E#", "HTTPS://shop.example/done?order=1&x=%3Cb%3E",
                    "https://shop.example/done?order=1&x=%3Cb%3E\r\nSet-Cookie: a=b", "https://shop.example/\u{0}",
                    "https://shop.example/done?order=1&x=%3Cb%3E/../..", #""><script>alert(1)</script>"#,
                    "https://" + String(repeating: "a", count: 5000),
                ] {
                    let uri = FormText.encodeComponent(address)
                    let opened = try await Self.get("\(page)?redirect_uri=\(uri)", in: place)
                    let answered = try await place.send(
                        RawRequest(
                            method: "POST", target: page,
                            headers: [("Content-Type", "application/x-www-form-urlencoded")],
                            body: Array("answer=confirm&redirect_uri=\(uri)".utf8)))
                    for answer in [opened, answered] {
                        #expect((400..<500).contains(answer.status), "\(address.prefix(60)): \(answer.status)")
                        #expect(answer["Location"] == nil && answer["Set-Cookie"] == nil)
                        #expect(!answer.text.contains("<script"))
                    }
                }
                let listed = FormText.encodeComponent(Self.listed)
                let twice = "\(page)?redirect_uri=\(listed)&redirect_uri=https%3A%2F%2Fevil.example"
                #expect(try await Self.get(twice, in: place).status == 400)
                for id in ["x", "..", "%2e%2e", "00000000-0000-0000-0000-000000000000", "<script>", "%3Cscript%3E"] {
                    let found = try await Self.get("/stitch/3ds/\(id)?redirect_uri=\(listed)", in: place)
                    #expect((400..<500).contains(found.status) && !found.text.contains("<script"), "\(id)")
                }
            }
        }
    }
}
