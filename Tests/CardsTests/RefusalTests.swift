import Cards
import Testing

@Suite struct RefusalTests {
    /// One of each case in their order of precedence, with the words its sentence cannot do without.
    private static let table: [(Refusal, String)] = [
        (.customerNotFound, "customer"),
        (.idempotencyKeyInUse, "Idempotency-Key again"),
        (.idempotencyKeyReused, "Idempotency-Key 24 new"),
        (.cardNotFound, "card"),
        (.bulkOrderNotFound, "bulk order"),
        (.brandNotFound, "brand"),
        (.authenticationEventNotFound, "event new"),
        (.authenticationEventIsOver("has expired"), "event expired repeat"),
        (.authenticationIsOutsourced, "OUTSOURCED partner business"),
        (.authenticationIsBlocked(secondsLeft: 7), "100 7 seconds"),
        (.challengesUsedUp(secondsLeft: 7), "challenge 7 seconds"),
        (.challengeNotSent, "challenge POST"),
        (.deviceNotFound, "device"),
        (.deviceLimitExceeded, "10 delete"),
        (.invalidFields([FieldViolation("mobile", "must be a phone number")]), "One field"),
        (.authenticationRequired(Sample.requiredAuthentication), "WWW-Authenticate SCA-Authorization same"),
        (.walletDataNotAccepted([.usedNonce]), "details why"),
        (.tokenizationNotFound(.apple), "APPLE_PAY INITIATED tokenize"),
        (.tokenNotFound, "dpanRef"),
        (.tokenizationNotAllowed(status: .locked), "LOCKED ACTIVE DIGITAL"),
        (.alreadyTokenized(.google), "GOOGLE_PAY device account deleted"),
        (.tokenizationLimitExceeded, "50 tokenizations"),
        (.networkNotConnected(.visa), "VISA keys"),
        (.tokenizationIsCompleted, "COMPLETED INITIATED"),
        (.tokenIsDeleted, "DELETED final tokenize"),
        (.dpanReferenceTaken, "dpanRef one card"),
        (.placeHasAnotherToken, "another dpanRef INITIATED"),
        (.tokenEventNotAllowed(.resume, token: .active, card: .locked), "RESUME SUSPENDED ACTIVE LOCKED"),
        (.cardLimitExceeded, "program allowableCards 0"),
        (.tooManyBulkOrders, "100 brand finished"),
        (.cardNumbersUsedUp(program: "DEMO"), "DEMO numbers used"),
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
        (.messageNotFound, "message"),
        (.messageIsNoPush, "PUSH_NOTIFICATION approved"),
        (.pushIsOver, "push latest"),
        (.subscriptionNotFound, "subscription"),
        (.subscriptionExists(.cardStatus), "/prepaid/card/status/events URL already delete"),
        (.subscriptionLimitExceeded, "10 subscriptions delete"),
        (.deliveryNotFound, "delivery"),
        (.showingNotAllowed(status: .locked), "details PIN ACTIVE DIGITAL LOCKED"),
        (.noPINToShow, "card PIN"),
        (.tooManySecureViews, "20 wait open minute"),
        (.snapshotNotFound(.base), "base GET /sandbox/snapshots"),
        (.snapshotExists(.base), "base already delete"),
        (.snapshotLimitExceeded, "100 delete"),
        (.databaseIsNoSandbox, "database marked sandbox empty"),
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
        case .customerNotFound: 0
        case .idempotencyKeyInUse: 1
        case .idempotencyKeyReused: 2
        case .cardNotFound: 3
        case .bulkOrderNotFound: 4
        case .brandNotFound: 5
        case .authenticationEventNotFound: 6
        case .authenticationEventIsOver: 7
        case .authenticationIsOutsourced: 8
        case .authenticationIsBlocked: 9
        case .challengesUsedUp: 10
        case .challengeNotSent: 11
        case .deviceNotFound: 12
        case .deviceLimitExceeded: 13
        case .invalidFields: 14
        case .authenticationRequired: 15
        case .walletDataNotAccepted: 16
        case .tokenizationNotFound: 17
        case .tokenNotFound: 18
        case .tokenizationNotAllowed: 19
        case .networkNotConnected: 22
        case .alreadyTokenized: 20
        case .tokenizationLimitExceeded: 21
        case .tokenizationIsCompleted: 23
        case .tokenIsDeleted: 24
        case .dpanReferenceTaken: 25
        case .placeHasAnotherToken: 26
        case .tokenEventNotAllowed: 27
        case .cardLimitExceeded: 28
        case .tooManyBulkOrders: 29
        case .cardNumbersUsedUp: 30
        case .transitionNotAllowed: 31
        case .activationNotAllowed: 32
        case .activationDataWrong: 33
        case .pinIsSetBySeparateCall: 34
        case .pinIsSetByUpdate: 35
        case .pinNotAllowed: 36
        case .replacementNotAllowed: 37
        case .triesNotUsedUp: 38
        case .programExists: 39
        case .eventNeedsPlastic: 40
        case .eventNotAllowed: 41
        case .pinIsBlocked: 42
        case .messageNotFound: 43
        case .messageIsNoPush: 44
        case .pushIsOver: 45
        case .subscriptionNotFound: 46
        case .subscriptionExists: 47
        case .subscriptionLimitExceeded: 48
        case .deliveryNotFound: 49
        case .showingNotAllowed: 50
        case .noPINToShow: 51
        case .tooManySecureViews: 52
        case .snapshotNotFound: 53
        case .snapshotExists: 54
        case .snapshotLimitExceeded: 55
        case .databaseIsNoSandbox: 56
        }
    }

    @Test func aVirtualCardsRefusedActivationNamesItsStatus() {
        #expect(Refusal.activationNotAllowed(status: .locked, type: .virtual).message.contains("LOCKED"))
    }
}

extension SnapshotName {
    fileprivate static let base: SnapshotName = {
        guard let name = SnapshotName(rawValue: "base") else { preconditionFailure("It is plain.") }
        return name
    }()
}
