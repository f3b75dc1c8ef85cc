import Cards
import CardSecrets
import Foundation
import Identifiers
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport
import Webhooks

@testable import Issuing

@Suite("Brands send the messages to their customers")
struct MessageEventTests {
    private static let customer = CustomerID(10_000_001)

    /// A service as production has it, without an inbox, and an event of a customer with every method.
    private struct Bench {
        let fixture: IssuingFixture
        let issuing: Issuing
        let event: RequiredAuthentication

        func challenge(_ verification: Verification) async throws {
            _ = try await issuing.sendChallenge(
                for: event.event.reference, of: event.event.customer, by: verification, request: .unkeyed())
        }
    }

    private static func bench() async throws -> Bench {
        let fixture = try await IssuingFixture.make(asking: [.updateCard])
        var policy = AuthenticationPolicy.standard
        (policy.operations, policy.challengeLifetimeSeconds) = ([.updateCard], 60)
        try await fixture.issuing.setAuthenticationPolicy(policy, of: "demo")
        let card = try await fixture.issue(.virtualVisa, to: customer)
        var issuing = fixture.issuing
        issuing.keepsInbox = false
        return Bench(
            fixture: fixture, issuing: issuing, event: try await fixture.event { try await fixture.lock(card) })
    }

    @Test("A challenge whose message nobody would send is refused, and counts for nothing; the others are sent")
    func nobody() async throws {
        let bench = try await Self.bench()
        let others = bench.event.offers.map(\.verification).filter { !$0.sendsMessage }
        #expect(!others.isEmpty)
        for verification in [Verification.smsCode, .emailCode, .push] {
            #expect(
                await refusal { try await bench.challenge(verification) }
                    == .authentication(.messageIsNotDelivered(verification, others: others)))
        }
        #expect(try await bench.fixture.texts("SELECT verification FROM authentication_challenge").isEmpty)
        #expect(try await bench.fixture.texts("SELECT verification FROM authentication_factor").isEmpty)
        for verification in others.prefix(2) { try await bench.challenge(verification) }
        let sent = try await bench.fixture.texts("SELECT verification FROM authentication_challenge ORDER BY 1")
        #expect(sent == others.prefix(2).map(\.rawValue).sorted())

