import Cards
import Foundation
import Issuing
import Postgres

/// An authentication event with its challenges, without any secret.
public struct SeenAuthentication: Sendable {
    public let id: AuthenticationEventID
    public let customer: CustomerID
    /// Nil for a payment by 3-D Secure.
    public let operation: ProtectedOperation?
    public let card: CardID?
    public let mode: AuthenticationPolicy.Mode
    public let status: AuthenticationEvent.Status
    public let createdAt: Date
    public let expiresAt: Date
    public let usedAt: Date?
    /// In the order in which they were sent.
    public var challenges: [Challenge] = []

    public struct Challenge: Sendable {
        public let number: Int
        public let verification: Verification
        public let attempts: Int
        public let allowableAttempts: Int
        public let createdAt: Date
        public let expiresAt: Date
        /// The customer's answer to a push; nil before, and for all other challenges.
        public let isApproved: Bool?
    }
}

extension Sandbox {
    /// An event by its id alone. Events are kept until they end.
    public func authentication(_ id: AuthenticationEventID) async throws(IssuingFailure) -> SeenAuthentication {
        let rows = try await reading(AuthenticationLookStatements.event(.id(id)))
        guard var event = rows.first?.event else { throw .refused(.authentication(.eventNotFound)) }
        event.challenges = rows.compactMap(\.challenge)
        return event
    }
}

enum AuthenticationLookStatements {
    typealias Challenge = SeenAuthentication.Challenge

    /// A row for each challenge; one without a challenge, if none was sent.
    static let event = Statement(
        "look_authentication",
        """
        SELECT e.event_id, e.customer_id, e.operation, e.card_id, e.mode, e.status, e.created_at, e.expires_at,
               e.used_at, c.challenge_number, c.verification, c.attempts, c.allowable_attempts, c.created_at,
               c.expires_at, c.is_approved
        FROM authentication_owner o
        JOIN authentication_event e ON e.customer_id = o.customer_id AND e.event_id = o.event_id
        LEFT JOIN authentication_challenge c ON c.customer_id = e.customer_id AND c.event_id = e.event_id
        WHERE o.event_id = $1 ORDER BY c.challenge_number
        """
    ) { (row: inout Row) throws(PostgresFailure) -> (event: SeenAuthentication, challenge: Challenge?) in
        let event = SeenAuthentication(
            id: try row.id("event_id"), customer: try row.number("customer_id", CustomerID.self),
            operation: try row.optionalText("operation", as: ProtectedOperation.self),
            card: try row.optionalID("card_id"),
            mode: try row.text("mode", as: AuthenticationPolicy.Mode.self),
            status: try row.text("status", as: AuthenticationEvent.Status.self),
            createdAt: try row.timestamp("created_at"),
            expiresAt: try row.timestamp("expires_at"), usedAt: try row.optionalTimestamp("used_at"))
        guard let number = try row.optionalInteger("challenge_number") else { return (event, nil) }
        let challenge = Challenge(
            number: Int(number), verification: try row.text("verification", as: Verification.self),
            attempts: try row.integer("attempts"),
            allowableAttempts: try row.integer("allowable_attempts"), createdAt: try row.timestamp("created_at"),
            expiresAt: try row.timestamp("expires_at"),
            isApproved: try row.optionalBoolean("is_approved"))
        return (event, challenge)
    }

    static let all = [event.erased]
}
