import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres

/// The messages to customers, as the receiving phone shows them.
enum InboxStatements {
    struct Stored: Sendable {
        let id: MessageID
        let number: Int64
        let customer: CustomerID
        let channel: Verification
        let target: String
        let eventID: AuthenticationEventID
        let challengeNumber: Int
        let code: SealedSecret?
        let createdAt: Date
        let about: String?
        /// The receiver's answer to a push; nil until there is one, and for all others.
        let isApproved: Bool?
        /// The message's event; nil if it is no longer kept.
        let status: AuthenticationEvent.Status?
        let operation: ProtectedOperation?
        let card: CardID?
        /// The message's challenge; nil if it is no longer kept.
        let endsAt: Date?
        let attemptsLeft: Int
        /// Whether the customer was sent a newer message for the event.
        let isReplaced: Bool

        /// Whether the message belongs to the latest challenge of an open event, and has no answer.
        var isOpen: Bool { status == .open && endsAt != nil && !isReplaced && isApproved == nil }

        func state(at now: Date) -> SentMessage.State {
            guard let status, let endsAt else { return .expired }
            if isReplaced { return .replaced }
            if isApproved == false { return .failed }
            switch status {
            case .verified: return .verified
            case .used: return .used
            case .failed: return .failed
            case .open: return attemptsLeft == 0 ? .failed : now < endsAt ? .open : .expired
            }
        }
    }

    private static let columns = """
        \(MessageStatements.columns), message_number, is_approved, event_status, operation, card_id, ends_at,
        attempts_left, latest_number > challenge_number AS is_replaced
        """

    /// Messages with their events and challenges, newest first.
    private static func selecting(_ messages: String) -> String {
        """
        SELECT \(columns)
        FROM (\(messages)) message
        LEFT JOIN LATERAL (
            SELECT e.status AS event_status, e.operation, e.card_id FROM authentication_event e
            WHERE e.customer_id = message.customer_id AND e.event_id = message.event_id
        ) event ON true
        LEFT JOIN LATERAL (
            SELECT c.is_approved, c.expires_at AS ends_at, c.allowable_attempts - c.attempts AS attempts_left
            FROM authentication_challenge c
            WHERE c.customer_id = message.customer_id AND c.event_id = message.event_id
              AND c.challenge_number = message.challenge_number
        ) challenge ON true
        LEFT JOIN LATERAL (
            SELECT max(c.challenge_number) AS latest_number FROM authentication_challenge c
            WHERE c.customer_id = message.customer_id AND c.event_id = message.event_id
        ) latest ON true
        ORDER BY message_number DESC
        """
    }

    /// The same on a cluster, which does not join the first hundred rows of one table with those of another one. It
    /// reads all rows that match.
    private static func selectingOnCluster(_ condition: String = "true") -> String {
        """
        SELECT \(columns)
        FROM (
            SELECT message.*, e.status AS event_status, e.operation, e.card_id, c.is_approved, c.expires_at AS ends_at,
                   c.allowable_attempts - c.attempts AS attempts_left, latest.latest_number
            FROM message
            LEFT JOIN authentication_event e ON e.customer_id = message.customer_id AND e.event_id = message.event_id
            LEFT JOIN authentication_challenge c
                ON c.customer_id = message.customer_id AND c.event_id = message.event_id
                AND c.challenge_number = message.challenge_number
            LEFT JOIN (
                SELECT customer_id, event_id, max(challenge_number) AS latest_number FROM authentication_challenge
                GROUP BY customer_id, event_id
            ) latest ON latest.customer_id = message.customer_id AND latest.event_id = message.event_id
            WHERE \(condition)
            ORDER BY message.message_number DESC LIMIT 100
        ) message
        ORDER BY message_number DESC
        """
    }

    static let inbox = Statement(
        "message_inbox",
        selecting("SELECT * FROM message WHERE customer_id = $1 ORDER BY message_number DESC LIMIT 100"),
        onCluster: selectingOnCluster("message.customer_id = $1")
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    static let newest = Statement(
        "message_newest", selecting("SELECT * FROM message ORDER BY message_number DESC LIMIT 100"),
        onCluster: selectingOnCluster()
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    static let find = Statement(
        "message_find", selecting("SELECT * FROM message WHERE message_id = $1"),
        onCluster: selectingOnCluster("message.message_id = $1")
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    /// The second id of a message's event, which the receiver's app has with the message.
    static let operation = Statement(
        "message_operation",
        "SELECT wallet_operation_id FROM authentication_event WHERE customer_id = $1 AND event_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("wallet_operation_id", WalletOperationID.self) }

    static let all = [inbox.erased, newest.erased, find.erased, operation.erased]
}

extension Row {
    fileprivate mutating func message() throws(PostgresFailure) -> InboxStatements.Stored {
        let (message, customer) = (try id("message_id", MessageID.self), try number("customer_id", CustomerID.self))
        let (channel, target) = (try text("channel", as: Verification.self), try text("target"))
        let event = try id("event_id", AuthenticationEventID.self)
        let number = try integer("challenge_number")
        let (code, version) = (try optionalBytes("sealed_code"), try optionalInteger("code_key_version"))
        let (createdAt, about) = (try timestamp("created_at"), try optionalText("about"))
        return InboxStatements.Stored(
            id: message, number: try bigint("message_number"), customer: customer, channel: channel, target: target,
            eventID: event,
            challengeNumber: number,
            code: code.flatMap { code in version.map { SealedSecret(bytes: code, keyVersion: $0) } },
            createdAt: createdAt, about: about, isApproved: try optionalBoolean("is_approved"),
            status: try optionalText("event_status", as: AuthenticationEvent.Status.self),
            operation: try optionalText("operation", as: ProtectedOperation.self), card: try optionalID("card_id"),
            endsAt: try optionalTimestamp("ends_at"), attemptsLeft: try optionalInteger("attempts_left") ?? 0,
            isReplaced: try optionalBoolean("is_replaced") ?? false)
    }
}
