import Cards
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Webhooks

/// The statement that changes a status alone also changes the card's tokens.
@Suite("A change of status by one statement, of a card with tokens")
struct TokensAloneTests {
    @Test("The tokens and both histories are those that a transaction leaves, step by step")
    func sameAsTransaction() async throws {
        let meter = DatabaseMeter()
        let fixture = try await IssuingFixture.make(metrics: meter.metrics)
        let (alone, other) = (try await fixture.cardWithTokens("A"), try await fixture.cardWithTokens("B"))
        let steps: [CardStatus] = [.locked, .active, .locked, .cancelled]
        var left: [[String]] = []
        for step in steps {
            let cost = try await meter.cost { _ = try await fixture.move(alone, to: step) }
            #expect(cost == DatabaseCost(roundTrips: 1, statements: 1))
            left.append(try await fixture.traces(of: alone))
        }
        #expect(try await fixture.tokenizationHistory(of: alone).suffix(5) == [
            "6 TOKEN_FROZEN", "7 TOKEN_UNFROZEN", "8 TOKEN_FROZEN", "9 TOKEN_CANCELLED", "10 TOKEN_CANCELLED",
        ])
        try await fixture.subscribe(to: .cardStatus)
        for (step, expected) in zip(steps, left) {
            _ = try await fixture.move(other, to: step)
            #expect(try await fixture.traces(of: other) == expected)
        }
        #expect(try await fixture.outbox(of: other).count == steps.count)
        #expect(try await fixture.path(of: alone) == [CardStatus.active] + steps)
    }

    @Test("A token that is completed meanwhile is suspended with its card")
    func completedMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        let outcomes = try await fixture.queued(
            on: card,
            { _ = try await fixture.complete(card, as: "A") },
            { _ = try await fixture.move(card, to: .locked) })
        for outcome in outcomes { try outcome.get() }
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL", "3 TOKEN_FROZEN",
        ])
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
    }

    @Test("A token that its network suspends meanwhile stays suspended when its card is unlocked")
    func suspendedMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        let reference = try #require(DPANReference(rawValue: "A"))
        _ = try await fixture.move(card, to: .locked)
        let outcomes = try await fixture.queued(
            on: card,
            { _ = try await fixture.issuing.changeToken(reference, by: .suspend) },
            { _ = try await fixture.move(card, to: .active) })
        for outcome in outcomes { try outcome.get() }
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
        #expect(try await fixture.tokenizationHistory(of: card).last == "3 TOKEN_FROZEN")
        #expect(try await fixture.reread(card).standing.status == .active)
    }

    @Test("A card that is replaced meanwhile is not locked, and its token stays with the new card")
    func replacedMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        let outcomes = try await fixture.queued(
            on: card,
            { try await fixture.replace(card, .lost) },
            { try await fixture.move(card, to: .locked) })
        let new = try outcomes[0].get()
        #expect(await refusal { try outcomes[1].get() } != nil)
        #expect(try await fixture.tokens(of: new) == ["A ACTIVE"])
        #expect(try await fixture.tokens(of: card) == [])
        #expect(try await fixture.path(of: card) == [.active, .lost])
    }

    @Test("A network's report about a token whose card is replaced meanwhile counts for the new card")
    func reportedWhileReplaced() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        let outcomes = try await fixture.queued(
            on: card,
            { _ = try await fixture.replace(card, .lost) },
            { _ = try await fixture.report("M1", .event(.suspend), of: "A") })
        for outcome in outcomes { try outcome.get() }
        #expect(try await fixture.tokens(of: card) == [])
        #expect(try await fixture.texts("SELECT token_status FROM tokenization") == ["SUSPENDED"])
    }

    @Test("Every server asks for authentication, and leaves the token alone, as soon as any has set the policy")
    func policyTightened() async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        _ = try await fixture.lock(card)
        _ = try await fixture.move(card, to: .active)
        var policy = AuthenticationPolicy.standard
        policy.operations = [.updateCard]
        try await other.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let event = try await fixture.event { try await fixture.lock(card) }
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
        let reference = try await fixture.verified(event)
        #expect(try await fixture.lock(card, presenting: reference).standing.status == .locked)
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
    }

    @Test("Every server announces what happens to tokens as soon as any server has taken a subscription")
    func subscribed() async throws {
        let meter = DatabaseMeter()
        let fixture = try await IssuingFixture.make(metrics: meter.metrics)
        let other = try await fixture.server()
        let customer = try await fixture.enrol()
        let (card, plain) = (
            try await fixture.issue(.virtualVisa, to: customer), try await fixture.issue(.virtualVisa, to: customer)
        )
        try await fixture.token("A", for: card)
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.outbox(of: card).isEmpty)
        let subscription = try await other.subscribe(to: .token)
        _ = try await fixture.move(card, to: .active)
        _ = try await other.move(card, to: .locked)
        #expect(try await fixture.outbox(of: card).map { $0.contains("TOKEN_FROZEN") } == [false, true])

        // A card without a token has no such event, so one statement still moves it.
        let costOfPlain = try await meter.cost { _ = try await fixture.move(plain, to: .locked) }
        #expect(costOfPlain == DatabaseCost(roundTrips: 1, statements: 1))
        #expect(try await fixture.outbox(of: plain).isEmpty)

        try await other.issuing.unsubscribe(DemoUniverse.brand, from: subscription.id)
        let cost = try await meter.cost { _ = try await fixture.move(card, to: .active) }
        #expect(cost == DatabaseCost(roundTrips: 1, statements: 1))
        #expect(try await fixture.outbox(of: card).count == 2)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
    }
}

extension IssuingFixture {
    /// A new card with a token of Google and one of Samsung, which its network has suspended.
    fileprivate func cardWithTokens(_ name: String) async throws -> Card {
        let card = try await issue(.virtualVisa, to: enrol())
        try await token("\(name)1", for: card)
        try await token("\(name)2", for: card, .google(.samsung))
        _ = try await issuing.changeToken(#require(DPANReference(rawValue: "\(name)2")), by: .suspend)
        return card
    }

    /// Everything that a change of the card's status leaves, without ids.
    fileprivate func traces(of card: Card) async throws -> [String] {
        try await texts(
            """
            SELECT concat_ws(' ', status, returns_to, changes, tokenization_changes) FROM card WHERE card_id = $1
            UNION ALL
            SELECT concat_ws(' ', change_number, actor, occasion, from_status, to_status, reason, changed_at)
            FROM card_status_history WHERE card_id = $1
            UNION ALL
            SELECT concat_ws(' ', change_number, change, changed_at) FROM tokenization_history WHERE card_id = $1
            UNION ALL
            SELECT concat_ws(' ', wallet, token_status, suspended_by_card) FROM tokenization WHERE card_id = $1
            """, .uuid(card.id.rawValue)
        ).sorted()
    }
}
