/// Why a request about webhooks is refused.
public enum WebhookRefusal: Equatable, Sendable {
    case subscriptionNotFound
    case subscriptionExists(WebhookEvent)
    case subscriptionLimitExceeded
    case deliveryNotFound

    public var message: String {
        switch self {
        case .subscriptionNotFound:
            "There is no such subscription."
        case .subscriptionExists(let event):
            "There is a subscription to \(event.rawValue) at this URL already; delete it to make it anew."
        case .subscriptionLimitExceeded:
            "The brand has \(WebhookEvent.subscriptionLimit) subscriptions, as many as it may have; delete one first."
        case .deliveryNotFound:
            "There is no such delivery."
        }
    }
}
