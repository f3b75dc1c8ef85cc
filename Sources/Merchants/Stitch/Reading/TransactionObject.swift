import CardSecrets
import Foundation
import GraphQL
import HTTPContract
import Identifiers
import Ledger
import Payments

/// A transaction as Stitch shows it.
struct TransactionObject: GraphQLObject {
    let payment: Payment
    let call: StitchCall
    /// Read once, however often its members are asked for.
    private let note: StitchNote

    init(payment: Payment, call: StitchCall) {
        (self.payment, self.call) = (payment, call)
        note = StitchNote(payment.metadata)
    }

    var typeName: String { payment.stitchTypeName }

    func resolve(_ field: String, _ arguments: JSONObject) async throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(payment.id.description)
        case "amount": payment.stitchAmount.stitchValue
        case "state": .object(try await state())
        case "externalReference": .optional(payment.externalReference)
        case "nonce": .optional(payment.nonce)
        case "interactionUrl": payment.status == .pendingAuthentication ? .text(interactionURL) : .null
        case "retrievalReferenceNumber": .text(payment.reference)
        case "metadata": note.metadata.map { .leaf($0) } ?? .null
        case "refunds": .objects(try await refunds())
        case "secure3d": note.secure3d.map { .object(Secure3dObject(reason: $0)) } ?? .null
        case "network": .text(payment.scheme.stitchName)
        case "last4": .text(payment.lastFour)
        case "eci": .optional(payment.eci)
        case "card", "bin", "maskedPan": try await ofInstrument(field)
        // Only a refund comes from another transaction.
        case "originalTransaction": .null
        default: throw .unresolved(field, of: typeName)
        }
    }

    /// Where the customer goes for 3-D Secure.
    private var interactionURL: String { "\(call.interactionURL)/\(payment.id)" }

    func refunds() async throws(FieldFailure) -> [RefundObject] {
        try await call.reading.steps(of: payment).filter { $0.kind == .refund }
            .map { RefundObject(step: $0, original: self) }
    }

    private func ofInstrument(_ field: String) async throws(FieldFailure) -> FieldValue {
        guard let instrument = try await call.reading.instrument(of: payment) else { return .null }
        switch field {
        case "card":
            return CardObject(payment, instrument, using: call.stitch.clients.vault).map { .object($0) } ?? .null
        case "bin": return .text(instrument.pan.bin)
        default: return .text("\(instrument.pan.bin)******\(payment.lastFour)")
        }
    }

    private func state() async throws(FieldFailure) -> TransactionState {
        guard [.voided, .expired].contains(payment.status) else { return TransactionState(payment) }
        let void = try await call.reading.steps(of: payment).last { $0.kind == .void }
        return TransactionState(payment, voidedAt: void?.at)
    }
}

extension Payment {
    /// The captured amount, or before a capture the requested one.
    var stitchAmount: Money { captured.isPositive ? captured : amount }

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

    /// - Parameter voidedAt: when the money went back, if it did.
    init(_ payment: Payment, voidedAt: Date? = nil) {
        switch payment.status {
        // Money that is only authorized is not captured yet, so it is no success (Stitch's guide, "Transaction
        // Statuses").
        case .created, .authorized: self = .pending("authorizationNotFinalised")
        case .pendingAuthentication: self = .pending("waitingFor3dSecure")
        case .captured, .refunded: self = .success(payment.capturedAt ?? payment.createdAt)
        case .declined:
            let reason = payment.authentication?.stitchReason ?? (payment.declineReason ?? .malfunction).stitchReason
            self = .failure(payment.createdAt, reason)
        case .expired where payment.authorizedAt == nil: self = .failure(payment.createdAt, "secure3dNotCompleted")
        case .voided, .expired: self = .cancelled(voidedAt ?? payment.createdAt)
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
    let original: TransactionObject
    let typeName = "WalletRefundTransaction"
    private let note: StitchNote

    init(step: PaymentStep, original: TransactionObject) {
        (self.step, self.original) = (step, original)
        note = StitchNote(step.metadata)
    }

    /// The id of a transaction and the number of a refund; nil for the id of something else.
    static func parts(of id: String) -> (transaction: String, number: Int)? {
        guard let dash = id.lastIndex(of: "-"), id.utf8.count > 37, let number = Int(id[dash...].dropFirst()) else {
            return nil
        }
        return (String(id[..<dash]), number)
    }

    func resolve(_ field: String, _ arguments: JSONObject) throws(FieldFailure) -> FieldValue {
        switch field {
        case "id": .text(step.stitchID)
        case "amount": step.amount.stitchValue
        case "state": .object(TransactionState.success(step.at))
        case "externalReference": .optional(step.externalReference)
        case "nonce": .optional(step.nonce)
        case "originalTransaction": .object(original)
        case "retrievalReferenceNumber": .text(step.reference)
        case "metadata": note.metadata.map { .leaf($0) } ?? .null
        case "reason": .optional(note.refundReason)
        // Stitch's documentation does not describe an `initiator`.
        case "interactionUrl", "initiator": .null
        default: throw .unresolved(field, of: typeName)
        }
    }
}
