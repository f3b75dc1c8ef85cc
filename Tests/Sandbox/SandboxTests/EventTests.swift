import Administration
import Cards
import CardSecrets
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport

@Suite("Simulated card events")
struct EventTests {
    @Test("The first chip-and-PIN transaction makes a DIGITAL card ACTIVE")
    func firstChipAndPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol())
        let later = try await fixture.server(now: IssuingFixture.now + 3600)
        let active = try await later.administration.record(.chipAndPIN, on: card.id)
        #expect(active.standing == Standing(.active))
        #expect(active.activatedAt == IssuingFixture.now + 3600)
        let change = try #require(try await fixture.history(of: card).last)
        #expect((change.actor, change.occasion) == (.issuer, .event))
        let again = try await fixture.administration.record(.chipAndPIN, on: card.id)
        #expect(again == active, "the second changes nothing")
        #expect(try await fixture.path(of: card) == [.digital, .active])
    }

    @Test("An ISSUED card cannot be used with chip and PIN")
    func issuedCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        #expect(await refusal { try await fixture.administration.record(.chipAndPIN, on: card.id) }
            == .event(.notAllowed(.chipAndPIN, status: .issued)))
    }

    @Test("The first dispatch and the first delivery of a card are recorded")
    func delivery() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        func record(_ event: CardEvent, onDay day: Double) async throws {
            let server = try await fixture.server(now: IssuingFixture.now + day * 86400)
            _ = try await server.administration.record(event, on: card.id)
        }
        try await record(.dispatched, onDay: 1)
        try await record(.dispatched, onDay: 2)
        var plastic = try await fixture.sandbox.plastic(of: card.id)
        #expect(plastic.dispatchedAt == IssuingFixture.now + 86400)
        #expect(plastic.deliveredAt == nil)
        try await record(.delivered, onDay: 3)
        try await record(.delivered, onDay: 4)
        plastic = try await fixture.sandbox.plastic(of: card.id)
        #expect(plastic.dispatchedAt == IssuingFixture.now + 86400)
        #expect(plastic.deliveredAt == IssuingFixture.now + 3 * 86400)
        #expect(try await fixture.reread(card).standing == Standing(.issued))
    }

    @Test(
        "An event that needs plastic is refused for a virtual card",
        arguments: [CardEvent.chipAndPIN, .wrongPIN, .dispatched, .delivered])
    func virtualCard(event: CardEvent) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(await refusal { try await fixture.administration.record(event, on: card.id) }
            == .event(.needsPlastic(event)))
        #expect(try await fixture.reread(card) == card)
    }

    @Test("A card is suspended and resumed, each only once")
    func suspendAndResume() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        #expect(try await fixture.administration.record(.suspend, on: card.id).standing
            == Standing(.suspended, returnsTo: .active))
        #expect(await refusal { try await fixture.administration.record(.suspend, on: card.id) }
            == .event(.notAllowed(.suspend, status: .suspended)))
        #expect(try await fixture.administration.record(.resume, on: card.id).standing == Standing(.active))
        #expect(await refusal { try await fixture.administration.record(.resume, on: card.id) }
            == .event(.notAllowed(.resume, status: .active)))
        #expect(try await fixture.history(of: card).map(\.actor) == [.issuer, .issuer, .business])
        #expect(try await fixture.path(of: card) == [.active, .suspended, .active])
    }

    @Test("Every event is refused for an expired card")
    func expiredCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
        #expect(try await fixture.administration.record(.expire, on: card.id).standing == Standing(.expired))
        for event in CardEvent.allCases {
            #expect(await refusal { try await fixture.administration.record(event, on: card.id) }
                == .event(.notAllowed(event, status: .expired)))
        }
    }

    @Test("3 wrong PINs in a row block the PIN until the tries are reset")
    func blockedPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol(), pin: "4071")
        _ = try await fixture.activate(card)
        for event in [CardEvent.wrongPIN, .wrongPIN, .chipAndPIN, .wrongPIN, .wrongPIN] {
            _ = try await fixture.administration.record(event, on: card.id)
        }
        #expect(try await fixture.reread(card).wrongPINs == 2)
        #expect(try await fixture.administration.record(.wrongPIN, on: card.id).wrongPINs == 3)
        for event in [CardEvent.wrongPIN, .chipAndPIN] {
            #expect(await refusal { try await fixture.administration.record(event, on: card.id) }
                == .event(.pinIsBlocked))
        }
        let reset = try await fixture.issuing.resetTries(of: card.id, of: card.customer, request: .unkeyed())
        #expect(reset.value?.wrongPINs == 0)
        _ = try await fixture.administration.record(.chipAndPIN, on: card.id)
    }

    @Test("After 9 wrong tries in total, only the issuer can reset used-up tries")
    func triesUsedUpForGood() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol(), pin: "4071")
        func reset() async throws -> Card? {
            try await fixture.issuing.resetTries(of: card.id, of: card.customer, request: .unkeyed()).value
        }
        try await fixture.activateWrongly(card, times: 2)
        _ = try await fixture.activate(card)
        for round in 1...3 {
            for _ in 1...(round == 3 ? 1 : 3) { _ = try await fixture.administration.record(.wrongPIN, on: card.id) }
            if round < 3 { #expect(try await reset()?.wrongPINs == 0) }
        }
        _ = try await fixture.administration.record(.chipAndPIN, on: card.id)
        #expect(try await fixture.reread(card).wrongTriesInAll == 9, "a right PIN does not take back what was tried")
        for _ in 1...3 { _ = try await fixture.administration.record(.wrongPIN, on: card.id) }
        #expect(await refusal { try await reset() } == .pin(.triesUsedUpForGood))
        #expect(await refusal { try await fixture.setPIN("4072", of: card) } == .pin(.triesUsedUpForGood))
        #expect(await refusal { try await fixture.administration.record(.chipAndPIN, on: card.id) }
            == .pin(.triesUsedUpForGood))

        let cleared = try await fixture.administration.record(.clearTries, on: card.id)
        #expect((cleared.wrongPINs, cleared.wrongTriesInAll) == (0, 0))
        #expect(try await fixture.administration.record(.wrongPIN, on: card.id).wrongPINs == 1)
    }

    @Test("The first right PIN resets the wrong ones")
    func rightPIN() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.digitalVisa, to: fixture.enrol(), pin: "4071")
        for _ in 0..<2 { _ = try await fixture.administration.record(.wrongPIN, on: card.id) }
        let active = try await fixture.administration.record(.chipAndPIN, on: card.id)
        #expect(active.standing == Standing(.active))
        #expect(active.wrongPINs == 0)
    }

    @Test("An unknown card is not found")
    func unknownCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let nowhere = fixture.issuing.entropy.id(CardID.self)
        #expect(await refusal { try await fixture.administration.record(.suspend, on: nowhere) } == .card(.notFound))
        #expect(await refusal { try await fixture.sandbox.plastic(of: nowhere) } == .card(.notFound))
    }
}
