import Foundation
import Validation

/// An order of a program manager for cards of many customers. All of them are issued, or none.
public struct BulkOrder: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        /// The order was valid, and waits for its turn.
        case accepted = "ACCEPTED"
        /// It is being worked on.
        case processing = "PROCESSING"
        /// Every card is issued.
        case completed = "COMPLETED"
        /// No card was issued, and none will be.
        case failed = "FAILED"
    }

    public struct IssuedCard: Equatable, Sendable {
        public let customer: CustomerID
        public let card: CardID

        public init(customer: CustomerID, card: CardID) {
            self.customer = customer
            self.card = card
        }
    }

    /// Why no card of the order is issued.
    public struct Failure: Equatable, Sendable {
        public let reason: String
        /// The errors of single applications, if they are the reason.
        public let violations: [FieldError]

        public init(reason: String, violations: [FieldError] = []) {
            self.reason = reason
            self.violations = violations
        }
    }

    public let id: BulkOrderID
    public let status: Status
    public let numberOfCards: Int
    public let createdAt: Date
    public let startedAt: Date?
    public let completedAt: Date?
    /// In the order of the applications; empty until all cards are issued.
    public let cards: [IssuedCard]
    public let failure: Failure?

    /// How many orders of one brand may wait or be worked on.
    public static let maximumUnfinished = 100

    public init(
        id: BulkOrderID, status: Status, numberOfCards: Int, createdAt: Date, startedAt: Date? = nil,
        completedAt: Date? = nil, cards: [IssuedCard] = [], failure: Failure? = nil
    ) {
        self.id = id
        self.status = status
        self.numberOfCards = numberOfCards
        self.createdAt = createdAt
        self.startedAt = startedAt
        self.completedAt = completedAt
        self.cards = cards
        self.failure = failure
    }
}

extension BulkOrder.Failure {
    /// The failure of an order that has become invalid since it was accepted.
    public static func overtaken(by violations: [FieldError]) -> BulkOrder.Failure {
        let count = violations.count
        let subject = count == 1 ? "One field of the order has" : "\(count) fields of the order have"
        return BulkOrder.Failure(
            reason: "\(subject) become invalid since it was accepted, so no card is issued.",
            violations: Array(violations.prefix(100)))
    }

    /// A failure that no single application has caused.
    public static func refused(_ refusal: Refusal) -> BulkOrder.Failure {
        BulkOrder.Failure(reason: refusal.message + " No card is issued.")
    }

    public static let unreadable = BulkOrder.Failure(
        reason: "The service can no longer read the stored order, so no card is issued. Send the order again.")

    public static let ours = BulkOrder.Failure(
        reason: "The service failed at every attempt to issue the order, so no card is issued. Send the order again.")
}
