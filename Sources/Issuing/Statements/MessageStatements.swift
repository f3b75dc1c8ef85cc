import Cards
import CardSecrets
import Foundation
import Postgres

enum MessageStatements {
    struct Stored: Sendable {
        let id: MessageID
        let customer: CustomerID
        let channel: Verification
        let target: String
        let eventID: AuthenticationEventID
        let challengeNumber: Int
        let code: SealedSecret?
        let createdAt: Date
    }

    private static let columns = """
        message_id, customer_id, channel, target, event_id, challenge_number, sealed_code, code_key_version, created_at
        """

    /// Nothing where no channel is given, so that it can go along with any challenge.
    static let send = Statement(
        "message_send",
        """
        INSERT INTO message (\(columns), message_number)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, nextval('message_number') WHERE $3::text IS NOT NULL
        """
    )

    static let inbox = Statement(
        "message_inbox",
        """
        SELECT \(columns) FROM message WHERE customer_id = $1
        ORDER BY message_number DESC LIMIT 100
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.message() }

    static let find = Statement("message_find", "SELECT \(columns) FROM message WHERE message_id = $1") {
        (row: inout Row) throws(PostgresFailure) in try row.message()
    }

    /// The receiver's answer to a push that is still the latest challenge of a living event; gives the event's other
    /// name.
    static let approve = Statement(
        "message_approve",
        """
        WITH answered AS (
            UPDATE authentication_challenge c SET is_approved = $4
            WHERE customer_id = $1 AND event_id = $2 AND challenge_number = $3
              AND NOT EXISTS (SELECT FROM authentication_challenge n
                              WHERE n.customer_id = $1 AND n.event_id = $2 AND n.challenge_number > $3)
            RETURNING customer_id, event_id)
        SELECT e.wallet_operation_id FROM answered JOIN authentication_event e USING (customer_id, event_id)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id(WalletOperationID.self) }

    static let forget = Statement(
        "message_forget",
        """
        WITH forgotten AS (
            DELETE FROM message WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM message WHERE created_at <= $1
                ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let all = [send.erased, inbox.erased, find.erased, approve.erased, forget.erased]
}

extension Row {
    fileprivate mutating func message() throws(PostgresFailure) -> MessageStatements.Stored {
        let (message, customer) = (try id(MessageID.self), try customerID())
        let (channel, target) = (try text(as: Verification.self), try text())
        let (event, number) = (try id(AuthenticationEventID.self), Int(try integer()))
        let (code, version) = (try optionalBytes(), try optionalInteger())
        return MessageStatements.Stored(
            id: message, customer: customer, channel: channel, target: target, eventID: event, challengeNumber: number,
            code: code.flatMap { code in version.map { SealedSecret(bytes: code, keyVersion: Int($0)) } },
            createdAt: try timestamp())
    }
}
