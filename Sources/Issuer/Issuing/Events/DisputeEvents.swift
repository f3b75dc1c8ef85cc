import Authorizing
import CardAPI
import Cards
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Postgres
import Validation
import Webhooks

/// What the event about a dispute needs. There is none without a subscriber.
struct DisputeTicket: Sendable {
    let brand: String
    /// Drawn under the account's lock, so it orders the events about an account.
    let number: Int64
}

extension Issuing {
    /// Tells the brand about a step.
    func telling(_ change: DisputeChange, _ ticket: DisputeTicket?) -> Query<Void>? {
        let dispute = change.after
        guard let ticket, let customer = CustomerID(dispute.holder) else { return nil }
        let type = WebhookEvent.dispute.rawValue
        let id = Webhooks.id("\(type) \(dispute.id) \(dispute.steps)")
        let event = DisputeEventBody(
            id: id.description, timestamp: Timestamp(dispute.changedAt),
            operationType: change.before == nil ? "Create" : "Update", step: change.step.rawValue,
            actor: change.actor.rawValue, dispute: DisputeBody(dispute))
        let subject = EventSubject(.account(dispute.account), of: customer)
        let queued = NewWebhookEvent(id: id, number: ticket.number, type: type, body: event.jsonText)
        return webhooks.queueing([queued], of: ticket.brand, about: subject.text, at: dispute.changedAt)
    }
}
