import Cards
import Testing
import Validation

@Suite("Messages of refusals")
struct RefusalMessageTests {
    /// One refusal of each case, with the words that its message must contain.
    private static let table: [(Refusal, String)] = [
        (.customer(.notFound), "customer"),
        (.idempotency(.keyInUse), "Idempotency-Key again"),
        (.idempotency(.keyReused), "Idempotency-Key 24 new"),
        (.card(.notFound), "card"),
        (.bulkOrder(.notFound), "bulk order"),
        (.brand(.notFound), "brand"),
        (.brand(.isNotAsked), "brand asked payments set"),
        (.authentication(.eventNotFound), "event new"),
        (.authentication(.eventIsOver("has expired")), "event expired repeat"),
        (.authentication(.isOutsourced), "OUTSOURCED partner business"),
        (.authentication(.isClosed(.password)), "PASSWORD 100 business"),
        (.authentication(.isBlocked(.smsCode, secondsLeft: 7)), "SMS 7 seconds"),
        (.authentication(.tooManyAttemptsAtOnce), "attempts again"),
        (.authentication(.tooManySecretsAtOnce), "secrets brand again"),
        (.authentication(.tooManySecretsWait), "passwords PINs again shortly"),
        (.authentication(.challengesUsedUp(secondsLeft: 7)), "challenge 7 seconds"),
        (.authentication(.tooManyChallenges(.emailCode, secondsLeft: 7)), "EMAIL hour 7 seconds"),
        (.authentication(.pushAskedForTooOften(secondsLeft: 7)), "push 7 seconds challenge"),
        (.authentication(.challengeNotSent), "challenge POST"),
        (
            .authentication(.messageIsNotDelivered(.smsCode, others: [.passkey, .password])),
            "SMS subscription /prepaid/customer/message/events business POST PASSKEYS, PASSWORD"
        ),
        (.authentication(.messageIsNotDelivered(.push, others: [])), "PUSH_NOTIFICATION subscription no method"),
        (.webhook(.messageIsOver), "code removed challenge"),
        (.device(.notFound), "device"),
        (.device(.limitExceeded), "10 delete"),
        (.invalidFields([FieldError("mobile", "must be a phone number")]), "One field"),
        (.authentication(.required(Sample.requiredAuthentication)), "WWW-Authenticate SCA-Authorization same"),
        (.tokenization(.walletDataNotAccepted([.usedNonce])), "data wallet device details"),
        (.tokenization(.notFound(.apple)), "APPLE_PAY INITIATED tokenize"),
        (.tokenization(.notFound(.apple, others: [.google, .samsung])), "GOOGLE_PAY SAMSUNG_PAY walletType"),
        (.tokenization(.otherAccount(.google, found: "one", reported: "two")), "GOOGLE_PAY one two walletId"),
        (
            .tokenization(
                .otherReference(
                    .initiated, WalletPlace(wallet: .google, profile: "one"), found: "A", reported: "B")),
            "INITIATED GOOGLE_PAY one A B dpanRef walletId"
        ),
        (.tokenization(.tokenNotFound), "dpanRef"),
        (.tokenization(.tokenUnknownToNetwork), "network tokenReference"),
        (.tokenization(.tokenNotActivated), "tokenReference INITIATED ACTIVATE"),
        (.tokenization(.tokenExists(nil)), "tokenReference INITIATED new"),
        (.tokenization(.tokenExists(.suspended)), "tokenReference SUSPENDED new"),
        (.tokenization(.notAllowed(status: .locked)), "LOCKED ACTIVE DIGITAL"),
        (.tokenization(.cardHasEnded(status: .cancelled)), "completed CANCELLED"),
        (.tokenization(.alreadyTokenized(.google, found: "A")), "A GOOGLE_PAY device account deleted"),
        (.tokenization(.limitExceeded), "50 tokenizations"),
        (.tokenization(.networkNotConnected(.visa)), "VISA keys"),
        (.tokenization(.isCompleted), "dpanRef COMPLETED INITIATED"),
        (.tokenization(.tokenIsDeleted(.dpanRef)), "dpanRef DELETED final tokenize"),
        (.tokenization(.referenceTaken(.dpanRef)), "dpanRef another card"),
        (.tokenization(.referenceTaken(.tokenReference)), "tokenReference another card"),
        (.tokenization(.codeNotSent), "code SEND_CODE"),
        (
            .tokenization(
                .tokenIsElsewhere(
                    WalletPlace(wallet: .google, profile: "one"),
                    reported: WalletPlace(wallet: .google, profile: "two"))), "dpanRef GOOGLE_PAY one two"
        ),
        (.tokenization(.placeIsTaken), "another wallet account include=TOKENIZATIONS"),
        (.tokenization(.eventNotAllowed(.resume, token: .active, card: .locked)), "RESUME SUSPENDED ACTIVE LOCKED"),
        (.application(.cardLimitExceeded), "program allowableCards 0"),
        (.bulkOrder(.tooMany), "100 brand finished"),
        (.application(.cardNumbersUsedUp(program: "DEMO")), "DEMO numbers used"),
        (.card(.transitionNotAllowed(from: .cancelled, to: .active, accepted: [])), "CANCELLED ACTIVE final"),
        (.card(.activationNotAllowed(status: .active, type: .physical)), "ACTIVE ISSUED DIGITAL once"),
        (.card(.activationDataWrong(triesLeft: 2)), "2 SUSPENDED"),
        (.pin(.isSetBySeparateCall), "US PUT /pin"),
        (.pin(.isSetByUpdate), "US PATCH"),
        (.pin(.notAllowed(status: .locked, isPINSet: false)), "LOCKED ACTIVE DIGITAL ISSUED"),
        (.card(.replacementNotAllowed(status: .expired, reason: .lost)), "EXPIRED LOST ACTIVE LOCKED DAMAGED"),
        (.pin(.triesNotUsedUp), "retries"),
        (.pin(.triesUsedUpForGood), "9 issuer retries"),
        (.program(.unknown), "program name added"),
        (.program(.exists(name: "DEMO")), "DEMO already"),
        (.event(.needsPlastic(.chipAndPIN)), "CHIP_AND_PIN physical VIRTUAL"),
        (.event(.notAllowed(.chipAndPIN, status: .issued)), "CHIP_AND_PIN ISSUED ACTIVE DIGITAL"),
        (.event(.pinIsBlocked), "PIN blocked reset"),
        (.message(.notFound), "message"),
        (.message(.isNoPush), "PUSH_NOTIFICATION approved"),
        (.message(.pushIsOver), "push latest"),
        (.webhook(.subscriptionNotFound), "subscription"),
        (.webhook(.subscriptionExists(.cardStatus)), "/prepaid/card/status/events URL already delete"),
        (.webhook(.subscriptionLimitExceeded), "10 subscriptions delete"),
        (.webhook(.deliveryNotFound), "delivery"),
        (.secureView(.notAllowed(status: .locked)), "details PIN ACTIVE DIGITAL LOCKED"),
        (.secureView(.noPIN), "card PIN"),
        (.secureView(.tooManyWaiting), "20 wait open minute"),
    ]

