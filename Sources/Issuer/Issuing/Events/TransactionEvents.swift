import CardAPI
import Cards
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Postgres
import Validation
import Webhooks

/// The data that an event about a transaction needs before the transaction is written: the subscribing brand, and
/// numbers.
package struct TransactionTicket: Sendable {
    /// The brand, which subscribes to these events.
    let brand: String
    /// That of a new transaction, or of the event about a change. It orders the events about an account.
    let number: TransactionID
    /// Nil for the event about a change.
    let slip: SlipID?
    /// The time at which the changed transaction was made; nil for a new one.
    let madeAt: Date?

    /// - Parameter slip: that of the operation's other transactions; nil for the one that was drawn.
    package func numbers(slip other: SlipID? = nil) -> TransactionNumbers? {
        (other ?? slip).map { TransactionNumbers(number, slip: $0) }
    }
}

/// Events about transactions.
///
/// Each event is made by the code that writes the transaction or its new status, and is queued in the same database
/// transaction. The ticket is read in the round trip that locks the account; so its events are numbered in the order of
/// its changes. Without a subscriber, there is no ticket and no event.
extension Issuing {
    /// The ticket for a new transaction of a customer; no row without a subscriber. Send it behind the account's lock.
    ///
    /// - Parameter slip: that of the operation's other transactions; nil to draw one.
    package func ticketForNewTransaction(of holder: AccountHolder, slip: SlipID? = nil) -> Query<TransactionTicket> {
        TransactionEventStatements.ticket(.id(holder), .bigint(nil), .boolean(slip == nil))
    }

    /// The ticket for another status of a transaction.
    func ticket(forChangeOf transaction: TransactionID?, of holder: AccountHolder) -> Query<TransactionTicket> {
        TransactionEventStatements.ticket(.id(holder), .id(transaction), .boolean(false))
    }

    /// Tells the brand about a new transaction.
    package func telling(new transaction: AccountTransaction?, _ ticket: TransactionTicket?) -> Query<Void>? {
        guard let transaction, let ticket else { return nil }
        return telling(TransactionBody(transaction), "Create", of: transaction, ticket)
    }

    /// Tells the brand about another status, with the members that Paysafe requires and those that have changed.
    func telling(changed transaction: AccountTransaction?, _ ticket: TransactionTicket?) -> Query<Void>? {
        guard let transaction, let ticket else { return nil }
        var body = TransactionBody(transaction)
        (body.paymentType, body.merchantRefNum) = (nil, nil)
        return telling(body, "Update", of: transaction, ticket)
    }

    private func telling(
        _ body: TransactionBody, _ operation: String, of transaction: AccountTransaction, _ ticket: TransactionTicket
    ) -> Query<Void>? {
        // The issuer's own transactions are of no brand.
        guard let customer = CustomerID(transaction.holder) else { return nil }
        let type = WebhookEvent.transaction.rawValue
        let id = Webhooks.id("\(type) \(ticket.number)")
        let event = TransactionEventBody(
            id: id.description, timestamp: Timestamp(transaction.changedAt), operationType: operation,
            transaction: body)
        let subject = EventSubject(.account(transaction.account), of: customer)
        let queued = NewWebhookEvent(id: id, number: ticket.number.rawValue, type: type, body: event.jsonText)
        return webhooks.queueing([queued], of: ticket.brand, about: subject.text, at: transaction.changedAt)
    }
}

enum TransactionEventStatements {
    /// Numbers are drawn on the server that the session is on, which alone has the sequence.
    static let ticket = Statement(
        "transaction_ticket",
        """
        WITH told AS MATERIALIZED (
            SELECT u.brand,
                   (SELECT t.created_at FROM money.transaction t WHERE t.customer_id = $1 AND t.transaction_id = $2)
                       AS made_at
            FROM customer u WHERE u.customer_id = $1 AND \(WebhookEvent.transaction.isHeard(by: "u.brand"))
        )
        SELECT brand, nextval('money.next_transaction_number') AS number,
               CASE WHEN $3 THEN nextval('money.next_transaction_number') END AS slip, made_at
        FROM told
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        TransactionTicket(
            brand: try row.text("brand"), number: try row.number("number"),
            slip: try row.optionalNumber("slip", SlipID.self),
            madeAt: try row.optionalTimestamp("made_at"))
    }

    static let all = [ticket.erased]
}
