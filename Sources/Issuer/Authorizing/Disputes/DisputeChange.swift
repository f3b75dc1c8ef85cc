import Cards
import Foundation
import Ledger

/// A step of a dispute with its effects.
public struct DisputeChange: Sendable {
    /// Nil if the step opens the dispute.
    public let before: DisputeStatus?
    public let after: Dispute
    public let step: DisputeStep
    public let actor: DisputeMatrix.Actor
    /// Empty if no money moves.
    public let postings: [Posting]
    /// The kind of the customer's transaction; nil if the customer's balance stays as it is.
    public let kind: AccountTransaction.Kind?
}

extension DisputeChange {
    /// Opens a dispute.
    ///
    /// - Parameters:
    ///   - amount: in minor units; see ``DisputeClaim/amount(of:kept:)``.
    ///   - scheme: the card's.
    public init(
        opening id: DisputeID, _ claim: DisputeClaim, of amount: Int64, for payment: Authorization, by scheme: Scheme,
        under terms: DisputeTerms, actor: DisputeMatrix.Actor, at now: Date
    ) throws(DisputeFailure) {
        let limit = DisputeDeadlines.of(scheme)
        guard let deadline = limit.end(of: .open, since: now, cleared: payment.changedAt), now <= deadline else {
            throw .refused(.dispute(.isTooLate(days: limit.chargebackDays)))
        }
        var money = DisputedMoney(disputed: amount)
        let currency = payment.state.currency
        let moved = try DisputeFailure.moving { () throws(LedgerRefusal) in
            try money.reach(.open, under: terms, by: scheme, in: currency)
        }
        let dispute = Dispute(
            id: id, holder: payment.holder, account: payment.account, authorization: payment.id, card: payment.card,
            scheme: scheme, reason: claim.reason, description: claim.description, status: .open,
            amount: Money(minorUnits: amount, currency: currency), money: money, terms: terms, steps: 1,
            evidenceFiles: 0, deadline: deadline, openedAt: now, changedAt: now)
        self.init(before: nil, after: dispute, step: .open, actor: actor, moved: moved)
    }

    /// Takes a step that leads to another status.
    public init(
        _ step: DisputeStep, of dispute: Dispute, by actor: DisputeMatrix.Actor, at now: Date
    ) throws(DisputeFailure) {
        let status: DisputeStatus
        do throws(Refusal) {
            status = try DisputeMatrix.next(after: dispute.status, step, by: actor)
        } catch {
            throw .refused(error)
        }
        var money = dispute.money
        let moved = try DisputeFailure.moving { () throws(LedgerRefusal) in
            try money.reach(status, under: dispute.terms, by: dispute.scheme, in: dispute.amount.currency)
        }
        let deadline = DisputeDeadlines.of(dispute.scheme).end(of: status, since: now, cleared: dispute.openedAt)
        self.init(
            before: dispute.status, after: dispute.changed(to: status, money, deadline, at: now), step: step,
            actor: actor, moved: moved)
    }

    /// Makes a dispute smaller, because the merchant gives money back. It ends if nothing is disputed any more.
    ///
    /// - Parameter refund: above 0, in minor units.
    public init(
        refunding refund: Int64, of dispute: Dispute, at now: Date
    ) throws(DisputeFailure) {
        var money = dispute.money
        let moved = try DisputeFailure.moving { () throws(LedgerRefusal) in
            try money.reduce(by: refund, by: dispute.scheme, in: dispute.amount.currency)
        }
        let isOver = money.disputed == 0
        let after = dispute.changed(
            to: isOver ? .withdrawn : dispute.status, money, isOver ? nil : dispute.deadline, at: now)
        self.init(before: dispute.status, after: after, step: .refund, actor: .acquirer, moved: moved)
    }

    private init(
        before: DisputeStatus?, after: Dispute, step: DisputeStep, actor: DisputeMatrix.Actor,
        moved: DisputedMoney.Movement
    ) {
        (self.before, self.after, self.step, self.actor) = (before, after, step, actor)
        postings = moved.postings
        kind = moved.change == 0 ? nil : moved.change > 0 ? .chargeback : .chargebackReversal
    }
}

extension Dispute {
    fileprivate func changed(
        to status: DisputeStatus, _ money: DisputedMoney, _ deadline: Date?, at now: Date
    ) -> Dispute {
        Dispute(
            id: id, holder: holder, account: account, authorization: authorization, card: card, scheme: scheme,
            reason: reason, description: description, status: status, amount: amount, money: money, terms: terms,
            steps: steps + 1, evidenceFiles: evidenceFiles, deadline: deadline, openedAt: openedAt, changedAt: now)
    }
}
