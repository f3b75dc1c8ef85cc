import Validation

/// Everything the rules refuse, in order of precedence: where one look at the database finds two of them, the earlier
/// one is answered. What a request shows by itself to be wrong is refused before anything is looked up.
///
/// Closed, so that the one place that turns refusals into answers cannot forget any.
public enum Refusal: Error, Equatable, Sendable {
    case customerNotFound
    case idempotencyKeyInUse
    case idempotencyKeyReused
    case cardNotFound
    case bulkOrderNotFound
    case brandNotFound
    case authenticationEventNotFound
    case authenticationEventIsOver(String)
    case authenticationIsOutsourced
    case authenticationIsClosed(Verification)
    case authenticationIsBlocked(Verification, secondsLeft: Int)
    case tooManyAttemptsAtOnce
    case challengesUsedUp(secondsLeft: Int)
    case tooManyChallenges(Verification, secondsLeft: Int)
    case pushAskedForTooOften(secondsLeft: Int)
    case challengeNotSent
    case deviceNotFound
    case deviceLimitExceeded
    case invalidFields([FieldError])
    case authenticationRequired(RequiredAuthentication)
    case walletDataNotAccepted([WalletDataFault])
    case tokenizationNotFound(WalletType)
    case tokenNotFound
    case tokenizationNotAllowed(status: CardStatus)
    case alreadyTokenized(WalletType)
    case tokenizationLimitExceeded
    case networkNotConnected(Program.Scheme)
    case tokenizationIsCompleted
    case tokenIsDeleted
    case dpanReferenceTaken
    case placeHasAnotherToken
    case tokenEventNotAllowed(TokenEvent, token: TokenStatus, card: CardStatus)
    case cardLimitExceeded
    case tooManyBulkOrders
    case cardNumbersUsedUp(program: String)
    case transitionNotAllowed(from: CardStatus, to: CardStatus, accepted: [CardStatus])
    case activationNotAllowed(status: CardStatus, type: Program.CardType)
    case activationDataWrong(triesLeft: Int)
    case pinIsSetBySeparateCall
    case pinIsSetByUpdate
    case pinNotAllowed(status: CardStatus, isPINSet: Bool)
    case replacementNotAllowed(status: CardStatus, reason: Replacement)
    case triesNotUsedUp
    case triesUsedUpForGood
    case programExists(name: String)
    case eventNeedsPlastic(CardEvent)
    case eventNotAllowed(CardEvent, status: CardStatus)
    case pinIsBlocked
    case messageNotFound
    case messageIsNoPush
    case pushIsOver
    case subscriptionNotFound
    case subscriptionExists(WebhookEvent)
    case subscriptionLimitExceeded
    case deliveryNotFound
    case showingNotAllowed(status: CardStatus)
    case noPINToShow
    case tooManySecureViews
    case snapshotNotFound(SnapshotName)
    case snapshotExists(SnapshotName)
    case snapshotLimitExceeded
    case databaseIsNoSandbox

