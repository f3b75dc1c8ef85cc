import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Postgres
import Webhooks

/// A message to a customer, with the code of a challenge or the question of a push.
public struct CustomerMessage: Sendable {
    let id: MessageID
    let challenge: SentChallenge
    /// The challenge's number in its event.
    let number: Int
    /// Nil for a push.
    let code: Secret?
    /// A mobile number or an e-mail address; for a push, words for the customer's devices.
    let target: String
    /// The payment that it confirms; nil for an operation.
    let payment: PaymentToConfirm?

    /// The event that asks the brand to send it. Its body is a secret for as long as the code can be used.
    var webhookEvent: NewWebhookEvent {
        let type = WebhookEvent.message.rawValue
        let id = Webhooks.id("\(type) \(self.id)")
        return NewWebhookEvent(
            id: id, number: 1, type: type, body: body(id.description), secretUntil: challenge.expiresAt)
    }

    private func body(_ id: String) -> String {
        CustomerMessageEventBody(
            id: id, messageId: self.id.description, customerId: challenge.event.customer.description,
            channel: challenge.verification.rawValue, target: challenge.verification == .push ? nil : target,
            code: code.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } },
            authenticationEventId: challenge.event.reference.eventID.description,
            purpose: challenge.event.subject.operation?.rawValue ?? CustomerMessageEventBody.paymentPurpose,
            merchant: payment?.merchant, amount: payment.map { Int($0.amount.minorUnits) },
            currencyCode: payment?.amount.currency.code, eventTimestamp: Timestamp(challenge.createdAt),
            expirationTime: Timestamp(challenge.expiresAt)
        ).jsonText
    }
}

extension Issuing {
    /// Queues a message for the brand, which sends it.
    func telling(_ message: CustomerMessage) -> Query<Void>? {
        let event = message.challenge.event
        return webhooks.queueing(
            [message.webhookEvent], of: event.brand,
            about: EventSubject(.message(message.id), of: event.customer).text, at: message.challenge.createdAt)
    }
}
