import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import MoneyHash

@Suite("MoneyHash's page for customers")
struct EmbedTests {
    private static let card = "card_number=4111+1111+1111+1111&expiry=03%2F31&cvv=123"

    private static func open(_ fixture: MoneyHashFixture, _ intent: String) async throws -> Answer {
        try await fixture.send(.get, "/payments/embed/\(intent)/")
    }

    private static func submit(_ fixture: MoneyHashFixture, _ intent: String, _ form: String) async throws -> Answer {
        try await fixture.send(
            .post, "/payments/embed/\(intent)/", text: form, [.contentType: "application/x-www-form-urlencoded"])
    }

    @Test("The page shows the shop's name and the amount, asks for a card, and charges it once")
    func pays() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["use_direct_api": false])
        let page = try await Self.open(fixture, id)
        #expect(page.status == 200 && page.body.contains("Bread &amp; &lt;b&gt;Butter&lt;/b&gt;"))
        #expect(page.body.contains("50.00 USD") && page.body.contains(#"name="card_number""#))
        #expect(!page.body.contains("<script") && !page.body.contains("style="))
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        let paid = try await Self.submit(fixture, id, Self.card)
        #expect(paid.status == 200 && paid.body.contains("Your payment is done"))
        #expect(try await Self.open(fixture, id).body.contains("Your payment is done"))
        #expect(try await Self.submit(fixture, id, Self.card).status == 400)
        #expect(fixture.issuer.asked.count == 1)
        #expect(try await fixture.money(id) == "CAPTURED 50.00 0.00 50.00 0.00")
    }

    @Test("The page leads back to the shop's address, if there is one")
    func redirects() async throws {
        let fixture = try await MoneyHashFixture.make()
        let url = "https://shop.example/done?order=7"
        let id = try await fixture.newIntent(["use_direct_api": false, "successful_redirect_url": .string(url)])
        let paid = try await Self.submit(fixture, id, Self.card)
        #expect(paid.status == 303)
        #expect(paid.headers[.location]?.hasPrefix("\(url)&type=transaction.successful&status=SUCCESSFUL&") == true)
    }

    @Test("A decline leads to the shop's address for declines, if there is one")
    func redirectsAfterDecline() async throws {
        let fixture = try await MoneyHashFixture.make()
        fixture.issuer.answer(.declined(.doNotHonor))
        let url = "https://shop.example/failed"
        let id = try await fixture.newIntent(["use_direct_api": false, "failed_redirect_url": .string(url)])
        let declined = try await Self.submit(fixture, id, Self.card)
        #expect(declined.status == 303)
        #expect(declined.headers[.location]?.hasPrefix("\(url)?type=transaction.failed&status=FAILED&") == true)
    }

    @Test("The page shows an invalid card's error, and a declined customer may try again")
    func again() async throws {
        let fixture = try await MoneyHashFixture.make()
        let id = try await fixture.newIntent(["use_direct_api": false])
        let wrong = try await Self.submit(fixture, id, "card_number=4111111111111112&expiry=3&cvv=12")
        #expect(wrong.status == 400 && wrong.body.contains("Invalid card number."))
        #expect(!wrong.body.contains("4111111111111112"), "a page never repeats a number")
        fixture.issuer.answer(.declined(.insufficientFunds))
        let declined = try await Self.submit(fixture, id, Self.card)
        #expect(declined.body.contains("The payment failed. There is not enough money."))
        fixture.issuer.approveAll()
        #expect(try await Self.submit(fixture, id, Self.card).body.contains("Your payment is done"))
        #expect(fixture.issuer.asked.count == 2)
    }

    @Test("A payment of the merchant's own app, an unknown one and one that has ended have no form")
    func refused() async throws {
        let fixture = try await MoneyHashFixture.make()
        let direct = try await fixture.newIntent()
        #expect(try await Self.open(fixture, direct).body.contains("This payment is made in the shop&#39;s own app"))
        #expect(try await Self.submit(fixture, direct, Self.card).status == 404)
        #expect(try await Self.open(fixture, "ePgw3gN").status == 404)
        let id = try await fixture.newIntent(["use_direct_api": false, "expires_after_seconds": 1])
        fixture.clock.move(seconds: 1)
        let late = try await Self.open(fixture, id)
        #expect(late.body.contains("The time for this payment is over.") && !late.body.contains("<form"))
        #expect(try await Self.submit(fixture, id, Self.card).status == 400)
        let media = try await fixture.send(.post, "/payments/embed/\(id)/", text: "{}", [.contentType: "text/plain"])
        #expect(media.status == 415)
        #expect(fixture.issuer.asked.isEmpty)
    }
}
