import Cards
import Foundation
import Identifiers

/// A change that waits for a second operator, without the file that a change of settings has.
public struct WaitingChange: Sendable, Equatable {
    /// The number of changes that may wait at once.
    public static let limit = 100
    /// A change that nobody approves ends after a day.
    public static let lifetimeSeconds: TimeInterval = 86_400

    public let id: WaitingChangeID
    public let kind: ProposedChange.Kind
    /// Such as a customer's number; nil for a file of settings.
    public let subject: String?
    public let proposedBy: String
    public let proposedAt: Date
    public let endsAt: Date

    /// The customer whom it concerns.
    var customer: CustomerID? { kind == .eraseCustomer ? subject.flatMap { CustomerID($0) } : nil }

    /// The change, as the audit trail describes it.
    var detail: String {
        let change = [kind.rawValue, subject].compactMap(\.self).joined(separator: " ")
        return "\(change), proposed by \(proposedBy)"
    }
}
