/// What the cardholder could do with a card now. Read off the transition matrix, so it cannot promise what an
/// operation would refuse.
public enum CardAction: String, CaseIterable, Sendable {
    case activate = "ACTIVATE"
    case cancel = "CANCEL"
    case unlock = "UNLOCK"
    case lock = "LOCK"
    case showDetails = "SHOW_DETAILS"
    case showPIN = "SHOW_PIN"
    case setPIN = "SET_PIN"
    case resetTries = "RESET_PIN_CVV_RETRIES"

    public static func available(on card: Card) -> [CardAction] {
        allCases.filter { $0.isAvailable(on: card) }
    }

    private func isAvailable(on card: Card) -> Bool {
        let status = card.standing.status
        let accepted = TransitionMatrix.accepted(from: card.standing, by: .customer, on: .update)
        let isUsable = status == .active || status == .digital
        return switch self {
        case .activate: Activation.isPossible(on: card)
        case .cancel: accepted.contains(.cancelled)
        case .unlock: status == .locked && accepted.contains { $0 == card.standing.returnsTo }
        case .lock: accepted.contains(.locked)
        case .showDetails: isUsable
        case .showPIN: isUsable && card.isPINSet
        case .setPIN: isUsable && !card.isPINBlockedForGood
        case .resetTries: !status.isFinal && card.hasUsedUpTries && !card.hasUsedUpTriesForGood
        }
    }
}
