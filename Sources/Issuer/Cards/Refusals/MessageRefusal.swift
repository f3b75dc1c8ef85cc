/// Why an answer to a message is refused.
public enum MessageRefusal: Equatable, Sendable {
    case notFound
    case isNoPush
    case pushIsOver

    public var message: String {
        switch self {
        case .notFound:
            "There is no such message."
        case .isNoPush:
            "Only a message by PUSH_NOTIFICATION can be approved or denied; a code is typed into the app."
        case .pushIsOver:
            "The push can no longer be answered: it is not the latest challenge of an open event."
        }
    }
}

extension MessageRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [MessageRefusal] = [
        .notFound, .isNoPush, .pushIsOver,
    ]
}
