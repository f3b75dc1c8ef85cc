import GraphQL
import HTTPContract
import Ledger
import Payments
import Validation

/// `continueTransaction` and `cancelTransaction`: the later changes of a preauthorized transaction.
struct CompleteTransaction: Sendable {
    let call: StitchCall

    /// Captures the whole or a part. The rest goes back to the customer at once.
    func capture(_ input: JSONObject) async throws(FieldFailure) -> TransactionObject {
        try call.requireInitiation()
        let amount = try Money(input.object("amount"))
        return try await changed(input) { payments, id throws(PaymentFailure) in
            try await payments.capture(id, amount, isFinal: true)
        }
    }

    /// Gives everything back.
    func cancel(_ input: JSONObject) async throws(FieldFailure) -> TransactionObject {
        try call.require(.transactionCancel)
        return try await changed(input) { payments, id throws(PaymentFailure) in
            try await payments.void(id, isAfterCapture: false)
        }
    }

    private func changed(
        _ input: JSONObject,
        _ change: (Payments, PaymentID) async throws(PaymentFailure) -> SteppedPayment
    ) async throws(FieldFailure) -> TransactionObject {
        guard let payment = try await call.payment(input.text("transactionId") ?? "") else {
            throw FieldFailure(.notFound, "There is no transaction with this transactionId.")
        }
        guard payment.status == .authorized else {
            throw FieldFailure(
                .invalidInput, "Only a preauthorized transaction that was neither captured nor cancelled can change.")
        }
        return try await translating(FieldFailure.init) { () async throws(PaymentFailure) in
            call.shown(try await change(call.stitch.payments(of: call.client), payment.id).payment)
        }
    }
}
