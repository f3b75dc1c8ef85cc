import Cards
import Testing

@Suite("Actions that are available on a card")
struct CardActionTests {
    @Test(
        "The actions depend on the card's status, type, PIN and wrong tries",
        arguments: Example.table(
            over: [
                "status": nil, "from": nil, "type": "PHYSICAL", "pin": "none", "wrongPINs": "0",
                "wrongActivations": "0",
            ],
            """
            status: ACTIVE                                → CANCEL LOCK SHOW_DETAILS SET_PIN
            status: ACTIVE; pin: set                      → CANCEL LOCK SHOW_DETAILS SHOW_PIN SET_PIN
            status: ACTIVE; type: VIRTUAL; pin: set       → CANCEL LOCK SHOW_DETAILS SHOW_PIN SET_PIN
            status: DIGITAL                               → ACTIVATE CANCEL LOCK SHOW_DETAILS SET_PIN
            status: DIGITAL; pin: set                     → ACTIVATE CANCEL LOCK SHOW_DETAILS SHOW_PIN SET_PIN
            status: ISSUED                                → ACTIVATE SET_PIN
            status: ISSUED; pin: set                      → ACTIVATE
            status: LOCKED; from: ACTIVE; pin: set        → CANCEL UNLOCK
            status: LOCKED; from: DIGITAL                 → CANCEL UNLOCK
            status: LOCKED; from: ACTIVE; type: VIRTUAL   → CANCEL UNLOCK
            status: SUSPENDED; from: ACTIVE; pin: set     → ok
            status: SUSPENDED; from: ISSUED               → ok
            status: PENDING                               → ok
            status: APPLIED                               → ok
            status: REJECTED                              → ok
            status: EXPIRED; pin: set                     → ok
            status: CANCELLED; pin: set                   → ok
            status: LOST; pin: set                        → ok
            status: ACTIVE; wrongPINs: 2                  → CANCEL LOCK SHOW_DETAILS SET_PIN
            status: ACTIVE; wrongPINs: 3                  → CANCEL LOCK SHOW_DETAILS SET_PIN RESET_PIN_CVV_RETRIES
            status: LOCKED; from: ACTIVE; wrongPINs: 3    → CANCEL UNLOCK RESET_PIN_CVV_RETRIES
            status: ISSUED; wrongActivations: 2           → ACTIVATE SET_PIN
            status: SUSPENDED; from: ISSUED; wrongActivations: 3 → RESET_PIN_CVV_RETRIES
            status: CANCELLED; wrongPINs: 3               → ok
            status: EXPIRED; wrongActivations: 3          → ok
            status: LOST; wrongPINs: 3                    → ok
            status: REJECTED; wrongActivations: 3         → ok
            """))
    func availableActions(_ example: Example) throws {
        let status = try #require(example["status"].flatMap(CardStatus.init(rawValue:)))
        let card = Sample.card(
            Standing(status, returnsTo: example["from"].flatMap(CardStatus.init(rawValue:))),
            type: try #require(example["type"].flatMap(Program.CardType.init(rawValue:))),
            isPINSet: example["pin"] == "set",
            wrongActivations: try #require(example["wrongActivations"].flatMap { Int($0) }),
            wrongPINs: try #require(example["wrongPINs"].flatMap { Int($0) }))
        #expect(CardAction.available(on: card).map(\.rawValue) == example.expected)
    }

    @Test(
        "An action that changes the status is available exactly where the matrix allows the change",
        arguments: Standing.possible, [Program.CardType.physical, .virtual])
    func transitionActions(standing: Standing, type: Program.CardType) {
        let actions = CardAction.available(on: Sample.card(standing, type: type))
        let allows = { (to: CardStatus, occasion: TransitionMatrix.Occasion) in
            TransitionMatrix.allows(from: standing, to: to, by: .customer, on: occasion)
        }
        #expect(actions.contains(.cancel) == allows(.cancelled, .update))
        #expect(actions.contains(.lock) == allows(.locked, .update))
        #expect(actions.contains(.unlock) == (allows(.active, .update) || allows(.digital, .update)))
        #expect(actions.contains(.activate) == (type == .physical && allows(.active, .activation)))
    }

    @Test("SET_PIN is available exactly where a PIN can be set", arguments: CardStatus.allCases, [false, true])
    func setPINAction(status: CardStatus, isPINSet: Bool) {
        let card = Sample.card(Standing(status), isPINSet: isPINSet)
        let isOffered = CardAction.available(on: card).contains(.setPIN)
        #expect(isOffered == PINRule.allowsSetting(on: card))
    }

    /// Covers every status of a card, with and without a PIN, and each PIN try counter that makes a difference.
    @Test(
        "The available actions are exactly the possibilities without an obstacle",
        arguments: Standing.possible, [Program.CardType.physical, .virtual])
    func possibilities(standing: Standing, type: Program.CardType) {
        for isPINSet in [false, true] {
            for (wrongPINs, wrongInAll) in [(0, 0), (3, 3), (3, 9)] {
                let card = Sample.card(
                    standing, type: type, isPINSet: isPINSet, wrongPINs: wrongPINs, wrongTriesInAll: wrongInAll)
                for customer in [Sample.bulgarian, Sample.american] {
                    let possibilities = Possibility.all(
                        of: card, of: customer, tokenizations: [], isConnected: true, at: Sample.now)
                    let possible = possibilities.filter { $0.obstacle == nil }.compactMap {
                        $0.request.action(on: card, of: customer)
                    }
                    #expect(Set(possible) == Set(CardAction.available(on: card)))
                }
            }
        }
    }
}
