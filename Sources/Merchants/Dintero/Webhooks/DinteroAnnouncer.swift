import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import Webhooks

/// Makes Dintero's callbacks: when a session is paid, and, if the callback_url asks for it, when a payment is declined
/// and when a transaction is changed. Parameters of the callback_url say which, and how it is called (Dintero,
/// "Handling payment").
public struct DinteroAnnouncer: PaymentAnnouncer {
    /// The only type of event: each goes to the address of its session.
    static let eventType = "callback"

    public init() {}

    public func events(of change: AnnouncedChange) -> [NewWebhookEvent] {
        guard let note = DinteroNote(change.payment.metadata),
            let url = note.callbackURL.flatMap({ WebhookURL($0) })
        else { return [] }
        let callback = Callback(url: url, note: note, payment: change.payment)
        let wasAuthorized = change.before?.authorizedAt != nil
        var events: [NewWebhookEvent?] = []
        if change.payment.authorizedAt != nil, !wasAuthorized {
            events.append(callback.event([]))
        } else if change.payment.declineReason != nil, callback.wants("report_error", "true") {
            events.append(callback.event([("error", "authorization")]))
        }
        for step in change.steps where wasAuthorized && callback.wants("report_event", step.kind.rawValue) {
            events.append(callback.event([("event", step.kind.rawValue), ("event_id", step.dinteroEventID)]))
        }
        return events.compactMap(\.self)
    }
}

/// A callback_url with the parameters in its query.
private struct Callback {
    let url: WebhookURL
    let note: DinteroNote
    let payment: Payment
    private let parameters: CallbackParameters

    init(url: WebhookURL, note: DinteroNote, payment: Payment) {
        (self.url, self.note, self.payment) = (url, note, payment)
        parameters = CallbackParameters(of: url.text)
    }

    func wants(_ name: String, _ value: String) -> Bool { parameters.have(name, value) }

    /// A GET, or a POST with the transaction.
    func event(_ more: [(name: String, value: String)]) -> NewWebhookEvent? {
        let id = DinteroID(note.session.account, payment.id).description
        let sessionName = wants("sid_parameter_name", "sid") ? "sid" : "session_id"
        let values = [
            ("transaction_id", id), (sessionName, note.session.description),
            ("merchant_reference", payment.externalReference ?? ""), ("time", payment.createdAt.dintero),
        ]
        return url.adding(values + more).map { url in
            NewWebhookEvent(
                type: DinteroAnnouncer.eventType, body: wants("method", "POST") ? body(id).jsonText : "", url: url,
                delaySeconds: parameters.delaySeconds ?? 0)
        }
    }

    private func body(_ id: String) -> JSONValue {
        .members([
            ("id", .string(id)), ("account_id", .string(note.session.account)),
            ("session_id", .string(note.session.description)),
            ("merchant_reference", .string(payment.externalReference ?? "")),
            ("amount", .number(String(payment.amount.minorUnits))),
            ("currency", .string(payment.amount.currency.code)), ("items", note.items),
            ("payment_product", "dintero_psp"), ("payment_product_type", .string(TransactionAnswer.productType)),
            ("status", .string(TransactionStatus(payment).rawValue)),
            ("created_at", .string(payment.createdAt.dintero)),
        ])
    }
}
