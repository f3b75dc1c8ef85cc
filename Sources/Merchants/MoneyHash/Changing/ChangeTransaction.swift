import Foundation
import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments
import Validation

/// The form of a request to capture or to refund.
enum ChangeForm {
    static let form = RequestForm(
        name: "MoneyHashChange",
        members: [RequestMember("amount", .decimal, "In major units; everything that is left if absent.")])
}

extension MoneyHash {
    /// A transaction of the merchant.
    func transaction(_ id: String?, of caller: MoneyHashCaller) async throws -> Payment {
        guard let id = id.flatMap({ PaymentID($0) }), let payment = try await payments.payment(id),
            payment.merchant == caller.merchant, payment.gateway == .moneyHash,
            let note = MoneyHashNote(payment.metadata), try await intent(note.intent).intent.caller == caller
        else { throw MoneyHashError.notFound }
        return payment
    }

    /// - Parameter key: of idempotency, if the request has one.
    func capture(
        _ payment: Payment, _ members: RequestMembers, key: MoneyHashIdempotencyKey?
    ) async throws -> ChangeAnswer {
        let amount = try Self.amount(members, payment)
        return try await change(payment, .capture, key) { nonce throws(PaymentFailure) in
            try await payments.capture(payment.id, amount, isFinal: false, nonce: nonce)
        }
    }

    func refund(
        _ payment: Payment, _ members: RequestMembers, key: MoneyHashIdempotencyKey?
    ) async throws -> ChangeAnswer {
        let amount = try Self.amount(members, payment)
        return try await change(payment, .refund, key) { nonce throws(PaymentFailure) in
            try await payments.refund(payment.id, amount, nonce: nonce)
        }
    }

    /// Gives back the held amount that is not captured.
    func void(_ payment: Payment, key: MoneyHashIdempotencyKey?) async throws -> ChangeAnswer {
        guard payment.left.isPositive else {
            throw MoneyHashError.invalid("transaction", "Nothing is available to void.")
        }
        return try await change(payment, .void, key) { nonce throws(PaymentFailure) in
            try await payments.void(payment.id, payment.left, nonce: nonce, isAfterCapture: false)
        }
    }

    /// Makes a change once for each key, also if the first answer could not be kept: money does not move twice.
    private func change(
        _ payment: Payment, _ kind: PaymentStep.Kind, _ key: MoneyHashIdempotencyKey?,
        _ make: (_ nonce: String?) async throws(PaymentFailure) -> SteppedPayment
    ) async throws -> ChangeAnswer {
        let changed: SteppedPayment
        do throws(PaymentFailure) {
            changed = try await payments.once(kind, of: payment.id, under: key?.description, make).made
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            throw MoneyHashError(refusal, about: "amount")
        }
        let steps = try await payments.steps(of: payment.id)
        guard let note = MoneyHashNote(changed.payment.metadata)
        else { throw PaymentFailure.damaged("the note of payment \(payment.id)") }
        let view = TransactionView(payment: changed.payment, steps: steps, note: note)
        return ChangeAnswer(view: view, step: changed.step)
    }

    private static func amount(_ sent: RequestMembers, _ payment: Payment) throws(MoneyHashError) -> Money? {
        var members = sent
        let amount = members.amount("amount", in: payment.amount.currency)
        try members.check()
        return amount
    }
}

/// The answer to a change: the content of its webhook, with all operations of the transaction.
struct ChangeAnswer: AnswerBody {
    let view: TransactionView
    let step: PaymentStep

    private subscript(name: String) -> JSONValue {
        let members = view.message(step.kind.moneyHash, .successful, step.number)
        return members.first { $0.0 == name }?.1 ?? .null
    }

    static let members: [AnswerMember<ChangeAnswer>] = [
        .member("status_id", { $0["status_id"] }, "Names the operation's status."),
        .member("operation_id", { $0["operation_id"] }, "Names the operation."),
        .member("intent", { $0["intent"] }, "The intent, with payment_status and its balances."),
        .member("account", { $0["account"] }, "The merchant's account."),
        .member("transaction", { $0["transaction"] }, "The transaction with all its operations."),
    ]
}
