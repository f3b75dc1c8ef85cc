import Administration
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("A business's operations on its customers' cards")
struct BusinessTests {
    @Test(
        "A card that was never activated returns from a suspension to its earlier status",
        arguments: [(DemoProgram.physicalMastercard, CardStatus.issued), (.digitalVisa, .digital)])
    func resumedNewCard(
        program: DemoProgram, status: CardStatus
    ) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(program, to: fixture.enrol())
        _ = try await fixture.administration.record(.suspend, on: card.id)
        let resumed = try await fixture.asBusiness(card, to: .active)
        #expect(resumed.standing == Standing(status) && resumed.activatedAt == nil)
        #expect(try await fixture.path(of: card) == [status, .suspended, status])
        #expect(try await fixture.history(of: card).last?.actor == .business)
    }

    @Test("ACTIVE lifts a suspension to the earlier status and resets the wrong activations")
    func resumedCards() async throws {
        let fixture = try await IssuingFixture.shared()
        let virtual = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.administration.record(.suspend, on: virtual.id)
        #expect(try await fixture.asBusiness(virtual, to: .active).standing == Standing(.active))

        let physical = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        try await fixture.activateWrongly(physical, times: 3)
        let resumed = try await fixture.asBusiness(physical, to: .active)
        #expect(resumed.standing == Standing(.issued) && resumed.wrongActivations == 0)
    }

    @Test("A business cannot unlock a card that the customer locked, but can cancel it")
    func lockedCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        #expect(await refusal { try await fixture.asBusiness(card, to: .active) }
            == .card(.transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled])))
        #expect(try await fixture.asBusiness(card, to: .cancelled).standing == Standing(.cancelled))
    }

    @Test("Another brand's customer is not found")
    func otherBrandsCustomer() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        let before = try await fixture.history(of: card)
        let everyCard = CardFilter(statuses: nil, cardType: nil, limit: 10, offset: 0)
        for stranger in [
            NamedCustomer(customer, in: "elsewhere"), NamedCustomer(CustomerID(999), in: DemoUniverse.brand),
        ] {
            let issuing = fixture.issuing
            let attempts: [@Sendable () async throws -> Void] = [
                { _ = try await issuing.cards(of: stranger, matching: everyCard) },
                { _ = try await issuing.card(card.id, of: stranger) },
                { _ = try await issuing.changeStatus(of: card.id, of: stranger, to: .cancelled, reason: "Mine") },
                { _ = try await issuing.createCard(
                    .ordering(.virtualVisa), pin: nil, for: stranger, request: .unkeyed()) },
            ]
            for attempt in attempts { #expect(await refusal { try await attempt() } == .customer(.notFound)) }
        }
        #expect(try await fixture.history(of: card) == before)
        #expect(try await fixture.issuing.cards(of: customer, matching: everyCard).cards == [card])
    }

    @Test("An idempotent answer is not returned to another brand")
    func otherBrandsAnswer() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let application = CardApplication.ordering(.virtualVisa)
        let request = IdempotentRequest<Card>.keyed("business k")
        _ = try await fixture.issuing.createCard(
            application, pin: nil, for: NamedCustomer(customer, in: DemoUniverse.brand), request: request)
        #expect(await refusal {
            try await fixture.issuing.createCard(
                application, pin: nil, for: NamedCustomer(customer, in: "elsewhere"), request: request)
        } == .customer(.notFound))
    }

    @Test("A card that a business creates has its PIN and can be read by the customer")
    func createdCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let named = NamedCustomer(customer, in: DemoUniverse.brand)
        let answered = try await fixture.issuing.createCard(
            .ordering(.physicalMastercard, pin: "4071"), pin: PIN("4071"), for: named, request: .unkeyed())
        let card = try #require(answered.value)
        #expect(try await fixture.issuing.card(card.id, of: named) == card)
        #expect(try await fixture.reread(card) == card)
        #expect(try await fixture.opensPIN(of: card) == "4071")
    }
}

extension IssuingFixture {
    func asBusiness(_ card: Card, to status: CardStatus) async throws -> Card {
        try await issuing.changeStatus(
            of: card.id, of: NamedCustomer(card.customer, in: DemoUniverse.brand), to: status, reason: "Asked to")
    }
}
