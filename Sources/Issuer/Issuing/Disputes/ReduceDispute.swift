import Authorizing
import Cards
import Foundation
import Ledger
import Postgres
import Validation

extension Issuing {
    /// Makes the running dispute of a payment smaller, because a message gives money back for the payment: so the
    /// customer does not get it twice. It costs a round trip only if there is such a dispute.
    ///
    /// The dispute gives back first, and the message's own money follows in the same transaction.
    ///
    /// - Returns: the account as it is then, and the ticket for the message's own transaction.
    func reduceDispute(
        by booking: PaymentBooking, _ found: FoundPayment, _ payer: PayingCardStatements.Payer,
        _ ticket: TransactionTicket?, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (account: Account, ticket: TransactionTicket?) {
        let account = payer.account
        guard !booking.begins, let payment = booking.authorization, let journal = booking.journal,
            let dispute = found.disputes.first(where: { $0.authorization == payment.id && $0.account == account.id })
        else { return (account, ticket) }
        let refund = try translating({ IssuingFailure.damaged("a refund is no journal: \($0)") }) {
            () throws(LedgerRefusal) in
            try journal.change(ofAccountIn: account.currency)
        }
        guard refund.isPositive else { return (account, ticket) }
        let change = try translating(IssuingFailure.init) { () throws(DisputeFailure) in
            try DisputeChange(refunding: refund.minorUnits, of: dispute, at: found.now)
        }
        let disputeTicket = try tx.run(DisputeTermsStatements.ticket(.id(account.holder))).first
        let writes = try writes(of: change, on: account, ticket, disputeTicket)
        let next = writes.complete == nil ? nil : ticketForNewTransaction(of: account.holder)
        let (accounts, _, _, _, _, _, _, _, tickets) = try tx.run(
            writes.post, writes.requireChange, writes.complete, writes.tellTransaction, writes.write, writes.record,
            writes.tell, writes.audit, next)
        return (accounts.first ?? account, next == nil ? ticket : tickets.first)
    }
}
