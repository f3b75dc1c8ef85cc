import Administration
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("The issuer's decision on an application")
struct ApprovalEventTests {
    @Test("After a review and an approval, the card has the status that its program issues cards with", arguments: [
        (Program.CardType.virtual, false, CardStatus.active), (.physical, false, .issued), (.physical, true, .digital),
    ])
    func approval(type: Program.CardType, isDigital: Bool, status: CardStatus) async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let program = try await fixture.addProgramWithApproval(type, isDigital: isDigital)
        let card = try await fixture.apply(for: program, as: fixture.enrol())
        let later = try await fixture.server(now: IssuingFixture.now + 3600)
        #expect(try await later.administration.record(.review, on: card.id).standing == Standing(.pending))
        let issued = try await later.administration.record(.approve, on: card.id)
        #expect(issued.standing == Standing(status) && issued.activatedAt == nil)
        #expect(try await fixture.reread(card) == issued)

        #expect(try await fixture.path(of: card) == [.applied, .pending, status])
        let decisions = try await fixture.history(of: card).dropFirst()
        #expect(decisions.map(\.reason) == ["Application in review", "Application approved"])
        #expect(decisions.allSatisfy {
            $0.actor == .issuer && $0.occasion == .event && $0.at == IssuingFixture.now + 3600
        })
        let delivered = try await later.deliverAll(to: subscription).map(\.text)
        #expect(delivered.count == 2)
        #expect(delivered.first?.contains(
            #""oldStatus":"APPLIED","newStatus":"PENDING","statusReason":"Application in review""#) == true)
        #expect(delivered.last?.contains(
            #""oldStatus":"PENDING","newStatus":"\#(status.rawValue)","statusReason":"Application approved""#) == true)
    }

    @Test("An approved physical card can be activated")
    func activation() async throws {
        let fixture = try await IssuingFixture.make()
        let program = try await fixture.addProgramWithApproval(.physical)
        let card = try await fixture.apply(for: program, as: fixture.enrol())
        for event in [CardEvent.review, .approve, .delivered] {
            _ = try await fixture.administration.record(event, on: card.id)
        }
        _ = try await fixture.activate(card)
        #expect(try await fixture.path(of: card) == [.applied, .pending, .issued, .active])
    }

    @Test(
        "An application is rejected with or without a review, which is final",
        arguments: [[CardEvent.reject], [.review, .reject]])
    func rejection(events: [CardEvent]) async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let customer = try await fixture.enrol()
        let program = try await fixture.addProgramWithApproval(.physical)
        let card = try await fixture.apply(for: program, as: customer)
        for event in events { _ = try await fixture.administration.record(event, on: card.id) }
        let reached: [CardStatus] = events.count == 1 ? [.rejected] : [.pending, .rejected]
        #expect(try await fixture.path(of: card) == [.applied] + reached)
        #expect(try await fixture.history(of: card).last?.reason == "Application rejected")
        #expect(try await fixture.deliverAll(to: subscription).map(\.newStatus) == reached.map(\.rawValue))
        for event in CardEvent.allCases {
            #expect(await refusal { try await fixture.administration.record(event, on: card.id) }
                == .event(.notAllowed(event, status: .rejected)))
        }
        let offered = try await fixture.issuing.programs(for: customer, cardType: .physical)
        #expect(offered.first { $0.program == program }?.allowableCards == 4, "a rejected application still counts")
    }

    @Test("An event that is not the issuer's next decision is refused, and changes nothing")
    func wrongEvents() async throws {
        let fixture = try await IssuingFixture.make()
        let program = try await fixture.addProgramWithApproval(.physical)
        let card = try await fixture.apply(for: program, as: fixture.enrol())
        for (status, possible) in [(CardStatus.applied, [CardEvent.review, .reject]), (.pending, [.approve, .reject])] {
            try await fixture.place(card, at: Standing(status))
            let before = try await fixture.contents()
            for event in CardEvent.allCases where !possible.contains(event) {
                #expect(await refusal { try await fixture.administration.record(event, on: card.id) }
                    == .event(.notAllowed(event, status: status)))
            }
            #expect(try await fixture.contents() == before)
        }
    }
}
