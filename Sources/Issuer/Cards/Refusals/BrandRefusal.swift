/// Why a request is refused for the brand it names.
public enum BrandRefusal: Equatable, Sendable {
    case notFound
    /// There is no such brand, or its partner is not asked about payments.
    case isNotAsked

    public var message: String {
        switch self {
        case .notFound:
            "There is no such brand."
        case .isNotAsked:
            "There is no such brand, or its partner is not asked about payments; set a partner decision first."
        }
    }
}

extension BrandRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [BrandRefusal] = [
        .notFound, .isNotAsked,
    ]
}
