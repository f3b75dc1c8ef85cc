import Foundation
import GatewayTestSupport
import Ledger
import Payments
import Postgres
import Testing
import TestSupport
import Webhooks

@Suite("Webhooks about payments are queued with their changes")
struct PaymentOutboxTests {
    /// A payments service with one subscription to the merchant's events.
    private struct Scene {
        let fixture: PaymentsFixture

        init() async throws {
            fixture = try await PaymentsFixture.make()
            let owner = PaymentOutbox.owner(PaymentsFixture.shop, at: PaymentsFixture.gateway)
            let url = try #require(WebhookURL("https://shop.example/hook"))
            let (_, _, add) = fixture.webhooks.subscribing(
                owner, to: PlainAnnouncer.type, at: url, signingKey: nil, in: TestDialect())
            _ = try await fixture.payments.database.write(add)
        }

        /// The queued events of a payment, in their order.
        func events(of payment: Payment) async throws -> [String] {
            try await fixture.texts("""
                SELECT convert_from(body, 'UTF8') FROM webhook_delivery
                WHERE subject = '\(payment.merchant)/\(payment.id)' ORDER BY event_number
                """)
        }
    }

    @Test("Each change of a payment queues its events in order: charge, capture, refund")
    func wholeLife() async throws {
        let scene = try await Scene()
        let payment = try await scene.fixture.authorized()
        _ = try await scene.fixture.payments.capture(payment.id, PaymentsFixture.euros(7000))
        _ = try await scene.fixture.payments.refund(payment.id)
        #expect(
            try await scene.events(of: payment) == [
                "NEW, CREATED", "CREATED, AUTHORIZED", "AUTHORIZED, CAPTURED, CAPTURE 70.00 EUR, VOID 30.00 EUR",
                "CAPTURED, REFUNDED, REFUND 70.00 EUR",
            ])
    }

    @Test("Changes without a request queue events, too: an expiry, a lost answer, an ended authentication")
    func workers() async throws {
        let scene = try await Scene()
        let fixture = scene.fixture
        let late = try await fixture.authorized()
        fixture.time.move(seconds: 8 * 86_400)
        try await fixture.payments.expireAuthorizations()
        #expect(try await scene.events(of: late).last == "AUTHORIZED, EXPIRED, VOID 100.00 EUR")

        var order = try fixture.order()
        order.needsAuthentication = true
        let waiting = try await fixture.payments.pay(order)
        _ = try await fixture.payments.cancelAuthentication(of: waiting.id)
        #expect(
            try await scene.events(of: waiting) == [
                "NEW, PENDING_AUTHENTICATION", "PENDING_AUTHENTICATION, DECLINED",
            ])

        fixture.issuer.reach(false)
        let lost = try await fixture.authorized()
        #expect(try await scene.events(of: lost).last == "CREATED, DECLINED, VOID 100.00 EUR")
    }

    @Test("A refused change queues nothing")
    func refused() async throws {
        let scene = try await Scene()
        let payment = try await scene.fixture.captured()
        let before = try await scene.events(of: payment)
        let refusal = await refusal {
            try await scene.fixture.payments.refund(payment.id, PaymentsFixture.euros(10_001))
        }
        #expect(refusal == .moreThanCaptured(left: PaymentsFixture.euros(10_000)))
        #expect(try await scene.events(of: payment) == before)
    }

    @Test("Changes that race on several servers are numbered one by one, and none is lost")
    func race() async throws {
        let scene = try await Scene()
        let payment = try await scene.fixture.captured(1000)
        let servers = [scene.fixture.payments, try scene.fixture.anotherServer(1), try scene.fixture.anotherServer(2)]
        try await withThrowingTaskGroup { group in
            for index in 0..<20 {
                group.addTask {
                    _ = try await servers[index % servers.count].refund(payment.id, PaymentsFixture.euros(50))
                }
            }
            try await group.waitForAll()
        }
        let events = try await scene.events(of: payment)
        #expect(events.count { $0.hasSuffix("REFUND 0.50 EUR") } == 20)
        #expect(events.last == "CAPTURED, REFUNDED, REFUND 0.50 EUR")
        let numbers = try await scene.fixture.texts("SELECT event_number::text FROM webhook_delivery ORDER BY 1")
        #expect(Set(numbers) == Set((1...events.count).map { "\($0)" }))
    }

    @Test("The events of another gateway's payments have no receiver here")
    func otherGateway() async throws {
        let scene = try await Scene()
        let other = NewPayment(
            merchant: PaymentsFixture.shop, gateway: Gateway("another"), instrument: try PaymentsFixture.instrument(),
            amount: PaymentsFixture.euros(100))
        let payment = try await scene.fixture.payments.pay(other)
        #expect(try await scene.events(of: payment) == [])
    }
}
