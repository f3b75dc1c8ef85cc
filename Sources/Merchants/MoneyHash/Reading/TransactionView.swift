import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

/// A payment as MoneyHash shows it: a transaction with its operations.
struct TransactionView: Sendable {
    let payment: Payment
    let steps: [PaymentStep]
    let note: MoneyHashNote
    /// Whether the customer is asked in the bank's app.
    var waitsForApp = false

    private var currency: Currency { payment.amount.currency }

    // MARK: Operations

    /// The first operation, and those that followed; a purchase contains its capture.
    var operations: [JSONValue] { [first] + following.map { operation($0) } }

    private var following: [PaymentStep] {
        guard payment.authorizedAt != nil else { return [] }
        return payment.capturesAtOnce ? Array(steps.drop { $0.number == 1 && $0.kind == .capture }) : steps
    }

    private var first: JSONValue {
        operation(
            0, note.operation.rawValue, payment.amount, code, at: payment.authorizedAt ?? payment.createdAt)
    }

    private var code: OperationCode {
        if payment.authorizedAt != nil { return .successful }
        if payment.hasFailed { return .failed }
        guard payment.status == .pendingAuthentication else { return .pending }
        return waiting
    }

    /// The code while the customer has to act.
    var waiting: OperationCode {
        if let provider = method.provider {
            return provider.way == .page ? .pendingOnlineExternalAction : .pendingExternalAction
        }
        // Only a purchase has a word for it.
        return waitsForApp && note.operation == .purchase ? .pendingExternalAction : .pendingAuthentication
    }

    /// The earlier codes of the first operation.
    private var earlier: [OperationCode] {
        let hadChallenge = payment.status == .pendingAuthentication || payment.authentication != nil
        guard method.provider == nil else { return [.pending, waiting] }
        return [.pending] + (hadChallenge ? [.pendingAuthentication] : [])
    }

    private func operation(_ step: PaymentStep) -> JSONValue {
        operation(step.number, step.kind.moneyHash, step.amount, .successful, at: step.at, refund: step)
    }

    private func operation(
        _ number: Int, _ type: String, _ amount: Money, _ code: OperationCode, at time: Date,
        refund step: PaymentStep? = nil
    ) -> JSONValue {
        let began = (number == 0 ? earlier : [.pending]).filter { $0 != code }.map { earlier in
            status(number, earlier, created: number == 0 ? payment.createdAt : time)
        }
        let statuses = began + [status(number, code, created: time)]
        let refundType = step?.kind == .refund ? (amount == payment.captured ? "FULL" : "PARTIAL") : nil
        return [
            "id": .string(operationID(number)), "type": .string(type), "status": .string(code.word),
            "amount": ["value": amount.number, "currency": .string(currency.code)],
            "latest_status": status(number, code),
            "statuses": .array(statuses), "refund_type": .text(refundType), "custom_fields": .null, "extra": [:],
            "rrn": .string(step?.reference ?? payment.reference), "arn": .null,
            "authorization_code": number == 0 ? .text(approvalCode) : .null,
        ]
    }

    private func status(_ number: Int, _ code: OperationCode, created: Date? = nil) -> JSONValue {
        let words = code == .failed ? FailureWords(payment, with: method) : nil
        return [
            "id": .string(statusID(number, code)), "value": .string(code.word), "code": .string(code.rawValue),
            "provider_error_code": .text(words?.code), "provider_error_message": .text(words?.message),
            "message": .string(code.message),
            "localized_message": .string(code.message), "created": created.map { .string($0.spaced) },
        ]
    }

    /// - Parameter number: the number of the step; 0 for the first operation of the payment.
    func operationID(_ number: Int) -> String { ShortID.of(payment.id.description, "operation", String(number)) }

    func statusID(_ number: Int, _ code: OperationCode) -> String {
        ShortID.of(payment.id.description, "status", String(number), code.rawValue)
    }

    // MARK: The transaction

