import Postgres

/// Why an operation on webhooks has no result.
public enum WebhookFailure: DatabaseError {
    case ownerNotFound
    case subscriptionNotFound
    /// The owner has a subscription to this type of event at this URL.
    case subscriptionExists
    case subscriptionLimitReached
    case deliveryNotFound
    /// The delivery of a secret is over, and its body was removed.
    case bodyIsRemoved
    case bodyDoesNotOpen(any Error)
    case signingKeyDoesNotOpen(any Error)
    /// A subscription is in a dialect of another program.
    case dialectNotKnown(String)
    case database(PostgresFailure)

    public init(_ failure: PostgresFailure) {
        self = failure.constraint == "subscription_is_made_once" ? .subscriptionExists : .database(failure)
    }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }
}
