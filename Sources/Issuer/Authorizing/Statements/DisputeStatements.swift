import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

/// Disputes. Each is written under the lock of its account (``Ledger/AccountStatements/lock(_:of:)``).
public enum DisputeStatements {
    /// The columns of a dispute; the table is `d` in the statement.
    package static let columns = """
        d.customer_id, d.dispute_id, d.account_id, d.authorization_id, d.card_id, d.scheme, d.reason, d.description,
        d.status, d.currency, d.amount, d.disputed, d.credited, d.collected, d.written_off, d.bears_losses, d.steps,
        d.evidence_files, d.deadline, d.opened_at, d.changed_at
        """
    /// The condition that a dispute is not over.
    package static let running = "d.status NOT IN ('WON', 'LOST', 'WITHDRAWN')"

    static let open = Statement(
        "dispute_open",
        """
        INSERT INTO dispute (
            customer_id, dispute_id, account_id, authorization_id, card_id, scheme, reason, description, status,
            currency, amount, disputed, credited, collected, written_off, bears_losses, steps, deadline, opened_at,
            changed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
        """)

    static let change = Statement(
        "dispute_change",
        """
        UPDATE dispute SET status = $3, disputed = $4, credited = $5, collected = $6, written_off = $7, steps = $8,
                           deadline = $9, changed_at = $10
        WHERE customer_id = $1 AND dispute_id = $2
        """)

    static let record = Statement(
        "dispute_record",
        """
        INSERT INTO dispute_step (
            customer_id, dispute_id, step_number, actor, step, from_status, to_status, disputed, journal_id,
            network_reference, note, taken_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        """)

