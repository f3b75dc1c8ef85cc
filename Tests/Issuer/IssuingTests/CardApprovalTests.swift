import Administration
import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport
import Validation

/// Cards of a program that requires the issuer's approval.
@Suite("Cards that the issuer must approve")
struct CardApprovalTests {
    @Test("A new card is APPLIED, counts towards the limit and causes no webhook")
    func newCard() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.subscribe()
        let customer = try await fixture.enrol()
        let program = try await fixture.addProgramWithApproval(.physical, isDigital: true)
        let card = try await fixture.apply(for: program, as: customer, pin: "4071")
        #expect(card.standing == Standing(.applied) && card.isPINSet)
        #expect(try await fixture.reread(card) == card)
        #expect(try await fixture.history(of: card) == [
            Change(
                number: 1, actor: .issuer, occasion: .event, from: nil, to: .applied, reason: nil,
                at: IssuingFixture.now)
        ])
        #expect(try await fixture.outbox(of: card) == [])
        let offered = try await fixture.issuing.programs(for: customer, cardType: .physical)
        #expect(offered.first { $0.program == program }?.allowableCards == 4)
    }

    @Test(
        "Every operation on a card that is not issued is refused, and changes nothing",
        arguments: [CardStatus.applied, .pending, .rejected])
    func refusedOperations(status: CardStatus) async throws {
        let fixture = try await IssuingFixture.make()
        let program = try await fixture.addProgramWithApproval(.physical)
        let card = try await fixture.apply(for: program, as: fixture.enrol())
        try await fixture.place(card, at: Standing(status))
        let before = try await fixture.contents()
        for actor in [TransitionMatrix.Actor.customer, .business] {
            #expect(await refusal { try await fixture.move(card, to: .cancelled, by: actor) }
                == .card(.transitionNotAllowed(from: status, to: .cancelled, accepted: [])))
        }
        #expect(await refusal { try await fixture.activate(card) }
            == .card(.activationNotAllowed(status: status, type: .physical)))
        #expect(await refusal { try await fixture.replace(card, .renew) }
            == .card(.replacementNotAllowed(status: status, reason: .renew)))
        #expect(await refusal { try await fixture.setPIN("4071", of: card) }
            == .pin(.notAllowed(status: status, isPINSet: false)))
        #expect(await refusal { try await fixture.tokenize(card) } == .tokenization(.notAllowed(status: status)))
        #expect(await refusal {
            try await fixture.issuing.showDetails(
                .details, of: card.id, evidence: .none(of: card.customer, for: .cardDetails, on: card.id))
        } == .secureView(.notAllowed(status: status)))
        #expect(try await fixture.contents() == before)
    }

    @Test("A replacement of an approved card needs no approval")
    func replacement() async throws {
        let fixture = try await IssuingFixture.make()
        let program = try await fixture.addProgramWithApproval(.virtual)
        let card = try await fixture.apply(for: program, as: fixture.enrol())
        for event in [CardEvent.review, .approve] { _ = try await fixture.administration.record(event, on: card.id) }
        let new = try await fixture.replace(card, .lost)
        #expect(new.standing == Standing(.active))
        #expect(try await fixture.path(of: new) == [.active])
        #expect(try await fixture.path(of: card) == [.applied, .pending, .active, .lost])
    }

    @Test("The cards of a bulk order are APPLIED, too")
    func bulkOrder() async throws {
        let fixture = try await IssuingFixture.make()
        let program = try await fixture.addProgramWithApproval(.virtual)
        let entry = BulkApplication.Entry(customer: try await fixture.enrol(), application: .applying(for: program))
        let order = try #require(
            try await fixture.issuing.orderCards(
                Draft(BulkApplication([entry])), pins: [nil], for: DemoUniverse.brand, request: .unkeyed()
            ).value)
        try await fixture.issuing.workOnBulkOrders()
        let issued = try #require(try await fixture.reread(order).cards.first)
        let card = try await fixture.issuing.card(issued.card, of: issued.customer)
        #expect(try await fixture.path(of: card) == [.applied])
    }
}
