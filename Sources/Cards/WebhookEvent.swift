/// What a brand's backend can ask to be told of. The words are the paths under which the events are documented.
public enum WebhookEvent: String, CaseIterable, Sendable {
    case cardStatus = "/prepaid/card/status/events"
    case tokenization = "/prepaid/card/tokenization/events"
    case token = "/prepaid/card/token/events"
}

/// Where a delivery stands: an event on its way to one receiver.
public enum WebhookStatus: String, CaseIterable, Sendable {
    /// It waits for its first attempt, for its next one, or for those before it.
    case pending = "PENDING"
    case delivered = "DELIVERED"
    /// It was given up.
    case dead = "DEAD"
}

/// How one attempt to deliver ended.
public enum WebhookOutcome: String, CaseIterable, Sendable {
    /// The receiver answered with 2xx.
    case delivered = "DELIVERED"
    /// The receiver answered with something else.
    case refused = "REFUSED"
    /// No answer came in time.
    case timedOut = "TIMED_OUT"
    /// There was no connection, or it broke.
    case notReached = "NOT_REACHED"
    /// The URL leads, by now, to where this service sends nothing.
    case addressNotAllowed = "ADDRESS_NOT_ALLOWED"
}
