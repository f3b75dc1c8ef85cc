/// Everything the rules refuse, in order of precedence: where one look at the database finds two of them, the earlier
/// one is answered. What a request shows by itself to be wrong is refused before anything is looked up.
///
/// Closed, so that the one place that turns refusals into answers cannot forget any.
public enum Refusal: Error, Equatable, Sendable {
    case idempotencyKeyInUse
    case idempotencyKeyReused
    case customerNotFound
    case cardNotFound
    case invalidFields([FieldViolation])
    case cardLimitExceeded
    case transitionNotAllowed(from: CardStatus, to: CardStatus, accepted: [CardStatus])
    case activationNotAllowed(status: CardStatus, type: Program.CardType)
    case activationDataWrong(triesLeft: Int)
    case pinIsSetBySeparateCall
    case pinIsSetByUpdate
    case pinNotAllowed(status: CardStatus, isPINSet: Bool)
    case replacementNotAllowed(status: CardStatus, reason: Replacement)
    case triesNotUsedUp
    case programExists(name: String)
    case eventNeedsPlastic(CardEvent)
    case eventNotAllowed(CardEvent, status: CardStatus)
    case pinIsBlocked
    case subscriptionNotFound
    case subscriptionExists(WebhookEvent)
    case subscriptionLimitExceeded
    case deliveryNotFound

    /// A full sentence: the thing, its state and what would be accepted.
    public var message: String {
        switch self {
        case .customerNotFound:
            "There is no such customer."
        case .cardNotFound:
            "There is no such card."
        case .idempotencyKeyInUse:
            "A request with this Idempotency-Key is being worked on; send it again once that one is answered."
        case .idempotencyKeyReused:
            "This Idempotency-Key was used for another request in the last 24 hours; a new request needs a new key."
        case .invalidFields(let violations):
            violations.count == 1
                ? "One field of the request cannot be accepted."
                : "\(violations.count) fields of the request cannot be accepted."
        case .cardLimitExceeded:
            "This customer has been issued every card the program allows; its allowableCards is 0."
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
        case .programExists(let name):
            "There is a program \(name) already; a program is given once."
        case .eventNeedsPlastic(let event):
            "\(event.rawValue) happens to plastic; this card is VIRTUAL."
        case .eventNotAllowed(let event, let status):
            "\(event.rawValue) can happen to a card that is \(Self.list(event.accepted)); "
                + "this one is \(status.rawValue)."
        case .pinIsBlocked:
            "The PIN is blocked after \(PINRule.allowedTries) wrong ones; its retries can be reset."
        case .subscriptionNotFound:
            "There is no such subscription."
        case .subscriptionExists(let event):
            "There is a subscription to \(event.rawValue) at this URL already; delete it to make it anew."
        case .subscriptionLimitExceeded:
            "The brand has \(WebhookSubscription.limit) subscriptions, as many as it may have; delete one first."
        case .deliveryNotFound:
            "There is no such delivery."
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
