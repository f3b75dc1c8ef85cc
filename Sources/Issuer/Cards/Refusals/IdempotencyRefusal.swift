/// Why a request is refused for its Idempotency-Key.
public enum IdempotencyRefusal: Equatable, Sendable {
    case keyInUse
    case keyReused

    public var message: String {
        switch self {
        case .keyInUse:
            "A request with this Idempotency-Key is in progress; send it again once that one is answered."
        case .keyReused:
            "This Idempotency-Key was used for another request in the last 24 hours; a new request needs a new key."
        }
    }
}

extension IdempotencyRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [IdempotencyRefusal] = [
        .keyInUse, .keyReused,
    ]
}