    /// As an intent contains it.
    var inIntent: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("id", .string(payment.id.description)), ("custom_fields", .null),
            ("created", .string(payment.createdAt.moneyHash)), ("status", .string(word)),
            ("amount", .string(payment.amount.majorUnits)), ("amount_currency", .string(currency.code)),
            ("billing_data", BillingData.json(of: note.billing, BillingData.all)),
            ("external_action_message", messages), ("payment_method", .string(method.rawValue)),
            ("payment_method_name", .string(method.name)),
            ("custom_form_answers", .null), ("custom_message", ""), ("account", .string(note.account)),
            ("provider_transaction_fields", [:]), ("provider_signature_match", false),
            ("service_provider", .string(Self.provider)),
        ]
        return .members(members + ending)
    }

    private var word: String {
        switch code {
        case .successful: "SUCCESSFUL"
        case .failed: "FAILED"
        case .pending: "PENDING"
        case .pendingAuthentication: "PENDING_AUTHENTICATION"
        case .pendingExternalAction: "PENDING_EXTERNAL_ACTION"
        case .pendingOnlineExternalAction: "PENDING_ONLINE_EXTERNAL_ACTION"
        }
    }

    /// The instruction for a customer who must act elsewhere.
    private var messages: JSONValue {
        guard payment.status == .pendingAuthentication else { return [] }
        if let provider = method.provider {
            return provider.instruction(for: payment, note.billing).map { [.string($0)] } ?? []
        }
        guard waitsForApp else { return [] }
        return [.string("Open the app of your bank, and approve the payment of \(payment.amount) there.")]
    }

    /// As webhooks contain it.
    ///
    /// - Parameter event: such as `purchase.successful`.
    func inWebhook(_ event: String) -> JSONValue {
        let members: [(String, JSONValue?)] = [
            ("type", "payment"), ("id", .string(payment.id.description)),
            ("created", .string(payment.createdAt.spaced)), ("status", .string(event)),
            ("billing_data", BillingData.json(of: note.billing, BillingData.all)),
            ("external_action_message", messages),
            ("provider_transaction_fields", [:]), ("custom_message", ""), ("shipping_data", .null),
        ]
        return .members(members + ending)
    }

    /// The members that webhooks and answers share.
    private var ending: [(String, JSONValue?)] {
        [
            ("method", Self.methodOfProvider(method)), ("operations", .array(operations)), ("fraud_decision", .null),
            ("device_check", .null), ("paying_card_token", note.card.map { .object($0) } ?? .null),
            ("authorization_code", .text(approvalCode)),
            ("payment_method_details", details), ("merchant_reference", .text(note.reference)),
            (
                "provider_unique_reference",
                ["key": "retrieval_reference_number", "value": .string(payment.reference)]
            ),
            ("authentication_data", .null), ("trx_rrn", .string(payment.reference)),
            ("full_capture", .boolean(payment.captured == payment.amount)), ("ip", .null),
            ("installment_plan", note.plan.map { $0.json(of: payment.amount) }),
        ]
    }

    private var method: PaymentMethod { note.method ?? PaymentMethod(payment.wallet) }

    private var approvalCode: String? { method.provider == nil ? payment.approvalCode : nil }

    private var details: JSONValue {
        guard method.provider == nil else {
            return ["type": .string(method.rawValue), "data": .null, "provider_data": .null]
        }
        return [
            "type": .string(method.rawValue),
            "data": [
                "bin": .null, "type": .null, "brand": .string(payment.scheme.moneyHash), "issuer": .null,
                "last_4": .string(payment.lastFour), "country": .null, "expiry_year": .null, "expiry_month": .null,
                "card_holder_name": .null,
            ],
            "provider_data": .null,
        ]
    }

    // MARK: The provider

    /// The provider behind the gateway, which is the issuer.
    private static let provider = ShortID.of("provider")

    static func methodOfProvider(_ method: PaymentMethod) -> JSONValue {
        [
            "id": .string(ShortID.of("method", method.rawValue)), "display_name": .string("Tessera - \(method.name)"),
            "service_provider": ["id": .string(provider), "display_name": "Tessera"],
        ]
    }
}

extension PaymentStep.Kind {
    /// The type of an operation.
    var moneyHash: String {
        switch self {
        case .capture: "capture"
        case .void: "void"
        case .refund: "refund"
        }
    }
}

extension CardScheme {
    var moneyHash: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "MasterCard"
        case .discover: "Discover"
        case .other: "Other"
        }
    }
}

extension Date {
    /// With microseconds, as MoneyHash writes most times: `2026-03-15T12:00:00.000000Z`.
    var moneyHash: String { "\(second).\(micros)Z" }

    /// As it writes the others: `2026-03-15 12:00:00.000000+00:00`.
    var spaced: String { "\(second.replacing("T", with: " ")).\(micros)+00:00" }

    private var second: String { String(Timestamp(self).description.dropLast()) }

    /// The clock counts whole milliseconds.
    private var micros: String {
        let millis = Int64((timeIntervalSince1970 * 1000).rounded(.down))
        return String(String(1000 + ((millis % 1000) + 1000) % 1000).dropFirst()) + "000"
    }
}
