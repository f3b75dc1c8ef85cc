import Cards
import Testing

@Suite struct RefusalTests {
    /// One of each case in their order of precedence, with the words its sentence cannot do without.
    private static let table: [(Refusal, String)] = [
        (.idempotencyKeyInUse, "Idempotency-Key again"),
        (.idempotencyKeyReused, "Idempotency-Key 24 new"),
        (.customerNotFound, "customer"),
        (.cardNotFound, "card"),
        (.invalidFields([FieldViolation("mobile", "must be a phone number")]), "One field"),
        (.cardLimitExceeded, "program allowableCards 0"),
        (.transitionNotAllowed(from: .cancelled, to: .active, accepted: []), "CANCELLED ACTIVE final"),
        (.activationNotAllowed(status: .active, type: .physical), "ACTIVE ISSUED DIGITAL once"),
        (.activationDataWrong(triesLeft: 2), "2 SUSPENDED"),
        (.pinIsSetBySeparateCall, "US PUT /pin"),
        (.pinIsSetByUpdate, "US PATCH"),
        (.pinNotAllowed(status: .locked, isPINSet: false), "LOCKED ACTIVE DIGITAL ISSUED"),
        (.replacementNotAllowed(status: .expired, reason: .lost), "EXPIRED LOST ACTIVE LOCKED DAMAGED"),
        (.triesNotUsedUp, "retries"),
        (.programExists(name: "DEMO"), "DEMO already"),
        (.eventNeedsPlastic(.chipAndPIN), "CHIP_AND_PIN plastic VIRTUAL"),
        (.eventNotAllowed(.chipAndPIN, status: .issued), "CHIP_AND_PIN ISSUED ACTIVE DIGITAL"),
        (.pinIsBlocked, "PIN blocked reset"),
        (.subscriptionNotFound, "subscription"),
        (.subscriptionExists(.cardStatus), "/prepaid/card/status/events URL already delete"),
        (.subscriptionLimitExceeded, "10 subscriptions delete"),
        (.deliveryNotFound, "delivery"),
    ]

    @Test(arguments: table)
    func theSentenceNamesTheThingItsStateAndWhatIsAccepted(refusal: Refusal, words: String) {
        for word in words.split(separator: " ") {
            #expect(refusal.message.contains(word))
        }
    }

    @Test(arguments: Self.table.map(\.0))
    func everyMessageIsASentenceOfOneLine(refusal: Refusal) throws {
        let first = try #require(refusal.message.first)
        #expect(first.isUppercase)
        #expect(refusal.message.hasSuffix("."))
        #expect(!refusal.message.contains { $0.isNewline })
        #expect(!refusal.message.contains("  "))
    }

    @Test func theTableHasEachCaseOnceInOrder() {
        #expect(Self.table.map { place(of: $0.0) } == Array(0..<Self.table.count))
    }

    @Test(arguments: [TransitionMatrix.Actor.customer, .business], Standing.all)
    func aRefusedTransitionSaysWhatWouldBeAccepted(actor: TransitionMatrix.Actor, standing: Standing) {
        let accepted = TransitionMatrix.accepted(from: standing, by: actor, on: .update)
        for to in CardStatus.allCases where !accepted.contains(to) {
            let message = Refusal.transitionNotAllowed(from: standing.status, to: to, accepted: accepted).message
            #expect(message.contains("from \(standing.status.rawValue) to \(to.rawValue)"))
            let answer =
                switch (standing.status, to) {
                case (.digital, .active): ["activation", "chip and PIN"]
                case (let status, _) where status.isFinal: ["final"]
                default: accepted.isEmpty ? ["no status"] : accepted.map(\.rawValue)
                }
            for word in answer { #expect(message.contains(word)) }
        }
    }

    @Test(arguments: Replacement.allCases, CardStatus.allCases)
    func aRefusedReplacementNamesEveryStatusItIsPossibleFrom(reason: Replacement, status: CardStatus) {
        let message = Refusal.replacementNotAllowed(status: status, reason: reason).message
        #expect(message.hasSuffix("this one is \(status.rawValue)."))
        for source in TransitionMatrix.sources(by: .customer, on: .replacement, to: reason.leaves) {
            #expect(message.contains(source.rawValue))
        }
    }

    @Test func theLastWrongActivationSaysThatTheCardIsSuspended() {
        #expect(Refusal.activationDataWrong(triesLeft: 0).message.contains("now SUSPENDED"))
        #expect(!Refusal.activationDataWrong(triesLeft: 1).message.contains("now SUSPENDED"))
    }

    @Test func invalidFieldsAreCounted() {
        let two = [FieldViolation("currency", "must be EUR"), FieldViolation("mobile", "must be a phone number")]
        #expect(Refusal.invalidFields(two).message.contains("2 fields"))
    }

    /// A switch, so that a new case does not compile until the table has it.
    private func place(of refusal: Refusal) -> Int {
        switch refusal {
        case .idempotencyKeyInUse: 0
        case .idempotencyKeyReused: 1
        case .customerNotFound: 2
        case .cardNotFound: 3
        case .invalidFields: 4
        case .cardLimitExceeded: 5
        case .transitionNotAllowed: 6
        case .activationNotAllowed: 7
        case .activationDataWrong: 8
        case .pinIsSetBySeparateCall: 9
        case .pinIsSetByUpdate: 10
        case .pinNotAllowed: 11
        case .replacementNotAllowed: 12
        case .triesNotUsedUp: 13
        case .programExists: 14
        case .eventNeedsPlastic: 15
        case .eventNotAllowed: 16
        case .pinIsBlocked: 17
        case .subscriptionNotFound: 18
        case .subscriptionExists: 19
        case .subscriptionLimitExceeded: 20
        case .deliveryNotFound: 21
        }
    }

    @Test func aVirtualCardsRefusedActivationNamesItsStatus() {
        #expect(Refusal.activationNotAllowed(status: .locked, type: .virtual).message.contains("LOCKED"))
    }
}
