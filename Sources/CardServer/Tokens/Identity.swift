import Cards
import Foundation

/// What a verified token says about its bearer.
struct Identity: Sendable, Equatable {
    enum Subject: Sendable, Equatable {
        /// The brand's app: may only read its configuration.
        case configuration
        case business
        case customer(CustomerID)

        var noun: String {
            switch self {
            case .configuration: "the client's own"
            case .business: "a business token"
            case .customer: "a customer's"
            }
        }
    }

    let brand: String
    let client: String
    let subject: Subject
    let scopes: Set<String>
    let expiresAt: Date
}