        // The inbox of a sandbox takes every message.
        _ = try await bench.fixture.challenge(bench.event)
        _ = try await bench.fixture.code(of: bench.event)
    }

    @Test("A subscription to another event does not get messages, and one that has ended neither")
    func otherSubscriptions() async throws {
        let bench = try await Self.bench()
        try await bench.fixture.subscribe()
        let ended = try await bench.fixture.subscribe(to: .message)
        try await bench.issuing.unsubscribe("demo", from: ended.id)
        guard case .authentication(.messageIsNotDelivered) = await refusal({ try await bench.challenge(.smsCode) })
        else {
            Issue.record("A message that nobody gets was accepted.")
            return
        }
    }

    @Test("The brand gets the whole target and the code that confirms the event; the database has neither in clear")
    func code() async throws {
        let bench = try await Self.bench()
        let subscription = try await bench.fixture.subscribe(to: .message)
        for verification in [Verification.smsCode, .emailCode] {
            try await bench.challenge(verification)
            let claimed = try #require(await bench.issuing.webhooks.claim(for: subscription.id))
            let body = try Self.body(of: claimed)
            let code = try #require(body.code)
            #expect(body.channel == verification.rawValue && body.purpose == "UPDATE_CARD" && body.merchant == nil)
            #expect(body.customerId == "10000001" && body.id == claimed.event.description)
            #expect(body.authenticationEventId == bench.event.event.reference.eventID.description)
            let column = verification == .smsCode ? "mobile" : "email"
            #expect(
                try await bench.fixture.texts("SELECT \(column) FROM customer WHERE customer_id = 10000001")
                    == [body.target])

            let hexadecimal = code.utf8.map { String($0, radix: 16) }.joined()
            let dump = try await DatabaseDump.text(of: bench.fixture.scratch)
            #expect(!dump.contains(hexadecimal) && !dump.contains("\t\(code)\t"))
            #expect(try await bench.fixture.texts("SELECT code_key_version::text FROM message").isEmpty)
            #expect(
                try await bench.fixture.attempt(.code(code, by: verification), at: bench.event).status == .verified)
            _ = try await bench.issuing.webhooks.record(WebhookAttempt(.delivered, milliseconds: 1), of: claimed)
            let kept = try await bench.fixture.texts("SELECT length(body)::text FROM webhook_delivery")
            #expect(kept.allSatisfy { $0 == "0" })
        }
    }

    @Test("A push has neither a code nor a target")
    func push() async throws {
        let bench = try await Self.bench()
        let subscription = try await bench.fixture.subscribe(to: .message)
        try await bench.challenge(.push)
        let claimed = try #require(await bench.issuing.webhooks.claim(for: subscription.id))
        let body = try Self.body(of: claimed)
        #expect(body.channel == "PUSH_NOTIFICATION" && body.code == nil && body.target == nil)
    }

    @Test("The message of a payment names the merchant and the amount")
    func payment() async throws {
        let bench = try await Self.bench()
        let subscription = try await bench.fixture.subscribe(to: .message)
        let card = try await bench.fixture.issue(.virtualVisa, to: Self.customer)
        let payment = PaymentToConfirm(
            id: bench.issuing.entropy.id(),
            card: ChargedCard(customer: Self.customer, card: card.id, brand: "demo", lastFour: card.lastFour),
            merchant: "Bread & Butter", amount: Money(minorUnits: 1234, currency: .euro),
            endsAt: IssuingFixture.now + 40)
        _ = try await bench.issuing.openConfirmation(of: payment)
        try await bench.issuing.sendChallenge(for: payment, by: .smsCode)
        let body = try Self.body(of: try #require(await bench.issuing.webhooks.claim(for: subscription.id)))
        #expect(body.purpose == "PAYMENT" && body.merchant == "Bread & Butter")
        #expect(body.amount == 1234 && body.currencyCode == "EUR")
        #expect(try body.end == payment.endsAt)
    }

    @Test("A message does not wait for the one before, comes again within seconds, and ends with its challenge")
    func schedule() async throws {
        let bench = try await Self.bench()
        let subscription = try await bench.fixture.subscribe(to: .message)
        for _ in 1...2 { try await bench.challenge(.smsCode) }
        let webhooks = bench.issuing.webhooks
        let (first, second) = (
            try #require(await webhooks.claim(for: subscription.id)),
            try #require(await webhooks.claim(for: subscription.id))
        )
        let refused = WebhookAttempt(.refused, statusCode: 500, milliseconds: 1)
        #expect(try await webhooks.record(refused, of: first) == .pending)
        #expect(try await webhooks.record(WebhookAttempt(.delivered, milliseconds: 1), of: second) == .delivered)

        let end = try Self.body(of: first).end
        var (now, delays) = (IssuingFixture.now, [TimeInterval]())
        while let entry = try await bench.fixture.pending(), let next = entry.nextAttemptAt {
            #expect(next < end)
            delays.append(next.timeIntervalSince(now))
            now = next
            let later = try await bench.fixture.server(now: now).issuing.webhooks
            let again = try #require(await later.claim(for: subscription.id))
            #expect(again.body == first.body)
            _ = try await later.record(refused, of: again)
        }
        #expect(delays.prefix(6) == [1, 2, 4, 8, 10, 10] && delays.dropFirst(4).allSatisfy { $0 == 10 })
        #expect(end.timeIntervalSince(now) <= 10)
        #expect(try await bench.fixture.texts("SELECT length(body)::text FROM webhook_delivery") == ["0", "0"])
        let log = try await bench.issuing.webhookDeliveries(of: "demo", limit: 10, offset: 0)
        #expect(Set(log.deliveries.map(\.delivery.status)) == [.delivered, .dead])
        #expect(log.deliveries.allSatisfy { $0.subject.customer == Self.customer && $0.subject.card == nil })
        for delivery in log.deliveries {
            #expect(
                await refusal { try await bench.issuing.resendWebhook(delivery.delivery.id, of: "demo") }
                    == .webhook(.messageIsOver))
        }
    }

    private struct Body: Decodable {
        let id, customerId, channel, authenticationEventId, purpose, expirationTime: String
        let target, code, merchant, currencyCode: String?
        let amount: Int?

        var end: Date { get throws { try Date(expirationTime, strategy: .iso8601) } }
    }

    private static func body(of webhook: ClaimedWebhook) throws -> Body {
        try JSONDecoder().decode(Body.self, from: Data(webhook.body))
    }
}

extension IssuingFixture {
    /// The delivery of the demo's brand that waits.
    fileprivate func pending() async throws -> WebhookDelivery? {
        try await issuing.webhookDeliveries(of: "demo", statuses: [.pending], limit: 1, offset: 0)
            .deliveries.first?.delivery
    }
}
