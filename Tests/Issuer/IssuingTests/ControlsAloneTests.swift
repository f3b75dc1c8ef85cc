import Authorizing
import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

/// One statement sets a card's controls if the brand does not protect that.
@Suite("Controls that are set by one statement")
struct ControlsAloneTests {
    @Test("Every server asks for authentication as soon as any server has set the policy")
    func policyTightened() async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let (first, second) = (CardControls(switchedOff: [.atm]), CardControls(switchedOff: [.ecommerce]))
        #expect(try await fixture.setControls(first, of: card) == first)
        var policy = AuthenticationPolicy.standard
        policy.operations = [.cardControls]
        try await other.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        let event = try await fixture.event { try await fixture.setControls(second, of: card) }
        #expect(try await fixture.controls(of: card) == first)
        let reference = try await fixture.verified(event)
        #expect(try await fixture.setControls(second, of: card, presenting: reference) == second)
        #expect(try await fixture.controls(of: card) == second)
    }

    @Test("Another customer's card, and one that does not exist, get no controls")
    func anotherCard() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let stranger = try await fixture.enrol()
        let controls = CardControls(switchedOff: [.atm])
        for _ in 1...2 {
            #expect(await refusal { try await fixture.setControls(controls, of: card, as: stranger) }
                == .card(.notFound))
        }
        #expect(try await fixture.controls(of: card) == .none)
    }
}

extension IssuingFixture {
    fileprivate func controls(of card: Card) async throws -> CardControls {
        try await issuing.controls(of: card.id, of: card.customer)
    }
}
