import Foundation
import HTTPContract
import Payments

/// The gateway's own data about a payment: the content of the webhooks about its intent. It is stored as JSON with the
/// payment.
struct MoneyHashNote: Sendable {
    let intent: String
    let madeAt: Date
    let operation: IntentOperation
    let account: String
    let webhookURL: String?
    let reference: String?
    let billing: JSONObject?
    let customFields: JSONValue
    /// The payment method; nil if ``Payment/wallet`` is the method.
    let method: PaymentMethod?
    /// The saved card that pays, as MoneyHash shows it.
    let card: JSONObject?
    let plan: InstallmentPlan?
    /// Whether to save the card after the payment.
    let savesCard: Bool

    init(_ intent: Intent, account: String, _ charge: Charge) {
        (self.intent, madeAt, operation) = (intent.id, intent.madeAt, intent.operation)
        (self.account, webhookURL) = (account, intent.webhookURL)
        reference = intent.request.text("merchant_reference")
        billing = charge.billing ?? intent.request.object("billing_data")
        customFields = intent.request["custom_fields"] ?? .null
        method = charge.plan == nil ? intent.method.flatMap { $0.provider == nil ? nil : $0 } : .bankInstallments
        if case .object(let card)? = charge.card?.payingToken { self.card = card } else { card = nil }
        (plan, savesCard) = (charge.plan, charge.savesCard && intent.customer != nil)
    }

    /// - Returns: nil if the text is not what ``text`` writes.
    init?(_ text: String?) {
        guard let text, case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)),
            let intent = members.text("intent"), let account = members.text("account"),
            let operation = members.text("operation").flatMap({ IntentOperation(rawValue: $0) }),
            case .array(let time)? = members["made_at"], case .number(let seconds)? = time.first,
            case .number(let millis)? = time.last, let seconds = Int64(seconds), let millis = Int64(millis)
        else { return nil }
        (self.intent, self.account, self.operation) = (intent, account, operation)
        madeAt = Date(timeIntervalSince1970: Double(seconds) + Double(millis) / 1000)
        (webhookURL, reference) = (members.text("webhook_url"), members.text("merchant_reference"))
        (billing, customFields) = (members.object("billing_data"), members["custom_fields"] ?? .null)
        method = members.text("method").flatMap { PaymentMethod(rawValue: $0) }
        card = members.object("card")
        if case .number(let months)? = members["plan_months"] {
            plan = InstallmentPlan.all.first { String($0.months) == months }
        } else {
            plan = nil
        }
        savesCard = members["saves_card"] == .boolean(true)
    }

    var text: String {
        // As one number, the milliseconds of some years look like a card's number.
        let millis = Int64((madeAt.timeIntervalSince1970 * 1000).rounded())
        let time = [millis / 1000, millis % 1000].map { JSONValue.number(String($0)) }
        return JSONValue.members([
            ("intent", .string(intent)), ("made_at", .array(time)),
            ("operation", .string(operation.rawValue)), ("account", .string(account)),
            ("webhook_url", webhookURL.map { .string($0) }), ("merchant_reference", reference.map { .string($0) }),
            ("billing_data", billing.map { .object($0) }), ("custom_fields", customFields),
            ("method", method.map { .string($0.rawValue) }), ("card", card.map { .object($0) }),
            ("plan_months", plan.map { .number(String($0.months)) }), ("saves_card", savesCard ? true : nil),
        ]).jsonText
    }
}
