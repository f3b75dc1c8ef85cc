/// Why a request about webhooks is refused.
public enum WebhookRefusal: Equatable, Sendable {
    case subscriptionNotFound
    case subscriptionExists(WebhookEvent)
    case subscriptionLimitExceeded
    case deliveryNotFound
    case messageIsOver

    public var message: String {
        switch self {
        case .subscriptionNotFound:
            "There is no such subscription."
        case .subscriptionExists(let event):
            "A subscription to \(event.rawValue) at this URL exists already; delete it before you create it again."
        case .subscriptionLimitExceeded:
            "The brand has \(WebhookEvent.subscriptionLimit) subscriptions, which is the limit; delete one first."
        case .deliveryNotFound:
            "There is no such delivery."
        case .messageIsOver:
            "The message was delivered or given up, and its code was removed; the customer can ask for a new challenge."
        }
    }
}

extension WebhookRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [WebhookRefusal] = [
        .subscriptionNotFound, .subscriptionExists(.cardStatus), .subscriptionLimitExceeded, .deliveryNotFound,
        .messageIsOver,
    ]
}
