/// Why a request about sent messages is refused.
public enum InboxRefusal: Equatable, Sendable {
    case messageNotFound
    case messageIsNoPush
    case pushIsOver

    public var message: String {
        switch self {
        case .messageNotFound:
            "There is no such message."
        case .messageIsNoPush:
            "Only a message by PUSH_NOTIFICATION can be approved or denied; a code is typed into the app."
        case .pushIsOver:
            "The push is not the latest challenge of an open event any more."
        }
    }
}
