import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation
import Webhooks

/// A dispute, its account, which is locked, and the tickets for the events of its next step.
struct HeldDispute {
    let dispute: Dispute
    let account: Account
    let ticket: TransactionTicket?
    let disputeTicket: DisputeTicket?
}

/// The queries that a step of a dispute needs. Send them in this order.
struct DisputeWrites {
    /// Nil if no money moves, as are the next three.
    var post: Query<Account>?
    var requireChange: Query<Void>?
    var complete: Query<AccountTransaction>?
    var tellTransaction: Query<Void>?
    let write: Query<Void>
    let record: Query<Void>
    let tell: Query<Void>?
    let audit: Query<Void>
}

extension Issuing {
    /// Locks the account of a dispute, and then reads the dispute, which may have changed until then.
    func hold(_ asked: Dispute, in tx: Transaction<IssuingFailure>) throws(IssuingFailure) -> HeldDispute {
        let (accounts, disputes, tickets, disputeTickets) = try tx.run(
            AccountStatements.lock(asked.account, of: asked.holder),
            DisputeStatements.find(asked.id, of: asked.holder), ticketForNewTransaction(of: asked.holder),
            DisputeTermsStatements.ticket(.id(asked.holder)))
        return HeldDispute(
            dispute: try IssuingFailure.requiring(disputes.first, "the dispute just read"),
            account: try IssuingFailure.requiring(accounts.first, "the account of a dispute"), ticket: tickets.first,
            disputeTicket: disputeTickets.first)
    }

    /// Takes a step of a dispute that is held.
    func step(
        _ step: DisputeStep, of held: HeldDispute, by actor: DisputeMatrix.Actor, reference: NetworkReference? = nil,
        note: String? = nil, at now: Date
    ) throws(IssuingFailure) -> (dispute: Dispute, writes: DisputeWrites) {
        let change = try translating(IssuingFailure.init) { () throws(DisputeFailure) in
            try DisputeChange(step, of: held.dispute, by: actor, at: now)
        }
        let writes = try writes(
            of: change, on: held.account, held.ticket, held.disputeTicket, reference: reference, note: note)
        return (change.after, writes)
    }

    /// The queries of a step.
    ///
    /// - Parameter locked: the account before the step.
    func writes(
        of change: DisputeChange, on locked: Account, _ ticket: TransactionTicket?, _ disputeTicket: DisputeTicket?,
        reference: NetworkReference? = nil, note: String? = nil
    ) throws(IssuingFailure) -> DisputeWrites {
        let dispute = change.after
        let journal = try change.postings.isEmpty ? nil : journal(of: change.postings)
        var writes = DisputeWrites(
            write: DisputeStatements.write(change),
            record: DisputeStatements.record(change, journal: journal?.id, reference: reference, note: note),
            tell: telling(change, disputeTicket),
            audit: recording(
                .disputeStepTaken, about: dispute.id, of: CustomerID(dispute.holder),
                detail: "\(change.actor.rawValue) \(change.step.rawValue) \(dispute.status.rawValue)"))
        guard let journal else { return writes }
        writes.post = JournalStatements.post(journal, on: locked.id, of: locked.holder, at: dispute.changedAt)
        writes.requireChange = AccountStatements.requireChange(of: locked)
        guard let kind = change.kind else { return writes }
        guard kind != .chargeback || locked.hasRoom(for: dispute.amount) else {
            throw .refused(.account(.balanceTooLarge))
        }
        let numbers = ticket?.numbers()
        writes.complete = TransactionStatements.complete(
            journal.id, of: locked.holder, as: kind, instrument: PayingInstrumentID(dispute.card), numbers: numbers)
        let transaction = try numbers.flatMap { numbers throws(IssuingFailure) in
            try translating({ IssuingFailure.damaged("a dispute has no transaction: \($0)") }) {
                () throws(LedgerRefusal) in
                try AccountTransaction(
                    completing: journal, on: locked, as: kind, instrument: PayingInstrumentID(dispute.card),
                    numbers: numbers, at: dispute.changedAt)
            }
        }
        writes.tellTransaction = telling(new: transaction, ticket)
        return writes
    }

    private func journal(of postings: [Posting]) throws(IssuingFailure) -> Journal {
        try translating({ IssuingFailure.damaged("a dispute is no journal: \($0)") }) { () throws(LedgerRefusal) in
            try Journal(id: JournalID(rawValue: entropy.uuid()), postings)
        }
    }
}

extension IssuingFailure {
    init(_ failure: DisputeFailure) {
        switch failure {
        case .refused(let refusal): self = .refused(refusal)
        case .damaged(let reason): self = .damaged("the money of a dispute: \(reason)")
        }
    }
}
