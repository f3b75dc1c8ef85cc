import Cards
import Testing
import Validation

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
        (.authenticationIsClosed(.password), "PASSWORD 100 business"),
        (.authenticationIsBlocked(.smsCode, secondsLeft: 7), "SMS 7 seconds"),
        (.tooManyAttemptsAtOnce, "attempts again"),
        (.challengesUsedUp(secondsLeft: 7), "challenge 7 seconds"),
        (.tooManyChallenges(.emailCode, secondsLeft: 7), "EMAIL hour 7 seconds"),
        (.pushAskedForTooOften(secondsLeft: 7), "push 7 seconds challenge"),
        (.challengeNotSent, "challenge POST"),
        (.deviceNotFound, "device"),
        (.deviceLimitExceeded, "10 delete"),
        (.invalidFields([FieldError("mobile", "must be a phone number")]), "One field"),
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
        (.triesUsedUpForGood, "9 issuer retries"),
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
        let two = [FieldError("currency", "must be EUR"), FieldError("mobile", "must be a phone number")]
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
        case .authenticationIsClosed: 9
        case .authenticationIsBlocked: 10
        case .tooManyAttemptsAtOnce: 11
        case .challengesUsedUp: 12
        case .tooManyChallenges: 13
        case .pushAskedForTooOften: 14
        case .challengeNotSent: 15
        case .deviceNotFound: 16
        case .deviceLimitExceeded: 17
        case .invalidFields: 18
        case .authenticationRequired: 19
        case .walletDataNotAccepted: 20
        case .tokenizationNotFound: 21
        case .tokenNotFound: 22
        case .tokenizationNotAllowed: 23
        case .networkNotConnected: 26
        case .alreadyTokenized: 24
        case .tokenizationLimitExceeded: 25
        case .tokenizationIsCompleted: 27
        case .tokenIsDeleted: 28
        case .dpanReferenceTaken: 29
        case .placeHasAnotherToken: 30
        case .tokenEventNotAllowed: 31
        case .cardLimitExceeded: 32
        case .tooManyBulkOrders: 33
        case .cardNumbersUsedUp: 34
        case .transitionNotAllowed: 35
        case .activationNotAllowed: 36
        case .activationDataWrong: 37
        case .pinIsSetBySeparateCall: 38
        case .pinIsSetByUpdate: 39
        case .pinNotAllowed: 40
        case .replacementNotAllowed: 41
        case .triesNotUsedUp: 42
        case .triesUsedUpForGood: 43
        case .programExists: 44
        case .eventNeedsPlastic: 45
        case .eventNotAllowed: 46
        case .pinIsBlocked: 47
        case .messageNotFound: 48
        case .messageIsNoPush: 49
        case .pushIsOver: 50
        case .subscriptionNotFound: 51
        case .subscriptionExists: 52
        case .subscriptionLimitExceeded: 53
        case .deliveryNotFound: 54
        case .showingNotAllowed: 55
        case .noPINToShow: 56
        case .tooManySecureViews: 57
        case .snapshotNotFound: 58
        case .snapshotExists: 59
        case .snapshotLimitExceeded: 60
        case .databaseIsNoSandbox: 61
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