    @Test("A message names the subject, its state and what to do", arguments: table)
    func messageContent(refusal: Refusal, words: String) {
        for word in words.split(separator: " ") {
            #expect(refusal.message.contains(word))
        }
    }

    @Test(
        "A message starts with a capital, ends with a full stop and stays on one line",
        arguments: Self.table.map(\.0))
    func messageFormat(refusal: Refusal) throws {
        let first = try #require(refusal.message.first)
        #expect(first.isUppercase)
        #expect(refusal.message.hasSuffix("."))
        #expect(!refusal.message.contains { $0.isNewline })
        #expect(!refusal.message.contains("  "))
    }

    @Test(
        "A refused transition lists the statuses that would be accepted",
        arguments: [TransitionMatrix.Actor.customer, .business], Standing.all)
    func refusedTransition(actor: TransitionMatrix.Actor, standing: Standing) {
        let accepted = TransitionMatrix.accepted(from: standing, by: actor, on: .update)
        for to in CardStatus.allCases where !accepted.contains(to) {
            let message = Refusal.card(.transitionNotAllowed(from: standing.status, to: to, accepted: accepted)).message
            #expect(message.contains("from \(standing.status.rawValue) to \(to.rawValue)"))
            let answer =
                switch (standing.status, to) {
                case (.digital, .active): ["activation", "chip and PIN"]
                case (let status, _) where status.isFinal: ["final"]
                case (.applied, _), (.pending, _): ["only the issuer"]
                default: accepted.isEmpty ? ["cannot change its status"] : accepted.map(\.rawValue)
                }
            for word in answer { #expect(message.contains(word)) }
        }
    }

    @Test(
        "A refused replacement lists the statuses that allow it",
        arguments: Replacement.allCases, CardStatus.allCases)
    func refusedReplacement(reason: Replacement, status: CardStatus) {
        let message = Refusal.card(.replacementNotAllowed(status: status, reason: reason)).message
        #expect(message.hasSuffix("this one is \(status.rawValue)."))
        for source in TransitionMatrix.sources(by: .customer, on: .replacement, to: reason.leaves) {
            #expect(message.contains(source.rawValue))
        }
    }

    @Test("Only the last wrong activation says that the card is now SUSPENDED")
    func lastWrongActivation() {
        #expect(Refusal.card(.activationDataWrong(triesLeft: 0)).message.contains("now SUSPENDED"))
        #expect(!Refusal.card(.activationDataWrong(triesLeft: 1)).message.contains("now SUSPENDED"))
    }

    @Test("The message for invalid fields gives their number")
    func invalidFieldCount() {
        let two = [FieldError("currency", "must be EUR"), FieldError("mobile", "must be a phone number")]
        #expect(Refusal.invalidFields(two).message.contains("2 fields"))
    }

    @Test("A refused activation of a virtual card names its status")
    func virtualCardActivation() {
        #expect(Refusal.card(.activationNotAllowed(status: .locked, type: .virtual)).message.contains("LOCKED"))
    }
}
