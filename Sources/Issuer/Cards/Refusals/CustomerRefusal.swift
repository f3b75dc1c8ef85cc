/// Why a request is refused for the customer it names.
public enum CustomerRefusal: Equatable, Sendable {
    case notFound

    public var message: String {
        switch self {
        case .notFound:
            "There is no such customer."
        }
    }
}

extension CustomerRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [CustomerRefusal] = [
        .notFound
    ]
}
