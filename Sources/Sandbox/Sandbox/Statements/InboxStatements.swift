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
        /// Whether it belongs to the latest challenge of an open event, and has no answer.
        let isOpen: Bool
    }

    private static let columns = MessageStatements.columns + """
        , message_number, (SELECT is_approved FROM authentication_challenge c
           WHERE c.customer_id = message.customer_id AND c.event_id = message.event_id
             AND c.challenge_number = message.challenge_number),
        EXISTS (SELECT FROM authentication_event e WHERE e.customer_id = message.customer_id
           AND e.event_id = message.event_id AND e.status = 'OPEN'
           AND (message.challenge_number, true) = (
             SELECT c.challenge_number, c.is_approved IS NULL FROM authentication_challenge c
             WHERE c.customer_id = e.customer_id AND c.event_id = e.event_id
             ORDER BY c.challenge_number DESC LIMIT 1))
        """

    static let inbox = Statement(
        "message_inbox",
        """
        SELECT \(columns) FROM message WHERE customer_id = $1
        ORDER BY message_number DESC LIMIT 100
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    static let newest = Statement(
        "message_newest",
        "SELECT \(columns) FROM message ORDER BY message_number DESC LIMIT 100"
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    static let find = Statement("message_find", "SELECT \(columns) FROM message WHERE message_id = $1") {
        (row: inout Row) throws(PostgresFailure) in try row.message()
    }

    /// The second id of a message's event, which the receiver's app has with the message.
    static let operation = Statement(
        "message_operation",
        "SELECT wallet_operation_id FROM authentication_event WHERE customer_id = $1 AND event_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.id(WalletOperationID.self) }

    static let all = [inbox.erased, newest.erased, find.erased, operation.erased]
}

extension Row {
    fileprivate mutating func message() throws(PostgresFailure) -> InboxStatements.Stored {
        let (message, customer) = (try id(MessageID.self), try customerID())
        let (channel, target) = (try text(as: Verification.self), try text())
        let (event, number) = (try id(AuthenticationEventID.self), Int(try integer()))
        let (code, version) = (try optionalBytes(), try optionalInteger())
        let (createdAt, about) = (try timestamp(), try optionalText())
        return InboxStatements.Stored(
            id: message, number: try bigint(), customer: customer, channel: channel, target: target, eventID: event,
            challengeNumber: number,
            code: code.flatMap { code in version.map { SealedSecret(bytes: code, keyVersion: Int($0)) } },
            createdAt: createdAt, about: about, isApproved: try optionalBoolean(),
            isOpen: try boolean())
    }
}
