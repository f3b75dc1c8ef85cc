/// Why a request about an account or its transactions is refused.
public enum AccountRefusal: Equatable, Sendable {
    case notFound
    case transactionNotFound
    /// The balance would be larger than an account can hold.
    case balanceTooLarge

    public var message: String {
        switch self {
        case .notFound: "There is no such account."
        case .transactionNotFound: "There is no such transaction."
        case .balanceTooLarge: "The balance would exceed what an account can hold; use a smaller amount."
        }
    }
}

extension AccountRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [AccountRefusal] = [.notFound, .transactionNotFound, .balanceTooLarge]
}
