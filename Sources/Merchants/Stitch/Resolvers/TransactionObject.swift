import Foundation
import GraphQL
import HTTPContract
import Payments

/// A transaction as Stitch shows it.
struct TransactionObject: GraphQLObject {
    let payment: Payment
    /// Where the customer goes for 3-D Secure.
    let interactionURL: String

    init(_ payment: Payment, _ settings: StitchSettings) {
        self.payment = payment
        interactionURL = "\(settings.interactionURL)/\(payment.id)"
    }

    var typeName: String { payment.stitchTypeName }

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(payment.id.description)
        case "amount": payment.amount.stitchValue
        case "state": .object(TransactionState(payment))
        case "externalReference": .optional(payment.externalReference)
        case "nonce": .optional(payment.nonce)
        case "interactionUrl": payment.status == .pendingAuthentication ? .text(interactionURL) : .null
        case "retrievalReferenceNumber": .text(payment.reference)
        case "metadata": metadata
        default: throw .unresolved(field, of: typeName)
        }
    }

    /// What the merchant sent with the transaction.
    private var metadata: FieldValue {
        payment.metadata.flatMap { try? JSONValue(parsing: Array($0.utf8)) }.map { .leaf($0) } ?? .null
    }
}

extension Payment {
    /// The type of its transaction.
    var stitchTypeName: String {
        switch wallet {
        case .google: "GooglePayTransaction"
        case .samsung: "SamsungPayTransaction"
        case .apple, nil: "ApplePayTransaction"
        }
    }
}

/// The member of `TransactionState` that a transaction is in.
enum TransactionState: GraphQLObject {
    case pending(String)
    case success(Date)
    case failure(Date, String)
    case cancelled(Date)

    init(_ payment: Payment) {
        switch payment.status {
        case .created: self = .pending("authorizationNotFinalised")
        case .pendingAuthentication: self = .pending("waitingFor3dSecure")
        case .authorized, .captured, .refunded:
            self = .success(payment.capturedAt ?? payment.authorizedAt ?? payment.createdAt)
        case .declined:
            let reason = payment.authentication?.stitchReason ?? (payment.declineReason ?? .malfunction).stitchReason
            self = .failure(payment.createdAt, reason)
        case .voided: self = .cancelled(payment.createdAt)
        case .expired: self = .failure(payment.createdAt, "secure3dNotCompleted")
        }
    }

    var typeName: String {
        switch self {
        case .pending: "TransactionPending"
        case .success: "TransactionSuccess"
        case .failure: "TransactionFailure"
        case .cancelled: "TransactionCancelled"
        }
    }

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch (self, field) {
        case (.pending(let reason), "reason"), (.failure(_, let reason), "reason"): .text(reason)
        case (.cancelled, "reason"): .null
        case (.success(let date), "date"), (.failure(let date, _), "date"), (.cancelled(let date), "date"):
            .text(Timestamp(secondsSince1970: Int64(date.timeIntervalSince1970)).description)
        default: throw .unresolved(field, of: typeName)
        }
    }
}

extension PaymentAuthentication {
    /// The member of `TransactionStateReason` for a transaction that failed because of it; nil if it did not.
    fileprivate var stitchReason: String? {
        switch self {
        case .authenticated: nil
        case .declined: "secure3dDeclined"
        case .notCompleted: "secure3dNotCompleted"
        case .lookupFailed: "secure3dLookupFailed"
        }
    }
}

extension DeclineReason {
    /// The member of `TransactionStateReason`. The choice is Tessera's; every member is documented.
    var stitchReason: String {
        switch self {
        case .insufficientFunds: "insufficientFunds"
        case .suspended, .closed, .lost, .stolen: "restrictedCard"
        case .expired, .unknownCard: "invalidCardError"
        case .amountLimit, .countLimit, .notPermitted, .doNotHonor: "authorizationFailed"
        case .cryptogramRefused, .wrongCVV2, .wrongPIN: "authenticationError"
        case .notAuthenticated: "secure3dDeclined"
        case .malfunction: "downstreamProviderUnavailable"
        }
    }
}

/// A list of transactions.
struct TransactionConnection: GraphQLObject {
    let transactions: [TransactionObject]
    let typeName = "TransactionConnection"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        guard field == "edges" else { throw .unresolved(field, of: typeName) }
        return .objects(transactions.map { TransactionEdge(transaction: $0) })
    }
}

struct TransactionEdge: GraphQLObject {
    let transaction: TransactionObject
    let typeName = "TransactionEdge"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        guard field == "node" else { throw .unresolved(field, of: typeName) }
        return .object(transaction)
    }
}

extension PaymentStep {
    /// The id of its refund.
    var stitchID: String { "\(payment)-\(number)" }
}

/// A refund as Stitch shows it.
struct RefundObject: GraphQLObject {
    let step: PaymentStep
    let typeName = "WalletRefundTransaction"

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(step.stitchID)
        case "amount": step.amount.stitchValue
        case "nonce": .text(step.nonce ?? "")
        case "state": .object(TransactionState.success(step.at))
        default: throw .unresolved(field, of: typeName)
        }
    }
}
