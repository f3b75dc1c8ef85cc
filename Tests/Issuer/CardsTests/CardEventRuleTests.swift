import Cards
import Testing

@Suite("Events that happen to a card")
struct CardEventRuleTests {
    @Test(
        "An event moves a card only where the transition matrix allows it",
        arguments: Standing.possible, CardEvent.allCases)
    func allowedTransitions(standing: Standing, event: CardEvent) {
        for type in Program.CardType.allCases {
            let effect = try? event.effect(on: Sample.card(standing, type: type))
            guard case .moves(let next, let actor, let reason) = effect else { continue }
            let occasion: TransitionMatrix.Occasion = actor == .issuer ? .event : .update
            #expect(TransitionMatrix.allows(from: standing, to: next, by: actor, on: occasion))
            #expect(!reason.isEmpty)
        }
    }

    @Test("The first chip-and-PIN transaction makes a DIGITAL card ACTIVE")
    func firstChipAndPIN() throws {
        let effect = try CardEvent.chipAndPIN.effect(on: Sample.card(Standing(.digital)))
        guard case .moves(to: .active, by: .issuer, _) = effect else {
            Issue.record("A DIGITAL card should become ACTIVE, not \(effect)")
            return
        }
    }

    @Test("An application is reviewed, then approved or rejected, and no other card is", arguments: [
        (CardEvent.review, [CardStatus.applied]), (.approve, [.pending]), (.reject, [.pending, .applied]),
    ])
    func application(event: CardEvent, statuses: [CardStatus]) {
        #expect(event.accepted == statuses)
        for standing in Standing.possible where !statuses.contains(standing.status) {
            #expect(throws: Refusal.event(.notAllowed(event, status: standing.status))) {
                try event.effect(on: Sample.card(standing))
            }
        }
    }

    @Test(
        "The matrix allows an approved card the status that its program issues cards with",
        arguments: [Sample.virtualEEA, Sample.physicalEEA, Sample.digitalEEA])
    func approval(program: Program) throws {
        let effect = try CardEvent.approve.effect(on: Sample.card(Standing(.pending), type: program.cardType))
        guard case .issues = effect else {
            Issue.record("A PENDING card should be issued, not \(effect)")
            return
        }
        #expect(TransitionMatrix.allows(from: Standing(.pending), to: program.issuedStatus, by: .issuer, on: .event))
    }

    @Test(
        "A resumed card returns to its status before the suspension",
        arguments: [CardStatus.active, .issued, .digital])
    func resume(status: CardStatus) throws {
        let card = Sample.card(Standing(.suspended, returnsTo: status))
        guard case .moves(to: status, by: .business, _) = try CardEvent.resume.effect(on: card) else {
            Issue.record("It should go back to \(status.rawValue)")
            return
        }
    }

    @Test("On an ACTIVE card, chip-and-PIN transactions only count PIN tries")
    func laterChipAndPIN() throws {
        let card = Sample.card(Standing(.active))
        #expect(try CardEvent.chipAndPIN.effect(on: card) == .countsPIN(isRight: true))
        #expect(try CardEvent.wrongPIN.effect(on: card) == .countsPIN(isRight: false))
    }

    @Test("A wrong PIN does not make a DIGITAL card ACTIVE")
    func wrongPIN() throws {
        let card = Sample.card(Standing(.digital))
        #expect(try CardEvent.wrongPIN.effect(on: card) == .countsPIN(isRight: false))
    }

    @Test("A blocked PIN is refused, whether it is right or wrong", arguments: [CardEvent.chipAndPIN, .wrongPIN])
    func blockedPIN(event: CardEvent) {
        for status in [CardStatus.active, .digital] {
            let card = Sample.card(Standing(status), wrongPINs: PINRule.allowedTries)
            #expect(throws: Refusal.event(.pinIsBlocked)) { try event.effect(on: card) }
        }
    }

    @Test(
        "An event that needs plastic is refused for a virtual card",
        arguments: [CardEvent.chipAndPIN, .wrongPIN, .dispatched, .delivered])
    func virtualCard(event: CardEvent) {
        let card = Sample.card(Standing(.active), type: .virtual)
        #expect(throws: Refusal.event(.needsPlastic(event))) { try event.effect(on: card) }
    }

    @Test(
        "Every event is refused for a card in a final status",
        arguments: CardEvent.allCases, [CardStatus.cancelled, .lost, .expired, .rejected])
    func finalStatus(event: CardEvent, status: CardStatus) {
        #expect(throws: Refusal.event(.notAllowed(event, status: status))) {
            try event.effect(on: Sample.card(Standing(status)))
        }
    }
}
