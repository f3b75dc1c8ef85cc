import Cards
import Testing

@Suite struct CardEventTests {
    @Test(arguments: Standing.possible, CardEvent.allCases)
    func noEventMovesACardWhereTheMatrixDoesNot(standing: Standing, event: CardEvent) {
        for type in Program.CardType.allCases {
            let effect = try? event.effect(on: Sample.card(standing, type: type))
            guard case .moves(let next, let actor, let reason) = effect else { continue }
            let occasion: TransitionMatrix.Occasion = actor == .issuer ? .event : .update
            #expect(TransitionMatrix.allows(from: standing, to: next, by: actor, on: occasion))
            #expect(!reason.isEmpty)
        }
    }

    @Test func theFirstChipAndPINMakesADigitalCardActive() throws {
        let effect = try CardEvent.chipAndPIN.effect(on: Sample.card(Standing(.digital)))
        guard case .moves(to: .active, by: .issuer, _) = effect else {
            Issue.record("A DIGITAL card should become ACTIVE, not \(effect)")
            return
        }
    }

    @Test(arguments: [CardStatus.active, .issued, .digital])
    func aLiftedSuspensionGoesBackToWhereItCameFrom(status: CardStatus) throws {
        let card = Sample.card(Standing(.suspended, returnsTo: status))
        guard case .moves(to: status, by: .business, _) = try CardEvent.resume.effect(on: card) else {
            Issue.record("It should go back to \(status.rawValue)")
            return
        }
    }

    @Test func laterChipAndPINTransactionsMoveNothing() throws {
        let card = Sample.card(Standing(.active))
        #expect(try CardEvent.chipAndPIN.effect(on: card) == .countsPIN(isRight: true))
        #expect(try CardEvent.wrongPIN.effect(on: card) == .countsPIN(isRight: false))
    }

    @Test func aWrongPINDoesNotMakeADigitalCardActive() throws {
        let card = Sample.card(Standing(.digital))
        #expect(try CardEvent.wrongPIN.effect(on: card) == .countsPIN(isRight: false))
    }

    @Test(arguments: [CardEvent.chipAndPIN, .wrongPIN])
    func aBlockedPINIsBlockedEvenWhenItIsRight(event: CardEvent) {
        for status in [CardStatus.active, .digital] {
            let card = Sample.card(Standing(status), wrongPINs: PINRule.allowedTries)
            #expect(throws: Refusal.event(.pinIsBlocked)) { try event.effect(on: card) }
        }
    }

    @Test(arguments: [CardEvent.chipAndPIN, .wrongPIN, .dispatched, .delivered])
    func aVirtualCardHasNoPlastic(event: CardEvent) {
        let card = Sample.card(Standing(.active), type: .virtual)
        #expect(throws: Refusal.event(.needsPlastic(event))) { try event.effect(on: card) }
    }

    @Test(arguments: CardEvent.allCases, [CardStatus.cancelled, .lost, .expired, .rejected])
    func nothingHappensToACardThatHasEnded(event: CardEvent, status: CardStatus) {
        #expect(throws: Refusal.event(.notAllowed(event, status: status))) {
            try event.effect(on: Sample.card(Standing(status)))
        }
    }
}
