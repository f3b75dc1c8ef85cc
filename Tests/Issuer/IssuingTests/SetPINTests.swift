import Administration
import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Setting a card's PIN")
struct SetPINTests {
    @Test(
        "A European customer sets a PIN by updating the card",
        arguments: [DemoProgram.virtualMastercard, .physicalMastercard, .digitalVisa])
    func europeanPIN(program: DemoProgram) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(program, to: fixture.enrol())
        #expect(!card.isPINSet)
        #expect(await refusal { try await fixture.setPIN("4071", of: card, by: .separate) } == .pin(.isSetByUpdate))
        #expect(try await fixture.reread(card) == card)
        #expect(try await fixture.setPIN("4071", of: card).isPINSet)
        #expect(try await fixture.opensPIN(of: card) == "4071")
    }

    @Test("An American customer sets a PIN by a separate call")
    func americanPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualUS, to: fixture.enrol(country: "US"))
        #expect(await refusal { try await fixture.setPIN("4071", of: card) } == .pin(.isSetBySeparateCall))
        #expect(try await fixture.setPIN("4071", of: card, by: .separate).isPINSet)
        #expect(try await fixture.opensPIN(of: card) == "4071")
    }

    @Test("A new PIN replaces the old one")
    func replacedPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol(), pin: "1234")
        for pin in ["0000", "4071", "4071"] {
            _ = try await fixture.setPIN(pin, of: card)
            #expect(try await fixture.opensPIN(of: card) == pin)
        }
    }

    @Test("The card's status decides whether a PIN can be set", arguments: CardStatus.allCases, [false, true])
    func statuses(status: CardStatus, hasPIN: Bool) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol(), pin: hasPIN ? "1234" : nil)
        let waysBack: [CardStatus] = [.locked, .suspended]
        try await fixture.place(card, at: Standing(status, returnsTo: waysBack.contains(status) ? .active : nil))
        let isAccepted = status == .active || status == .digital || (status == .issued && !hasPIN)
        if isAccepted {
            #expect(try await fixture.setPIN("4071", of: card).isPINSet)
        } else {
            #expect(await refusal { try await fixture.setPIN("4071", of: card) }
                == .pin(.notAllowed(status: status, isPINSet: hasPIN)))
            #expect(try await fixture.reread(card).isPINSet == hasPIN)
        }
    }

    @Test("A brand that refuses weak PINs refuses them in every call", arguments: [DemoProgram.virtualVisa, .virtualUS])
    func weakPINs(program: DemoProgram) async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol(country: program.isUS ? "US" : "BG")
        let card = try await fixture.issue(program, to: customer)
        try await fixture.issuing.setAuthenticationPolicy(.off, of: DemoUniverse.brand)
        let call: PINRule.Call = program.isUS ? .separate : .update
        for pin in ["0000", "1234", "9876", "4747"] {
            #expect(await refusal { try await fixture.setPIN(pin, of: card, by: call) }
                == .invalidFields([PINRule.weak]))
            guard !program.isUS else { continue }
            #expect(await refusal { try await fixture.issue(program, to: customer, pin: pin) }?.fields == ["cardPin"])
            #expect(await refusal { try await fixture.replace(card, .renew, pin: pin) }?.fields == ["cardPin"])
        }
        #expect(try await fixture.setPIN("4071", of: card, by: call).isPINSet)
        #expect(AuthenticationPolicy.standard.refusesWeakPINs, "what a new brand begins with")
    }

    @Test("A new PIN resets the wrong PIN tries")
    func triesAfterNewPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol(), pin: "1234")
        for _ in 0..<3 { _ = try await fixture.administration.record(.wrongPIN, on: card.id) }
        #expect(try await fixture.reread(card).wrongPINs == 3)
        #expect(try await fixture.setPIN("4071", of: card).wrongPINs == 0)
    }
}
