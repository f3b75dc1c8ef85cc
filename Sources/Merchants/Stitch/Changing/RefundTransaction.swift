import GraphQL
import HTTPContract
import Ledger
import Payments
import Validation

/// `refundTransactionInitiate`: gives back the whole or a part of a captured transaction.
struct RefundTransaction: Sendable {
    let call: StitchCall

    func run(_ input: JSONObject) async throws(FieldFailure) -> RefundObject {
        try call.require(.refund)
        let refund = input.object("refundInput") ?? JSONObject()
        let amount = try Money(refund.object("amount"))
        let nonce = try StitchCall.nonce(refund)
        var note = StitchNote(metadata: try StitchCall.metadata(refund))
        note.refundReason = refund.text("reason")
        guard let payment = try await call.payment(input.text("originalPaymentId") ?? "") else {
            throw FieldFailure(.notFound, "There is no transaction with this originalPaymentId.")
        }
        return try await translating(FieldFailure.init) { () async throws(PaymentFailure) -> RefundObject in
            let refunded = try await call.stitch.payments(of: call.client).refund(
                payment.id, amount, nonce: nonce, externalReference: refund.text("externalReference"),
                metadata: note.text)
            return RefundObject(step: refunded.step, original: call.shown(refunded.payment))
        }
    }
}
