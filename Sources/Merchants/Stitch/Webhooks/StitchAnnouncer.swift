import GraphQL
import HTTPContract
import Identifiers
import Payments
import Webhooks

/// A type of event that a client can ask for (docs.stitch.money/webhooks/types).
enum WebhookFilterType: String, CaseIterable {
    case transaction
    case refund
    // The following events are those of other products, so they do not happen here.
    case payment
    case paymentConfirmation = "payment.confirmation"
    case consentRequest = "payment-consent-request"
    case disbursement
    case settlement
    case directDeposit = "direct-deposit"
    case paymentInitiation = "payment-initiation"
    case paymentInitiationConfirmation = "payment-initiation.confirmation"

    var hasEvents: Bool { self == .transaction || self == .refund }
}

/// Makes Stitch's webhooks: when a transaction ends, and when it is refunded. The form of their bodies is Tessera's:
/// the fields of the GraphQL answer, at the place where Stitch's older webhooks have them.
public struct StitchAnnouncer: PaymentAnnouncer {
    public init() {}

    public func events(of change: AnnouncedChange) -> [NewWebhookEvent] {
        let state = TransactionState(change.payment, voidedAt: change.steps.last { $0.kind == .void }?.at)
        let before = change.before.map { TransactionState($0).typeName }
        let hasEnded = state.typeName != before && !state.isPending
        let refunds = change.steps.filter { $0.kind == .refund }
        return (hasEnded ? [Self.event(.transaction, of: "transactions", Self.transaction(change.payment, state))] : [])
            + refunds.map { Self.event(.refund, of: "refunds", Self.refund($0, of: change.payment)) }
    }

    private static func event(_ type: WebhookFilterType, of list: String, _ node: JSONValue) -> NewWebhookEvent {
        let body: JSONValue = [
            "type": .string(type.rawValue), "data": ["client": [list: ["node": node]]],
        ]
        return NewWebhookEvent(type: type.rawValue, body: body.jsonText)
    }

    /// The type's name says which wallet the customer used.
    private static func transaction(_ payment: Payment, _ state: TransactionState) -> JSONValue {
        [
            "__typename": .string(payment.stitchTypeName), "id": .string(payment.id.description),
            "amount": payment.stitchAmount.stitchJSON, "state": state.json,
            "externalReference": .text(payment.externalReference), "nonce": .text(payment.nonce),
            "retrievalReferenceNumber": .string(payment.reference),
            "metadata": StitchNote(payment.metadata).metadata ?? .null,
        ]
    }

    private static func refund(_ step: PaymentStep, of payment: Payment) -> JSONValue {
        [
            "__typename": "WalletRefundTransaction", "id": .string(step.stitchID),
            "amount": step.amount.stitchJSON, "state": TransactionState.success(step.at).json,
            "externalReference": .text(step.externalReference), "nonce": .text(step.nonce),
            "originalTransaction": [
                "__typename": .string(payment.stitchTypeName), "id": .string(payment.id.description),
                "externalReference": .text(payment.externalReference),
            ],
        ]
    }
}

extension TransactionState {
    fileprivate var isPending: Bool { if case .pending = self { true } else { false } }

    /// With the fields that this state has.
    fileprivate var json: JSONValue {
        let fields = ["date", "reason"].compactMap { field -> (String, JSONValue)? in
            guard case .leaf(let value)? = try? resolve(field, JSONObject()) else { return nil }
            return (field, value)
        }
        return .object(JSONObject([("__typename", .string(typeName))] + fields))
    }
}

extension JSONValue {
    fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
