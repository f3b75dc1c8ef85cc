import Foundation
import HTTPContract
import Ledger
import Payments

/// An intent with all its data.
struct IntentAnswer: AnswerBody {
    let found: FoundIntent
    let status: IntentStatus
    let account: String
    /// Of MoneyHash's page; nil in webhooks.
    var embedURL: String?
    var state: IntentState?

    private var intent: Intent { found.intent }
    private var views: [TransactionView] { found.views }

    static let members: [AnswerMember<IntentAnswer>] = [
        .member(
            "embed_url", \.embedURL, example: "https://web.moneyhash.io/payments/embed/ePgw3gN/",
            "Where the customer pays if the merchant's own app or page does not do it."),
        .member("id", \.intent.id, example: "ePgw3gN", "The intent."),
        .member(
            "status", \.status.rawValue, as: .enumeration(IntentStatus.allCases.map(\.rawValue)),
            example: "UNPROCESSED", "Whether it can still be paid."),
        .member("amount", \.intent.amount.number, "In major units."),
        .member("amount_currency", \.intent.amount.currency.code, example: "USD", "ISO 4217."),
        .member("type", { _ in "Payin" }, example: "Payin", "Always Payin."),
        .member("account", \.account, example: "4L2W2bg", "The merchant's account."),
        .member("custom_fields", { $0.intent.request["custom_fields"] ?? JSONValue.null }, "As they were sent."),
        .member(
            "billing_data",
            { BillingData.json(of: $0.intent.request.object("billing_data"), BillingData.few) }, "As it was sent."),
        .member("transaction_provider_fields", { _ in [:] as JSONValue }, "Always empty."),
        .member("active_transaction", { $0.views.first?.inIntent ?? JSONValue.null }, "The newest, or null."),
        .member("transactions_count", { $0.views.count }, example: "1", "The number of the customer's attempts."),
        .member("transactions_history", { JSONValue.array($0.views.map(\.inIntent)) }, "All, the newest first."),
        .member("method", { $0.intent.method.map(TransactionView.methodOfProvider) ?? JSONValue.null }, "Or null."),
        .member("flow", { JSONValue.text($0.intent.request.text("flow_id")) }, "As it was sent."),
        .member("flow_data", { _ in JSONValue.null }, "Always null."),
        .member("is_live", \.intent.caller.isLive, example: "false", "Whether it was made with the live key."),
        .member("created", \.intent.madeAt.moneyHash, example: "2026-03-15T12:00:00.000000Z", "When it was made."),
        .member("template", { _ in JSONValue.null }, "Always null."),
        .member(
            "merchant_reference", { JSONValue.text($0.intent.request.text("merchant_reference")) },
            "As it was sent."),
        .member("customer", { JSONValue.text($0.intent.request.text("customer")) }, "As it was sent."),
        .member(
            "state", \.state?.rawValue, as: .enumeration(IntentState.allCases.map(\.rawValue)),
            example: "METHOD_SELECTION", "What comes next; not in webhooks."),
        .member(
            "payment_status",
            { PaymentStatusView.json(of: $0.found.payments.first, in: $0.intent.amount.currency) },
            "Where the money is, with balances."),
    ]
}

/// The answer to a request that makes an intent.
extension IntentAnswer {
    /// The members that the guide to version 1.1 prints. That version answers only these.
    private static let printed = ["embed_url", "id", "status"]

    static let newSchema = ObjectSchema(
        name: "NewIntentAnswer",
        members: schema.members.map { member in
            var member = member
            member.isRequired = printed.contains(member.name)
            return member
        })

    var asPrinted: JSONValue {
        guard case .object(let object) = JSONValue(writing: self) else { return .null }
        return .members(Self.printed.map { ($0, object[$0]) })
    }
}

extension FoundIntent {
    /// Its transactions, the newest first. Only the newest one has operations beside the first.
    var views: [TransactionView] {
        payments.enumerated().compactMap { index, payment in
            MoneyHashNote(payment.metadata).map {
                TransactionView(
                    payment: payment, steps: index == 0 ? steps : [], note: $0,
                    waitsForApp: index == 0 && intent.waitsForApp)
            }
        }
    }
}

/// An intent with the client's next step.
struct DetailsAnswer: AnswerBody {
    let found: FoundIntent
    let status: IntentStatus
    let state: IntentState
    let details: JSONValue
    /// Whether amounts have the form of version 1.1.
    let isOldVersion: Bool

    private var intent: Intent { found.intent }

    static let members: [AnswerMember<DetailsAnswer>] = [
        .member(
            "state", \.state.rawValue, as: .enumeration(IntentState.allCases.map(\.rawValue)),
            example: "METHOD_SELECTION", "What comes next."),
        .member("state_details", \.details, "The data that the next step requires, or null."),
        .member("selected_method", { JSONValue.text($0.intent.method?.rawValue) }, "Or null."),
        .member(
            "intent", { IntentSummary(found: $0.found, status: $0.status, isOldVersion: $0.isOldVersion) },
            "The intent in a few words."),
        .member("transaction", { $0.found.views.first?.inIntent ?? JSONValue.null }, "The newest, or null."),
    ]
}

extension DetailsAnswer {
    /// The guide prints selected_method before intent while a method is chosen, and behind it afterwards.
    var inPrintedOrder: JSONValue {
        let answer = JSONValue(writing: self)
        guard state != .methodSelection, case .object(let object) = answer else { return answer }
        let names = ["state", "state_details", "intent", "selected_method", "transaction"]
        return .members(names.map { ($0, object[$0]) })
    }
}

/// An intent in a few words.
struct IntentSummary: AnswerBody {
    let found: FoundIntent
    let status: IntentStatus
    let isOldVersion: Bool

    static let members: [AnswerMember<IntentSummary>] = [
        .member("id", \.found.intent.id, example: "ePgw3gN", "The intent."),
        .member("status", \.status.rawValue, example: "UNPROCESSED", "Whether it can still be paid."),
        .member("amount", \.amount, "The amount, in three forms."),
        .member(
            "expiration_date", { JSONValue.text($0.found.intent.expiresAt?.moneyHash) }, "When it ends, or null."),
        .member("is_live", \.found.intent.caller.isLive, example: "false", "Whether it was made with the live key."),
    ]

    /// In version 1.1 the value is a text with the currency, and the formatted one is a number.
    private var amount: JSONValue {
        let amount = found.intent.amount
        return [
            "value": isOldVersion ? .string(amount.majorUnits + amount.currency.code) : amount.number,
            "currency": .string(amount.currency.code),
            "formatted": isOldVersion ? amount.number : .string(amount.description),
        ]
    }
}
