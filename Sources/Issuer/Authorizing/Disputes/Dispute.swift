import Cards
import Foundation
import Ledger

/// A claim about a cleared payment, from its opening to its end. It is a value: each step makes a new one, with the
/// postings that follow.
public struct Dispute: Hashable, Sendable {
    public let id: DisputeID
    public let holder: AccountHolder
    public let account: AccountID
    public let authorization: AuthorizationID
    public let card: CardID
    public let scheme: Scheme
    public let reason: DisputeReason
    /// In the customer's words.
    public let description: String?
    public let status: DisputeStatus
    /// The claim, in the account's currency.
    public let amount: Money
    public let money: DisputedMoney
    /// The program's, when it was opened.
    public let terms: DisputeTerms
    /// The number of the lines of its history.
    public let steps: Int
    public let evidenceFiles: Int
    /// The last moment for the next step; nil if nobody has a deadline.
    public let deadline: Date?
    public let openedAt: Date
    public let changedAt: Date

    init(
        id: DisputeID, holder: AccountHolder, account: AccountID, authorization: AuthorizationID, card: CardID,
        scheme: Scheme, reason: DisputeReason, description: String?, status: DisputeStatus, amount: Money,
        money: DisputedMoney, terms: DisputeTerms, steps: Int, evidenceFiles: Int, deadline: Date?, openedAt: Date,
        changedAt: Date
    ) {
        (self.id, self.holder, self.account) = (id, holder, account)
        (self.authorization, self.card, self.scheme) = (authorization, card, scheme)
        (self.reason, self.description, self.status) = (reason, description, status)
        (self.amount, self.money, self.terms) = (amount, money, terms)
        (self.steps, self.evidenceFiles, self.deadline) = (steps, evidenceFiles, deadline)
        (self.openedAt, self.changedAt) = (openedAt, changedAt)
    }

    /// What is still disputed.
    public var disputed: Money { Money(minorUnits: money.disputed, currency: amount.currency) }
    /// What the customer has got by it.
    public var credited: Money { Money(minorUnits: money.credited, currency: amount.currency) }
}

/// A line of a dispute's history.
public struct DisputeLine: Hashable, Sendable {
    public let actor: DisputeMatrix.Actor
    public let step: DisputeStep
    public let status: DisputeStatus
    /// What is disputed after the step, in minor units.
    public let disputed: Int64
    public let note: String?
    public let takenAt: Date

    package init(
        actor: DisputeMatrix.Actor, step: DisputeStep, status: DisputeStatus, disputed: Int64, note: String?,
        takenAt: Date
    ) {
        (self.actor, self.step, self.status) = (actor, step, status)
        (self.disputed, self.note, self.takenAt) = (disputed, note, takenAt)
    }
}