    static let find = Statement(
        "dispute_find", "SELECT \(columns) FROM dispute d WHERE d.customer_id = $1 AND d.dispute_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.dispute() }

    static let findAnywhere = Statement(
        "dispute_find_anywhere", "SELECT \(columns) FROM dispute d WHERE d.dispute_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.dispute() }

    static let ofPayment = Statement(
        "dispute_of_payment",
        "SELECT \(columns) FROM dispute d WHERE d.customer_id = $1 AND d.authorization_id = $2 AND \(running)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.dispute() }

    static let kept = Statement(
        "dispute_kept",
        """
        SELECT coalesce(sum(credited), 0)::bigint AS kept FROM dispute
        WHERE customer_id = $1 AND authorization_id = $2 AND status IN ('WON', 'LOST')
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("kept") }

    static let history = Statement(
        "dispute_history",
        """
        SELECT actor, step, to_status, disputed, note, taken_at
        FROM dispute_step WHERE customer_id = $1 AND dispute_id = $2 ORDER BY step_number LIMIT $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let actor = try row.text("actor", as: DisputeMatrix.Actor.self)
        let step = try row.text("step", as: DisputeStep.self)
        let status = try row.text("to_status", as: DisputeStatus.self)
        return DisputeLine(
            actor: actor, step: step, status: status, disputed: try row.bigint("disputed"),
            note: try row.optionalText("note"), takenAt: try row.timestamp("taken_at"))
    }

    static let said = Statement(
        "dispute_said",
        """
        SELECT actor, step FROM dispute_step
        WHERE customer_id = $1 AND dispute_id = $2 AND network_reference = $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let actor = try row.text("actor", as: DisputeMatrix.Actor.self)
        return Said(actor: actor, step: try row.text("step", as: DisputeStep.self))
    }

    /// If the page is empty, there is one row, in which the columns of the page are null.
    static let page: Statement<(total: Int, record: Dispute?)> = Statement(
        "dispute_page",
        """
        WITH matching AS NOT MATERIALIZED (
            SELECT * FROM dispute
            WHERE customer_id = $1 AND ($2::uuid IS NULL OR authorization_id = $2)
              AND ($3::text IS NULL OR status = $3))
        SELECT total.number, page.*
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN LATERAL (
            SELECT \(columns) FROM matching d ORDER BY d.insertion DESC LIMIT $4 OFFSET $5
        ) page ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        guard try !row.isNull("customer_id") else { return (total, nil) }
        return (total, try row.dispute())
    }

    static let due = Statement(
        "dispute_due",
        """
        SELECT \(columns) FROM dispute d
        WHERE d.deadline IS NOT NULL AND d.deadline < $1 AND d.account_id <> ALL ($3)
        ORDER BY d.deadline, d.dispute_id LIMIT $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.dispute() }

    static let all = [
        open.erased, change.erased, record.erased, find.erased, findAnywhere.erased, ofPayment.erased, kept.erased,
        history.erased, said.erased, page.erased, due.erased,
    ]

    /// A step that a message of the network has taken.
    package struct Said: Sendable {
        package let actor: DisputeMatrix.Actor
        package let step: DisputeStep
    }

    /// Writes the dispute after a step. A second running dispute of a payment violates
    /// `payment_has_one_dispute_at_a_time`.
    package static func write(_ change: DisputeChange) -> Query<Void> {
        let (dispute, money) = (change.after, change.after.money)
        let amounts: [SQLValue] = [money.disputed, money.credited, money.collected, money.writtenOff]
            .map { .bigint($0) }
        guard change.before == nil else {
            return Query(
                statement: self.change,
                values: [.id(dispute.holder), .id(dispute.id), .text(dispute.status.rawValue)] + amounts
                    + [.integer(dispute.steps), .timestamp(dispute.deadline), .timestamp(dispute.changedAt)])
        }
        return Query(
            statement: open,
            values: [
                .id(dispute.holder), .id(dispute.id), .id(dispute.account), .id(dispute.authorization),
                .id(dispute.card), .text(dispute.scheme.rawValue), .text(dispute.reason.rawValue),
                .text(dispute.description), .text(dispute.status.rawValue), .currency(dispute.amount.currency),
                .minorUnits(of: dispute.amount),
            ] + amounts + [
                .boolean(dispute.terms.bearsLosses), .integer(dispute.steps), .timestamp(dispute.deadline),
                .timestamp(dispute.openedAt), .timestamp(dispute.changedAt),
            ])
    }

    /// Writes the line of a step.
    ///
    /// - Parameters:
    ///   - journal: nil if the step moves no money.
    ///   - reference: of a message of the network. A second step with it violates
    ///     `message_about_a_dispute_is_used_once`.
    package static func record(
        _ change: DisputeChange, journal: JournalID?, reference: NetworkReference? = nil, note: String? = nil
    ) -> Query<Void> {
        let dispute = change.after
        return record(
            .id(dispute.holder), .id(dispute.id), .integer(dispute.steps), .text(change.actor.rawValue),
            .text(change.step.rawValue), .text(change.before?.rawValue), .text(dispute.status.rawValue),
            .bigint(dispute.money.disputed), .id(journal), .text(reference?.text), .text(note),
            .timestamp(dispute.changedAt))
    }

    package static func find(_ id: DisputeID, of holder: AccountHolder) -> Query<Dispute> {
        find(.id(holder), .id(id))
    }

    /// The dispute with an id, of any customer.
    package static func dispute(_ id: DisputeID) -> Query<Dispute> { findAnywhere(.id(id)) }

    /// The dispute of a payment that is not over.
    package static func running(_ payment: AuthorizationID, of holder: AccountHolder) -> Query<Dispute> {
        ofPayment(.id(holder), .id(payment))
    }

    /// What the customer has kept of the disputes of a payment that are over, in minor units: of those that were won,
    /// and of those that were lost at the issuer's cost.
    package static func kept(_ payment: AuthorizationID, of holder: AccountHolder) -> Query<Int64> {
        kept(.id(holder), .id(payment))
    }

    /// The first lines of a dispute's history.
    package static func history(of id: DisputeID, _ holder: AccountHolder, limit: Int) -> Query<DisputeLine> {
        history(.id(holder), .id(id), .integer(limit))
    }

    /// The step that the message with a reference has taken.
    package static func said(
        by reference: NetworkReference, about id: DisputeID, of holder: AccountHolder
    ) -> Query<Said> {
        said(.id(holder), .id(id), .text(reference.text))
    }

    /// One page of a customer's disputes, newest first, with the number of all that match.
    package static func page(
        of holder: AccountHolder, about payment: AuthorizationID?, in status: DisputeStatus?, limit: Int, offset: Int
    ) -> Query<(total: Int, record: Dispute?)> {
        page(
            .id(holder), .id(payment), .text(status?.rawValue), .bigint(Int64(limit)), .bigint(Int64(offset)))
    }

    /// Disputes whose deadline has passed, the earliest first.
    package static func due(at now: Date, limit: Int, except excluded: [AccountID]) -> Query<Dispute> {
        due(.timestamp(now), .bigint(Int64(limit)), .bigintArray(excluded.map(\.rawValue)))
    }
}

extension Row {
    /// The columns of ``DisputeStatements/columns``.
    package mutating func dispute() throws(PostgresFailure) -> Dispute {
        let holder = try number("customer_id", AccountHolder.self)
        let id = try id("dispute_id", DisputeID.self)
        let account = try number("account_id", AccountID.self)
        let payment = try self.id("authorization_id", AuthorizationID.self)
        let card = try self.id("card_id", CardID.self)
        let scheme = try text("scheme", as: Scheme.self)
        let (reason, words) = (try text("reason", as: DisputeReason.self), try optionalText("description"))
        let status = try text("status", as: DisputeStatus.self)
        let currency = try text("currency", as: Currency.self)
        let amount = try money("amount", in: currency)
        let (disputed, credited) = (try bigint("disputed"), try bigint("credited"))
        let (collected, writtenOff) = (try bigint("collected"), try bigint("written_off"))
        let bearsLosses = try boolean("bears_losses")
        let (steps, files) = (try integer("steps") as Int, try integer("evidence_files") as Int)
        let stored = DisputedMoney(
            disputed: disputed, credited: credited, collected: collected, writtenOff: writtenOff)
        guard let stored else { throw unexpected("finds amounts of a dispute that contradict each other") }
        return Dispute(
            id: id, holder: holder, account: account, authorization: payment, card: card, scheme: scheme,
            reason: reason, description: words, status: status, amount: amount, money: stored,
            terms: DisputeTerms(givesProvisionalCredit: credited > 0, bearsLosses: bearsLosses), steps: steps,
            evidenceFiles: files, deadline: try optionalTimestamp("deadline"), openedAt: try timestamp("opened_at"),
            changedAt: try timestamp("changed_at"))
    }
}
