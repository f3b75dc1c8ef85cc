import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import Validation

/// The body of a request to capture or to refund.
struct ChangeBody: RequestBody {
    var amount: Int?
    var captureReference: String?
    var refundReference: String?
    var reason: String?
    var isFinal: Bool?

    static let isClosed = false
    static let members: [BodyMember<ChangeBody>] = [
        .integer(
            "amount", \.amount, in: SessionRules.amounts, isRequired: true, example: "20100", "In minor units."),
        .anything("items", "What it is for: a list, perhaps empty, whose amounts have the sum `amount`."),
        .string(
            "capture_reference", \.captureReference, maximumLength: 200, example: "shipment-1",
            "The merchant's own name for the capture, once for a transaction."),
        .string(
            "refund_reference", \.refundReference, maximumLength: 200, example: "return-1",
            "The merchant's own name for the refund, once for a transaction."),
        .string("reason", \.reason, maximumLength: 500, example: "Returned", "Why it is refunded."),
        .boolean(
            "final", \.isFinal, example: "false", "Whether no further capture follows; then the rest is given back."),
    ]
}

extension Dintero {
    /// A transaction of the merchant.
    func transaction(named text: String?, of client: DinteroClient) async throws -> Payment {
        guard let id = text.flatMap({ DinteroID<Payment>($0) }), id.account == client.account,
            let payment = try await payments.payment(id.object),
            payment.merchant == client.merchant, payment.gateway == .dintero
        else { throw DinteroError(.notFound, "There is no such transaction.") }
        return payment
    }

    func capture(_ payment: Payment, _ body: SessionRules.Request<ChangeBody>) async throws -> Payment {
        let amount = try Self.amount(of: body, in: payment)
        let isFinal = body.value.isFinal ?? false
        let (reference, note) = (body.value.captureReference?.nonEmpty, StepNote(body).text)
        return try await change(payment, .capture, reference, amount) { nonce throws(PaymentFailure) in
            try await payments.capture(payment.id, amount, isFinal: isFinal, nonce: nonce, metadata: note)
        }
    }

    func refund(_ payment: Payment, _ body: SessionRules.Request<ChangeBody>) async throws -> Payment {
        let amount = try Self.amount(of: body, in: payment)
        let (reference, note) = (body.value.refundReference?.nonEmpty, StepNote(body).text)
        return try await change(payment, .refund, reference, amount) { nonce throws(PaymentFailure) in
            try await payments.refund(
                payment.id, amount, nonce: nonce, externalReference: reference, metadata: note)
        }
    }

    /// Gives the whole authorization back. An authorization that was captured, even in part, can only be refunded.
    func void(_ payment: Payment) async throws -> Payment {
        guard payment.captured.isZero else {
            throw DinteroError(.state, "A part of the transaction was captured; it can only be refunded.")
        }
        return try await payments.void(payment.id, isAfterCapture: false).payment
    }

    /// Makes a change once for each reference. The same reference for another amount is a conflict.
    private func change(
        _ payment: Payment, _ kind: PaymentStep.Kind, _ reference: String?, _ amount: Money,
        _ make: (_ nonce: String?) async throws(PaymentFailure) -> SteppedPayment
    ) async throws -> Payment {
        let changed = try await payments.once(kind, of: payment.id, under: reference, make)
        guard !changed.isRepeated || changed.made.step.amount == amount else {
            throw DinteroError(
                .conflict, "The reference belongs to another \(kind.rawValue.lowercased()) of this transaction.")
        }
        return changed.made.payment
    }

    private static func amount(
        of body: SessionRules.Request<ChangeBody>, in payment: Payment
    ) throws(DinteroError) -> Money {
        var errors = body.violations + SessionRules.cardNumbers(in: body.json)
        let items = read(items: body.json)
        errors += items.errors
        if let amount = body.value.amount, items.errors.isEmpty, let sum = items.sum, sum != amount {
            errors.append(FieldError("amount", "must be the sum of the items, \(sum)"))
        }
        try DinteroError.check(errors)
        return Money(minorUnits: Int64(body.value.amount ?? 0), currency: payment.amount.currency)
    }

    /// The sum of the items' amounts; nil if there are none. At most 100 amounts of 12 digits, so it fits.
    private static func read(items body: JSONValue) -> (sum: Int?, errors: [FieldError]) {
        guard case .object(let object) = body, let sent = object["items"], sent != .null else { return (nil, []) }
        guard case .array(let items) = sent else { return (nil, [FieldError("items", "must be a list")]) }
        guard items.count <= SessionRules.itemLimit else {
            return (nil, [FieldError("items", "must have at most \(SessionRules.itemLimit) elements")])
        }
        var (sum, errors) = (0, [FieldError]())
        for (index, item) in items.enumerated() {
            guard case .object(let members) = item, case .number(let digits)? = members["amount"],
                let amount = Int(digits), SessionRules.itemAmounts.contains(amount)
            else {
                errors.append(FieldError("items[\(index)].amount", "must be a whole number, in minor units"))
                continue
            }
            sum += amount
        }
        return (items.isEmpty ? nil : sum, errors)
    }
}

extension String {
    /// Nil for an empty text, which clients send for nothing.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
