import Cards
import Foundation
import Identifiers
import Postgres

/// The messages to customers.
package enum MessageStatements {
    /// How long a message is kept.
    static let lifetimeSeconds: TimeInterval = 7 * 24 * 60 * 60

    /// The place that a message's code is sealed for.
    package static func place(of id: MessageID) -> String { "message.code message \(id.rawValue.uuidString)" }

    package static let columns = """
        message_id, customer_id, channel, target, event_id, challenge_number, sealed_code, code_key_version, created_at,
        about
        """

    static let send = Statement(
        "message_send",
        """
        INSERT INTO message (\(columns), message_number)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nextval('message_number'))
        """
    )

    static let forget = Statement("message_forget", Removal.ofOldest("message", by: "created_at")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let all = [send.erased, forget.erased]
}
