import Administration
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation
import Webhooks

/// An event is in the outbox exactly if its card's status has changed.
@Suite("Outbox of webhook events")
struct WebhookOutboxTests {
    @Test("A change of status produces the documented event body")
    func eventBody() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(try await fixture.outbox(of: card) == [], "issuing a card is no change of its status")
        _ = try await fixture.move(card, to: .locked, reason: "Mislaid \"it\" \\ in\nSofia, София")
        let webhook = try #require(await fixture.issuing.webhooks.claim(for: subscription.id))
        let reason = #"Mislaid \"it\" \\ in\nSofia, София"#
        #expect(webhook.text == #"{"id":"\#(webhook.event)","cardId":"\#(card.id)","#
            + #""customerId":"\#(card.customer)","oldStatus":"ACTIVE","newStatus":"LOCKED","#
            + #""statusReason":"\#(reason)","eventTimestamp":"2026-03-15T12:00:00Z"}"#)
        #expect(webhook.url == "https://hooks.example/cards" && webhook.attempt == 1)
        #expect(webhook.event.description.dropFirst(14).first == "8")
        #expect(webhook.delivery.rawValue != webhook.event.rawValue)
    }

    @Test("Activation, suspension, replacement and expiry each cause an event")
    func transitionSources() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let customer = try await fixture.enrol()
        let activated = try await fixture.issue(.physicalMastercard, to: customer)
        _ = try await fixture.activate(activated)
        _ = try await fixture.administration.record(.suspend, on: activated.id)
        let misread = try await fixture.issue(.physicalMastercard, to: customer)
        try await fixture.activateWrongly(misread, times: 3)
        let replaced = try await fixture.issue(.virtualVisa, to: customer)
        let new = try await fixture.replace(replaced, .lost)
        let later = try await fixture.server(now: instant("2029-04-01T00:00:00.000Z"))
        #expect(try await later.issuing.settleWhatIsDue() == 3)

        let delivered = try await later.deliverAll(to: subscription)
        func told(about card: Card) -> [String] { delivered.filter { $0.isAbout(card) }.map(\.newStatus) }
        #expect(told(about: activated) == ["ACTIVE", "SUSPENDED", "EXPIRED"])
        #expect(told(about: misread) == ["SUSPENDED", "EXPIRED"])
        #expect(told(about: replaced) == ["LOST"])
        #expect(told(about: new) == ["EXPIRED"])
        #expect(delivered.count == 7)
    }

    @Test("A refused or rolled-back change produces no event")
    func noEvent() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(await refusal { try await fixture.move(card, to: .digital) } != nil)
        try await fixture.issuing.database.execute(
            script: "ALTER TABLE card_status_history ADD CONSTRAINT nothing_more CHECK (change_number < 2)")
        let failed = await #expect(throws: IssuingFailure.self) { try await fixture.move(card, to: .locked) }
        #expect(failed?.postgresFailure?.constraint == "nothing_more")
        #expect(try await fixture.outbox(of: card) == [])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_line") == ["0"])
    }

    @Test("Only the current subscriptions of the brand to this event receive it")
    func subscribers() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('other')")
        try await fixture.subscribe(brand: "other")
        try await fixture.subscribe(to: .tokenization)
        let ended = try await fixture.subscribe(at: "https://hooks.example/ended")
        try await fixture.issuing.unsubscribe("demo", from: ended.id)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.outbox(of: card) == [])

        let two = [
            try await fixture.subscribe(at: "https://hooks.example/1"),
            try await fixture.subscribe(at: "https://hooks.example/2"),
        ]
        _ = try await fixture.move(card, to: .active)
        var told: [ClaimedWebhook] = []
        for subscription in two { told += try await fixture.deliverAll(to: subscription) }
        #expect(told.map(\.newStatus) == ["ACTIVE", "ACTIVE"])
        #expect(told[0].event == told[1].event && told[0].delivery != told[1].delivery, "one event, told twice")
        #expect(told[0].body == told[1].body)
        #expect(told[0].signingKey != told[1].signingKey)
    }

    @Test("Simultaneous changes produce one event each, in order")
    func simultaneousChanges() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        let subscription = try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    _ = await refusal {
                        try await servers[number % 2].move(card, to: number % 3 == 0 ? .active : .locked)
                    }
                }
            }
            try await group.waitForAll()
        }
        let path = try await fixture.path(of: card)
        #expect(path.count > 1)
        #expect(try await fixture.texts("SELECT waiting::text FROM webhook_line") == ["\(path.count - 1)"])
        #expect(try await fixture.deliverAll(to: subscription).map(\.newStatus) == path.dropFirst().map(\.rawValue))
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_line") == ["0"])
    }

    @Test("The delivery log names the card and its customer and can be filtered by card")
    func deliveryLog() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let customer = try await fixture.enrol()
        let cards = [
            try await fixture.issue(.virtualVisa, to: customer), try await fixture.issue(.virtualVisa, to: customer),
        ]
        for card in cards { _ = try await fixture.move(card, to: .locked) }
        func log(of card: CardID? = nil, in brand: String = "demo") async throws -> [CardID] {
            let page = try await fixture.issuing.webhookDeliveries(
                of: brand, about: card.map { .card($0) }, limit: 10, offset: 0)
            #expect(page.total == page.deliveries.count)
            #expect(page.deliveries.allSatisfy { $0.subject.customer == customer && $0.subject.account == nil })
            return page.deliveries.compactMap(\.subject.card)
        }
        #expect(try await Set(log()) == Set(cards.map(\.id)))
        #expect(try await log(of: cards[1].id) == [cards[1].id])
        #expect(try await log(of: CardID(rawValue: subscription.id.rawValue)) == [])
        #expect(try await log(of: cards[1].id, in: "other") == [])
    }

    @Test("A signing key is stored encrypted for its own subscription")
    func signingKey() async throws {
        let fixture = try await IssuingFixture.make()
        let chosen = SigningKey([UInt8](7..<39))
        let url = try #require(WebhookURL("https://hooks.example"))
        let (mine, shown) = try await fixture.issuing.subscribe("demo", to: .cardStatus, at: url, signingKey: chosen)
        #expect(shown == chosen)
        let other = try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.issuing.webhooks.claim(for: mine.id)?.signingKey == shown)
        #expect(try await DatabaseDump.text(of: fixture.scratch).contains("0708090a") == false)

        try await fixture.issuing.database.execute(script: """
            UPDATE webhook_subscription SET sealed_key = other.sealed_key FROM webhook_subscription other
            WHERE webhook_subscription.subscription_id = '\(other.id)' AND other.subscription_id = '\(mine.id)'
            """)
        let failure = await #expect(throws: WebhookFailure.self) {
            try await fixture.issuing.webhooks.claim(for: other.id)
        }
        guard case .signingKeyDoesNotOpen = failure else {
            Issue.record("A key of another subscription opens")
            return
        }
    }

    @Test("Duplicate, unknown and excess subscriptions and unknown deliveries are refused")
    func refusals() async throws {
        let fixture = try await IssuingFixture.make()
        let first = try await fixture.subscribe()
        #expect(await refusal { try await fixture.subscribe() } == .webhook(.subscriptionExists(.cardStatus)))
        #expect(await refusal { try await fixture.subscribe(brand: "nobody") } == .brand(.notFound))
        let issuing = fixture.issuing
        let others = await refusal { try await issuing.unsubscribe("other", from: first.id) }
        #expect(others == .webhook(.subscriptionNotFound))
        let unknown = WebhookDeliveryID(rawValue: first.id.rawValue)
        #expect(await refusal { try await issuing.resendWebhook(unknown, of: "demo") } == .webhook(.deliveryNotFound))
        for number in 1..<WebhookEvent.subscriptionLimit {
            try await fixture.subscribe(at: "https://hooks.example/\(number)")
        }
        let beyond = await refusal { try await fixture.subscribe(at: "https://hooks.example/more") }
        #expect(beyond == .webhook(.subscriptionLimitExceeded))
    }
}
