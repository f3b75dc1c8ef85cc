/// An action that the cardholder could take with a card now. An action is available if the rule of its operation does
/// not refuse it, so the list always agrees with the operations.
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
        allCases.filter { action in
            do throws(Refusal) {
                try action.check(card)
                return true
            } catch {
                return false
            }
        }
    }

    /// Refuses an action that its operation would refuse.
    private func check(_ card: Card) throws(Refusal) {
        switch self {
        case .activate: try Activation.check(card)
        case .cancel: try card.checkUpdate(to: .cancelled)
        case .unlock: try card.checkUpdate(to: card.standing.returnsTo ?? .active)
        case .lock: try card.checkUpdate(to: .locked)
        case .showDetails: try SecureView.Content.details.check(card)
        case .showPIN: try SecureView.Content.pin.check(card)
        case .setPIN: try PINRule.check(card)
        case .resetTries: try card.checkTriesAreUsedUp()
        }
    }
}
