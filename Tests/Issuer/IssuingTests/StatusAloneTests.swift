import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport
import Webhooks

/// One statement changes a status if nothing else has to be done. These tests do something else at the same moment.
@Suite("A change of status by one statement, beside other changes")
struct StatusAloneTests {
    @Test("A card that is cancelled meanwhile is not locked")
    func cancelledMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let outcomes = try await fixture.queued(
            on: card,
            { try await fixture.move(card, to: .cancelled, by: .business) },
            { try await fixture.move(card, to: .locked) })
        #expect(try outcomes[0].get().standing.status == .cancelled)
        #expect(await refusal { try outcomes[1].get() }
            == .card(.transitionNotAllowed(from: .cancelled, to: .locked, accepted: [])))
        #expect(try await fixture.path(of: card) == [.active, .cancelled])
    }

    @Test("A card that is locked meanwhile is unlocked, but only once")
    func lockedMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let outcomes = try await fixture.queued(
            on: card,
            { try await fixture.move(card, to: .locked) },
            { try await fixture.move(card, to: .digital) },
            { try await fixture.move(card, to: .digital) })
        #expect(try outcomes[0].get().standing == Standing(.locked, returnsTo: .digital))
        #expect(try outcomes[1].get().standing == Standing(.digital))
        #expect(await refusal { try outcomes[2].get() }
            == .card(.transitionNotAllowed(from: .digital, to: .digital, accepted: [.cancelled, .locked])))
        #expect(try await fixture.path(of: card) == [.digital, .locked, .digital])
    }

    @Test("A token that is begun meanwhile is suspended with its card")
    func tokenMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let outcomes = try await fixture.queued(
            on: card,
            { _ = try await fixture.tokenize(card) },
            { _ = try await fixture.move(card, to: .locked) })
        for outcome in outcomes { try outcome.get() }
        try await fixture.complete(card, as: "A")
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
    }

    @Test("Every server asks for authentication as soon as any server has set the policy")
    func policyTightened() async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.lock(card)
        _ = try await fixture.move(card, to: .active)
        var policy = AuthenticationPolicy.standard
        policy.operations = [.updateCard]
        try await other.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let event = try await fixture.event { try await fixture.lock(card) }
        #expect(try await fixture.path(of: card) == [.active, .locked, .active])
        let reference = try await fixture.verified(event)
        #expect(try await fixture.lock(card, presenting: reference).standing.status == .locked)
    }

    @Test("Every server announces a change as soon as any server has taken a subscription")
    func subscribed() async throws {
        let meter = DatabaseMeter()
        let fixture = try await IssuingFixture.make(metrics: meter.metrics)
        let other = try await fixture.server()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.outbox(of: card).isEmpty)
        let subscription = try await other.subscribe(to: .cardStatus)
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.outbox(of: card).count == 1)

        // The first server takes one statement again as soon as it has seen that nobody subscribes.
        try await other.issuing.unsubscribe(DemoUniverse.brand, from: subscription.id)
        _ = try await fixture.move(card, to: .locked)
        let cost = try await meter.cost { _ = try await fixture.move(card, to: .active) }
        #expect(cost == DatabaseCost(roundTrips: 1, statements: 1))
        #expect(try await fixture.outbox(of: card).count == 1)
    }
}
