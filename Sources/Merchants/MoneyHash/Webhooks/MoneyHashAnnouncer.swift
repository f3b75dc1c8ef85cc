import Foundation
import HTTPContract
import Ledger
import Payments
import Webhooks

/// Makes MoneyHash's webhooks about transactions: when a customer must authenticate, when an intent is paid or
/// declined, and when a transaction is captured, voided or refunded. Each goes to the webhook_url of its intent.
public struct MoneyHashAnnouncer: PaymentAnnouncer {
    /// The event type of merchants' subscriptions. The type that MoneyHash names is in the body.
    static let eventType = "webhook"

    public init() {}

    public func events(of change: AnnouncedChange) -> [NewWebhookEvent] {
        guard let note = MoneyHashNote(change.payment.metadata) else { return [] }
        let payment = change.payment
        let view = TransactionView(payment: payment, steps: change.steps, note: note)
        if payment.authorizedAt != nil, change.before?.authorizedAt == nil {
            return [view.event(note.operation.rawValue, .successful)].compactMap(\.self)
        }
        if payment.hasFailed {
            guard change.before?.hasFailed != true else { return [] }
            return [view.event(note.operation.rawValue, .failed)].compactMap(\.self)
        }
        if payment.status == .pendingAuthentication, change.before == nil {
            return [view.event(note.operation.rawValue, view.waiting)].compactMap(\.self)
        }
        guard payment.authorizedAt != nil else { return [] }
        return change.steps.compactMap { view.event($0.kind.moneyHash, .successful, $0.number) }
    }
}

extension TransactionView {
    /// The members of webhooks, and of the answers to changes.
    ///
    /// - Parameter number: the number of the step; 0 for the first operation of the payment.
    func message(_ operation: String, _ code: OperationCode, _ number: Int = 0) -> [(String, JSONValue?)] {
        [
            ("status_id", .string(statusID(number, code))), ("operation_id", .string(operationID(number))),
            (
                "intent",
                [
                    "id": .string(note.intent), "created": .string(note.madeAt.spaced),
                    "custom_fields": note.customFields, "split_data": [], "custom_form_answers": .null,
                    "amount": ["value": payment.amount.number, "currency": .string(payment.amount.currency.code)],
                    "flow_data": .null,
                    "payment_status": PaymentStatusView.json(of: payment, in: payment.amount.currency),
                ]
            ),
            ("account", ["id": .string(note.account)]), ("transaction", inWebhook("\(operation).\(code.word)")),
        ]
    }

    fileprivate func event(_ operation: String, _ code: OperationCode, _ number: Int = 0) -> NewWebhookEvent? {
        note.webhookURL.flatMap { WebhookURL($0) }.map { url in
            var members: [(String, JSONValue?)] = [("type", .string("transaction.\(operation).\(code.word)"))]
            members += message(operation, code, number)
            members.append(("api_version", "1.1"))
            let body = JSONValue.members(members).webhookText
            return NewWebhookEvent(type: MoneyHashAnnouncer.eventType, body: body, url: url)
        }
    }
}

extension MoneyHash {
    /// The webhook about the end of an intent; nil without a subscriber.
    func intentEvent(_ found: FoundIntent, _ status: IntentStatus) -> NewWebhookEvent? {
        guard let url = found.intent.webhookURL.flatMap({ WebhookURL($0) }) else { return nil }
        let intent = IntentAnswer(found: found, status: status, account: account(of: found.intent.caller.merchant))
        let body: JSONValue = [
            "type": .string("intent.\(status.rawValue.lowercased())"), "intent_type": "PAYMENT",
            "data": ["intent_id": .string(found.intent.id), "intent": JSONValue(writing: intent)],
            "api_version": "1.1",
        ]
        return NewWebhookEvent(type: MoneyHashAnnouncer.eventType, body: body.webhookText, url: url)
    }
}

extension JSONValue {
    /// JSON that a receiver can read and write again without changing a byte, as some do before they compare the
    /// signature: no white space, text in UTF-8, escapes for what Rails escapes, and numbers as Ruby writes them.
    var webhookText: String {
        withPlainNumbers.jsonText.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += #"\u0026"#
            case "<": text += #"\u003c"#
            case ">": text += #"\u003e"#
            case "\u{2028}": text += #"\u2028"#
            case "\u{2029}": text += #"\u2029"#
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