    /// A full sentence: the thing, its state and what would be accepted.
    public var message: String {
        switch self {
        case .customerNotFound:
            "There is no such customer."
        case .cardNotFound:
            "There is no such card."
        case .bulkOrderNotFound:
            "There is no such bulk order."
        case .brandNotFound:
            "There is no such brand."
        case .authenticationEventNotFound:
            "There is no such authentication event; repeat the request it was for to get a new one."
        case .authenticationEventIsOver(let how):
            "The authentication event \(how); repeat the request it was for to get a new one."
        case .authenticationIsOutsourced:
            "This event is OUTSOURCED: the partner decides about it, by POST …/sca/events/{eventId}/attempts with a "
                + "business token."
        case .authenticationIsClosed(let verification):
            "This customer's attempts by \(verification.name) were wrong "
                + "\(AuthenticationFactor.allowedWrongAttempts) times; the business can allow it again."
        case .authenticationIsBlocked(let verification, let seconds):
            "This customer's attempts by \(verification.name) were wrong too often; they are accepted again in "
                + "\(seconds) seconds."
        case .tooManyAttemptsAtOnce:
            "Other attempts of this customer are being judged; send this one again once they are answered."
        case .challengesUsedUp(let seconds):
            "Every allowable challenge of this event was sent; the next can be sent in \(seconds) seconds."
        case .tooManyChallenges(let verification, let seconds):
            "This customer was sent too many challenges by \(verification.name) in an hour; the next can be sent in "
                + "\(seconds) seconds."
        case .pushAskedForTooOften(let seconds):
            "The answer to this push was asked for too often; ask again in \(seconds) seconds, or send a new "
                + "challenge."
        case .challengeNotSent:
            "No challenge was sent for this event; send one by POST …/auth/sca/events/{eventId}/challenges."
        case .idempotencyKeyInUse:
            "A request with this Idempotency-Key is being worked on; send it again once that one is answered."
        case .idempotencyKeyReused:
            "This Idempotency-Key was used for another request in the last 24 hours; a new request needs a new key."
        case .invalidFields(let violations):
            violations.count == 1
                ? "One field of the request cannot be accepted."
                : "\(violations.count) fields of the request cannot be accepted."
        case .walletDataNotAccepted(let faults):
            faults.count == 1
                ? "What the wallet's device sent cannot be accepted; details say why."
                : "What the wallet's device sent cannot be accepted for \(faults.count) reasons; details name them."
        case .tokenizationNotFound(let wallet):
            "No tokenization of this card for \(wallet.rawValue) is INITIATED; tokenize the card first."
        case .tokenNotFound:
            "There is no token with this dpanRef."
        case .tokenizationNotAllowed(let status):
            "A card can be tokenized while it is \(Self.list(TokenizationApplication.accepted)); "
                + "this one is \(status.rawValue)."
        case .networkNotConnected(let scheme):
            "This installation shares no keys with the token service of \(scheme.rawValue), so none of its cards can "
                + "be tokenized."
        case .alreadyTokenized(let wallet):
            "This card has a token for this device and account in \(wallet.rawValue) already; "
                + "it can be tokenized again once that one is deleted."
        case .tokenizationLimitExceeded:
            "This card has \(Tokenization.limit) tokenizations, as many as a card may have; there is room once one is "
                + "deleted, or has been INITIATED for a day."
        case .tokenizationIsCompleted:
            "This tokenization is COMPLETED and does not go back to INITIATED."
        case .tokenIsDeleted:
            "The token with this dpanRef is DELETED, which is final; tokenize the card again to get another."
        case .dpanReferenceTaken:
            "This dpanRef is the one of another token; a token is of one card, device and account."
        case .placeHasAnotherToken:
            "This card has a token with another dpanRef in this wallet and place, and no further tokenization is "
                + "INITIATED."
        case .tokenEventNotAllowed(let event, let token, let card):
            "\(event.rawValue) can happen to a token that is "
                + event.accepted.map(\.rawValue).joined(separator: " or ")
                + (event == .suspend ? ", or SUSPENDED by its card alone" : "")
                + (event == .resume ? ", while its card can be used" : "")
                + "; this one is \(token.rawValue) and its card \(card.rawValue)."
        case .cardLimitExceeded:
            "This customer has been issued every card the program allows; its allowableCards is 0."
        case .tooManyBulkOrders:
            "This brand has \(BulkOrder.maximumUnfinished) bulk orders that are not finished yet; "
                + "send more once some are."
        case .cardNumbersUsedUp(let program):
            "The card numbers of \(program) are as good as used up; no more cards of it can be issued."
        case .transitionNotAllowed(let from, let to, let accepted):
            Self.transition(from, to, accepted)
        case .activationNotAllowed(let status, .virtual):
            "A virtual card needs no activation; a physical card can be activated while it is ISSUED or DIGITAL, "
                + "and this one is VIRTUAL and \(status.rawValue)."
        case .activationNotAllowed(let status, .physical):
            "A card can be activated once, while it is ISSUED or DIGITAL; this one is \(status.rawValue)."
        case .activationDataWrong(let triesLeft):
            triesLeft == 0
                ? "The digits do not match the card, which is now SUSPENDED; customer service can lift that."
                : "The digits do not match the card; tries left before it is SUSPENDED: \(triesLeft)."
        case .pinIsSetBySeparateCall:
            "Customers in the US set the PIN by PUT …/cards/{cardId}/pin."
        case .pinIsSetByUpdate:
            "Only customers in the US set the PIN by this call; send pin with PATCH …/cards/{cardId}."
        case .pinNotAllowed(.issued, _):
            "A card that is ISSUED and has a PIN takes another one after its activation."
        case .pinNotAllowed(let status, _):
            "A card takes a PIN while it is ACTIVE or DIGITAL, or ISSUED without one; this one is \(status.rawValue)."
        case .replacementNotAllowed(let status, let reason):
            "A card can be replaced as \(reason.rawValue) while it is \(Self.list(reason.accepted)); "
                + "this one is \(status.rawValue)."
        case .triesNotUsedUp:
            "The retries can be reset once they are used up; this card has some left."
        case .triesUsedUpForGood:
            "Wrong PINs and wrong activation data of this card came to \(PINRule.allowedTriesInAll); only the issuer "
                + "can give its retries back."
        case .programExists(let name):
            "There is a program \(name) already; a program is given once."
        case .eventNeedsPlastic(let event):
            "\(event.rawValue) happens to plastic; this card is VIRTUAL."
        case .eventNotAllowed(let event, let status):
            "\(event.rawValue) can happen to a card that is \(Self.list(event.accepted)); "
                + "this one is \(status.rawValue)."
        case .pinIsBlocked:
            "The PIN is blocked after \(PINRule.allowedTries) wrong ones; its retries can be reset."
        case .deviceNotFound:
            "There is no such trusted device."
        case .deviceLimitExceeded:
            "A customer trusts at most \(TrustedDevice.allowed) devices; delete one first."
        case .messageNotFound:
            "There is no such message."
        case .messageIsNoPush:
            "Only a message by PUSH_NOTIFICATION can be approved or denied; a code is typed into the app."
        case .pushIsOver:
            "The push is not the latest challenge of a living event any more."
        case .authenticationRequired:
            "This operation needs strong customer authentication: answer the event in WWW-Authenticate and send the "
                + "same request again with SCA-Authorization."
        case .subscriptionNotFound:
            "There is no such subscription."
        case .subscriptionExists(let event):
            "There is a subscription to \(event.rawValue) at this URL already; delete it to make it anew."
        case .subscriptionLimitExceeded:
            "The brand has \(WebhookSubscription.limit) subscriptions, as many as it may have; delete one first."
        case .deliveryNotFound:
            "There is no such delivery."
        case .showingNotAllowed(let status):
            "A card shows its details and its PIN while it is ACTIVE or DIGITAL; this one is \(status.rawValue)."
        case .noPINToShow:
            "This card has no PIN to show; it has one once the customer sets it."
        case .tooManySecureViews:
            "This customer has \(SecureView.waitingLimit) secure views that wait to be opened, and no more are kept; "
                + "open one, or wait a minute until they are gone."
        case .snapshotNotFound(let name):
            "There is no snapshot \(name.rawValue); GET /sandbox/snapshots lists those there are."
        case .snapshotExists(let name):
            "There is a snapshot \(name.rawValue) already; delete it to take it anew, or choose another name."
        case .snapshotLimitExceeded:
            "There are \(SnapshotName.limit) snapshots, as many as are kept; delete one first."
        case .databaseIsNoSandbox:
            "The database is not marked as a sandbox's, and only an empty one can be marked; nothing was changed."
        }
    }

    private static func transition(_ from: CardStatus, _ to: CardStatus, _ accepted: [CardStatus]) -> String {
        let sentence = "A card cannot go from \(from.rawValue) to \(to.rawValue); "
        if from == .cancelled { return sentence + "cancelling is final." }
        if from.isFinal { return sentence + "\(from.rawValue) is final." }
        if from == .digital && to == .active {
            return sentence + "it becomes ACTIVE by activation or its first chip and PIN transaction."
        }
        return sentence + (accepted.isEmpty ? "no status is accepted here." : "accepted is \(list(accepted)).")
    }

    private static func list(_ statuses: [CardStatus]) -> String {
        let names = statuses.map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.first ?? "no status" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
