/// A type of event that a brand can subscribe to. The words are the paths under which Paysafe documents the events.
public enum WebhookEvent: String, CaseIterable, Sendable {
    case cardStatus = "/prepaid/card/status/events"
    case tokenization = "/prepaid/card/tokenization/events"
    case token = "/prepaid/card/token/events"
    case authorization = "/prepaid/card/authorization/events"
    case transaction = "/transactions/events"
    case dispute = "/prepaid/card/dispute/events"
    /// A message that the brand sends to its customer.
    case message = "/prepaid/customer/message/events"

    /// The maximum number of subscriptions of a brand at a time.
    public static let subscriptionLimit = 10
}
