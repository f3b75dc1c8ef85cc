/// Why a request is refused for the brand it names.
public enum BrandRefusal: Equatable, Sendable {
    case notFound

    public var message: String {
        switch self {
        case .notFound:
            "There is no such brand."
        }
    }
}

extension BrandRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [BrandRefusal] = [
        .notFound
    ]
}
