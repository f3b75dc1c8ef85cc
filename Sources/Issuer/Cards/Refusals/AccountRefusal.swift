/// Why a request about an account, its transactions or its authorizations is refused.
public enum AccountRefusal: Equatable, Sendable {
    case notFound
    case transactionNotFound
    case authorizationNotFound
    /// The balance would be larger than an account can hold.
    case balanceTooLarge

    public var message: String {
        switch self {
        case .notFound: "There is no such account."
        case .transactionNotFound: "There is no such transaction."
        case .authorizationNotFound: "There is no such authorization."
        case .balanceTooLarge: "The balance would exceed what an account can hold; use a smaller amount."
        }
    }
}

extension AccountRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [AccountRefusal] = [
        .notFound, .transactionNotFound, .authorizationNotFound, .balanceTooLarge,
    ]
}
