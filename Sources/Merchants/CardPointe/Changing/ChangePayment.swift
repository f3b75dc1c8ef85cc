import HTTPContract
import Identifiers
import Ledger
import Payments
import Validation

/// Capture, void and refund.
extension CardPointe {
    /// Queues an authorized payment for settlement. One capture ends an authorization; a lower amount gives the rest
    /// back. The same capture again gets the same answer.
    func capture(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        try await Self.answered(refusedWith: Self.noCapture(fields, account)) {
            let payment = try await payment(named: fields, account)
            let amount = try Self.amount(fields, of: payment)
            guard payment.settledAt == nil else { throw Refused(.batched) }
            return try PaymentAnswer(await captured(payment, amount, account)).capture
        }
    }

    private func captured(
        _ payment: Payment, _ amount: Money?, _ account: CardPointeAccount
    ) async throws -> Payment {
        do throws(PaymentFailure) {
            return try await payments.capture(payment.id, amount, isFinal: true).payment
        } catch {
            // Perhaps it was captured before, or another request has captured it meanwhile.
            guard case .refused = error, let found = try await self.payment(reference: payment.reference, account),
                found.status == .captured, found.settledAt == nil, amount == nil || amount == found.captured
            else { throw error }
            return found
        }
    }

    private static func noAmount(_ account: CardPointeAccount) -> AnswerFields {
        AnswerFields(["merchid": .string(account.merchant.rawValue), "amount": "0.00"])
    }

    private static func noCapture(_ fields: RequestFields, _ account: CardPointeAccount) -> AnswerFields {
        AnswerFields([
            "retref": .text((try? fields.text(.reference)) ?? nil), "merchid": .string(account.merchant.rawValue),
            "account": "", "amount": "0.00", "batchid": "-1",
        ])
    }

    /// Cancels a payment: all of it, or a part of the amount that is not captured.
    func void(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        try await voiding(account) {
            try await payment(named: fields, account)
        } with: { try Self.amount(fields, of: $0) }
    }

    /// Cancels the newest payment of an order.
    func voidByOrder(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        try await voiding(account) {
            guard let order = try fields.text(.order),
                let newest = try await payments(ofOrder: order, account.merchant, limit: 1).first
            else { throw Refused(.notFound) }
            return newest
        } with: { try Self.amount(fields, of: $0) }
    }

    private func voiding(
        _ account: CardPointeAccount, _ find: () async throws -> Payment, with amount: (Payment) throws -> Money?
    ) async throws -> AnswerFields {
        try await Self.answered(refusedWith: Self.noAmount(account)) {
            var payment = try await find()
            let asked = try amount(payment)
            if payment.status == .created {
                payment = try await payments.takeBack(payment.id)
                // The hold is gone, whichever answer came first.
                guard payment.status != .declined else { return try PaymentAnswer(payment).void }
            }
            guard try PaymentAnswer(payment).note.ownCode != .voiceApproval else { throw Refused(.voiceNotVoidable) }
            if payment.status == .captured {
                guard payment.settledAt == nil else { throw Refused(.batched) }
                guard asked == nil || asked == payment.captured else {
                    throw Refused(.invalidAmount, "Of a captured payment, only the whole amount can be voided.")
                }
            }
            let voided = try await payments.void(payment.id, asked)
            return try PaymentAnswer(voided.payment).void
        }
    }

    /// Gives settled money back, in one or several parts.
    func refund(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        try await Self.answered(refusedWith: Self.noAmount(account)) {
            let payment = try await payment(named: fields, account)
            let amount = try Self.amount(fields, of: payment)
            guard payment.status == .captured || payment.status == .refunded else { throw Refused(.notSettled) }
            guard account.refundsUnsettled || payment.settledAt != nil else { throw Refused(.notSettled) }
            let order = try fields.text(.order).map { CardNumber.hidden(inIdentifier: $0) }
            let processor = try PaymentAnswer(payment).note.processor
            if let code = settings.testValues?
                .refund(amount ?? payment.leftToRefund, order: order, on: processor), code.status != .approved
            {
                throw Refused(code, "A test value asks for this code.")
            }
            let refunded = try await payments.refund(payment.id, amount, externalReference: order)
            return Self.refund(refunded, processor)
        }
    }

    private static func refund(_ refunded: SteppedPayment, _ processor: Processor) -> AnswerFields {
        AnswerFields(.approval(of: processor)) + AnswerFields([
            "retref": .string(refunded.step.reference), "merchid": .string(refunded.payment.merchant.rawValue),
            "orderId": .text(refunded.step.externalReference),
            "amount": .string(refunded.step.amount.majorUnits), "authcode": "REFUND",
        ])
    }

    // MARK: Finding the payment

    /// - Throws: 29 if the merchant has no such payment at this gateway.
    func payment(named fields: RequestFields, _ account: CardPointeAccount) async throws -> Payment {
        guard let reference = try fields.text(.reference),
            let payment = try await payment(reference: reference, account)
        else { throw Refused(.notFound) }
        return payment
    }

    func payment(reference: String, _ account: CardPointeAccount) async throws -> Payment? {
        let payment = try await payments.payment(reference: reference)
        return payment.flatMap { $0.merchant == account.merchant && $0.gateway == .cardPointe ? $0 : nil }
    }

    func payments(ofOrder order: String, _ merchant: MerchantID, limit: Int) async throws -> [Payment] {
        // A text that looks like a card number was masked before the order was stored.
        let order = CardNumber.hidden(inIdentifier: order)
        return try await payments.payments(
            PaymentFilter(merchant: merchant, gateway: .cardPointe, .externalReference(order), limit: limit))
    }

    /// Nil for the whole amount, which 0 stands for, too.
    private static func amount(_ fields: RequestFields, of payment: Payment) throws(Refused) -> Money? {
        guard let text = try fields.text(.amount) else { return nil }
        guard let amount = GatewayAmount.read(text, in: payment.amount.currency), !amount.isNegative else {
            throw Refused(.invalidAmount, "amount must be like 12.34, or in minor units like 1234")
        }
        return amount.isZero ? nil : amount
    }
}
