import Foundation
import HTTPContract
import Ledger
import Payments

/// One event in the life of a transaction.
struct TransactionEvent: AnswerBody {
    let id: String
    let name: String
    let status: TransactionStatus
    let at: Date
    var amount: Int64?
    var reference: String?
    var items: JSONValue?
    var error: TransactionEventError?

    static let members: [AnswerMember<TransactionEvent>] = [
        .member("id", \.id, example: "2", "Counts the events of a transaction."),
        .member("event", \.name, example: "CAPTURE", "INITIALIZE, AUTHORIZE, CAPTURE, REFUND or VOID."),
        .member("success", { $0.error == nil }, example: "true", "Whether it was done."),
        .member("transaction_status", \.status.rawValue, example: "CAPTURED", "The status afterwards."),
        .member("amount", { $0.amount.map { Int($0) } }, example: "20100", "In minor units."),
        .member("items", \.items, "What it was for, as the request said."),
        .member("event_reference", \.reference, example: "shipment-1", "The merchant's own name for it."),
        .member("created_at", { $0.at.dintero }, example: "2026-03-15T12:00:00.000Z", "When it happened."),
        .member("error", \.error, "Why it was not done."),
    ]

    /// The events of a payment with its steps, the oldest first.
    static func all(of payment: Payment, _ steps: [PaymentStep]) -> [TransactionEvent] {
        var events = [TransactionEvent(id: "1", name: "INITIALIZE", status: .initiated, at: payment.createdAt)]
        if let reason = payment.declineReason {
            events.append(
                TransactionEvent(
                    id: "2", name: "AUTHORIZE", status: .failed, at: payment.createdAt,
                    amount: payment.amount.minorUnits, error: TransactionEventError(reason, at: payment.createdAt)))
        } else if let time = payment.authorizedAt {
            events.append(
                TransactionEvent(
                    id: "2", name: "AUTHORIZE", status: .authorized, at: time, amount: payment.authorized.minorUnits))
        }
        guard payment.authorizedAt != nil else { return events }
        var (captured, refunded): (Int64, Int64) = (0, 0)
        for step in steps {
            switch step.kind {
            case .capture: captured += step.amount.minorUnits
            case .refund: refunded += step.amount.minorUnits
            case .void: break
            }
            let status = captured == 0
                ? .voided
                : TransactionStatus(captured: captured, refunded: refunded, of: payment.amount.minorUnits)
            events.append(
                TransactionEvent(
                    id: step.dinteroEventID, name: step.kind.rawValue, status: status, at: step.at,
                    amount: step.amount.minorUnits, reference: step.onceReference,
                    items: StepNote(step.metadata).items))
        }
        return events
    }
}

/// Why an authorization failed.
struct TransactionEventError: AnswerBody {
    let reason: DeclineReason
    let at: Date

    init(_ reason: DeclineReason, at: Date) { (self.reason, self.at) = (reason, at) }

    /// When a card that was declined may be tried again.
    private static let retrySeconds = 24.0 * 3600

    static let members: [AnswerMember<TransactionEventError>] = [
        .member("code", \.reason.dinteroType.rawValue, example: "INSUFFICIENT_FUNDS", "The type again."),
        .member("message", \.reason.dinteroMessage, example: "The issuer declined.", "In words."),
        .member(
            "type", { [$0.reason.dinteroType.rawValue] }, example: "INSUFFICIENT_FUNDS", "Dintero's types of errors."),
        .member("retry_policy", { RetryPolicy(error: $0) }, "Whether it may be tried again."),
    ]

    struct RetryPolicy: AnswerBody {
        let error: TransactionEventError

        static let members: [AnswerMember<RetryPolicy>] = [
            .member(
                "retry_codes", { [$0.error.reason.dinteroRetry] }, example: "DO_NOT_RETRY",
                "DO_NOT_RETRY, RETRY_IMMEDIATELY or RETRY_AFTER_DELAY."),
            .member(
                "retry_after",
                { policy in
                    policy.error.reason.dinteroRetry == "RETRY_AFTER_DELAY"
                        ? (policy.error.at + retrySeconds).dintero : nil
                },
                example: "2026-03-16T12:00:00.000Z", "Only for RETRY_AFTER_DELAY."),
        ]
    }
}

extension PaymentStep {
    /// The id of its event: the first two are those of the authorization.
    var dinteroEventID: String { String(number + 2) }
}

extension Date {
    /// With milliseconds, as Dintero writes times: `2026-03-15T12:00:00.000Z`.
    var dintero: String {
        let fraction = String(String(1000 + ((dinteroMilliseconds % 1000) + 1000) % 1000).dropFirst())
        return "\(Timestamp(self).description.dropLast()).\(fraction)Z"
    }

    /// The time of ``dintero``, in milliseconds since 1970.
    var dinteroMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }
}
