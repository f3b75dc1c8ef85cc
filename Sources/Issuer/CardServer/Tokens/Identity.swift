import Cards
import Foundation

/// The bearer's identity according to a verified token.
package struct Identity: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        /// The brand's app. It may only answer challenges.
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

    package let brand: String
    package let client: String
    package let subject: Subject
    package let scopes: Set<String>
    package let expiresAt: Date
    /// The `jti` of the token.
    package let tokenID: String
}
