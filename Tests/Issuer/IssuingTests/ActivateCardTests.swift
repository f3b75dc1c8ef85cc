import Administration
import Cards
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Activating a card")
struct ActivateCardTests {
    @Test(
        "A card is activated once with the data on its plastic",
        arguments: [DemoProgram.physicalMastercard, .digitalVisa, .physicalUS])
    func activation(program: DemoProgram) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(program, to: fixture.enrol(country: program.isUS ? "US" : "BG"))
        let active = try #require(try await fixture.activate(card).value?.card)
        #expect(active.standing == Standing(.active))
        #expect(active.activatedAt == IssuingFixture.now)
        #expect(try await fixture.reread(card) == active)
        #expect(await refusal { try await fixture.activate(card) }
            == .card(.activationNotAllowed(status: .active, type: .physical)))
        #expect(try await fixture.path(of: card) == [card.standing.status, .active])
    }

    @Test("The third wrong activation suspends the card")
    func thirdWrongActivation() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        let wrong = try await fixture.wrongCVV(of: card)
        for (triesLeft, status) in [(2, CardStatus.issued), (1, .issued), (0, .suspended)] {
            #expect(try await fixture.activate(card, cvv: wrong).value?.triesLeft == triesLeft)
            #expect(try await fixture.reread(card).standing.status == status)
        }
        #expect(try await fixture.reread(card).standing == Standing(.suspended, returnsTo: .issued))
        #expect(await refusal { try await fixture.activate(card) }
            == .card(.activationNotAllowed(status: .suspended, type: .physical)))
        let last = try #require(try await fixture.history(of: card).last)
        #expect((last.actor, last.occasion) == (.issuer, .event))
        #expect(last.reason == "Wrong activation data")
    }

    @Test("Wrong digits and a wrong CVV both use up a try")
    func wrongDigitsOrCVV() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let wrongDigits = card.lastFour == "0000" ? "0001" : "0000"
        #expect(try await fixture.activate(card, lastFour: wrongDigits).value?.triesLeft == 2)
        #expect(try await fixture.activate(card, cvv: fixture.wrongCVV(of: card)).value?.triesLeft == 1)
        #expect(try await fixture.reread(card).standing == Standing(.digital))
    }

    @Test("An activation resets the wrong tries")
    func triesAfterActivation() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        try await fixture.activateWrongly(card, times: 2)
        #expect(try await fixture.reread(card).wrongActivations == 2)
        #expect(try await fixture.activate(card).value?.card?.wrongActivations == 0)
    }

    @Test("A lifted suspension gives new tries, and only an activation makes the card ACTIVE")
    func triesAfterSuspension() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        try await fixture.activateWrongly(card, times: 3)
        #expect(await refusal { try await fixture.move(card, to: .active) }
            == .card(.transitionNotAllowed(from: .suspended, to: .active, accepted: [])))
        #expect(try await fixture.administration.record(.resume, on: card.id).standing == Standing(.issued))
        try await fixture.activateWrongly(card, times: 2)
        #expect(try await fixture.activate(card).value?.card?.standing == Standing(.active))
        #expect(try await fixture.path(of: card) == [.issued, .suspended, .issued, .active])
    }

    @Test("Locking and unlocking does not reset the wrong tries")
    func triesAfterLock() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        try await fixture.activateWrongly(card, times: 2)
        _ = try await fixture.move(card, to: .locked)
        #expect(await refusal { try await fixture.activate(card) }
            == .card(.activationNotAllowed(status: .locked, type: .physical)))
        _ = try await fixture.move(card, to: .digital)
        #expect(try await fixture.activate(card, cvv: fixture.wrongCVV(of: card)).value?.triesLeft == 0)
        #expect(try await fixture.reread(card).standing == Standing(.suspended, returnsTo: .digital))
    }

    @Test("A virtual card cannot be activated")
    func virtualCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(await refusal { try await fixture.activate(card) }
            == .card(.activationNotAllowed(status: .active, type: .virtual)))
    }

    @Test(
        "A malformed CVV counts as a wrong one",
        arguments: ["", "12", "12345678901234567890", "١٢٣", "abc", "\u{0}\u{0}\u{0}"])
    func malformedCVV(text: String) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        #expect(try await fixture.activate(card, cvv: text).value?.triesLeft == 2)
    }

    @Test("A wrong activation that is repeated with its idempotency key counts once")
    func repeatedWrongActivation() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        let wrong = try await fixture.wrongCVV(of: card)
        let first = try await fixture.activate(card, cvv: wrong, request: .keyed("try 1"))
        for _ in 0..<3 {
            let again = try await fixture.activate(card, cvv: wrong, request: .keyed("try 1"))
            #expect(again.isReplayed && again.answer == first.answer)
        }
        #expect(try await fixture.reread(card).wrongActivations == 1)
    }

    @Test("Only used-up tries can be reset, and the card stays SUSPENDED")
    func resetTries() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        func reset() async throws -> Card? {
            try await fixture.issuing.resetTries(of: card.id, of: card.customer, request: .unkeyed()).value
        }
        try await fixture.activateWrongly(card, times: 2)
        #expect(await refusal { try await reset() } == .pin(.triesNotUsedUp))
        try await fixture.activateWrongly(card)
        let after = try #require(try await reset())
        #expect(after.wrongActivations == 0)
        #expect(after.standing == Standing(.suspended, returnsTo: .digital), "giving tries back lifts no suspension")
        #expect(await refusal { try await reset() } == .pin(.triesNotUsedUp))
    }
}
