import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

/// Reads about payments and merchants.
extension CardPointe {
    /// How many payments of one order are listed.
    private static let orderLimit = 100

    /// One payment, or the refund that has the reference.
    func inquire(_ reference: String, _ account: CardPointeAccount) async throws -> AnswerFields {
        if let payment = try await payment(reference: reference, account) {
            return try await Self.decided(payment).inquiry + signature(of: payment)
        }
        if let stepped = try await payments.step(reference: reference), stepped.payment.merchant == account.merchant,
            stepped.payment.gateway == .cardPointe, stepped.step.kind == .refund
        {
            return try Self.refund(stepped)
        }
        return AnswerFields(.notFound) + AnswerFields(["retref": .string(reference)])
    }

    /// A merchant charges again after an answer that says declined. So there is no answer while the issuer still
    /// decides.
    private static func decided(_ payment: Payment) throws -> PaymentAnswer {
        guard payment.status != .created else { throw GatewayHTTPError.undecided }
        return try PaymentAnswer(payment)
    }

    private static func refund(_ stepped: SteppedPayment) throws -> AnswerFields {
        let (step, note) = (stepped.step, try PaymentAnswer(stepped.payment).note)
        return AnswerFields(.approval(of: note.processor)) + AnswerFields([
            "retref": .string(step.reference), "merchid": .string(stepped.payment.merchant.rawValue),
            "orderId": .text(step.externalReference), "account": .string(note.token), "token": .string(note.token),
            "amount": .string("-" + step.amount.majorUnits),
            "currency": .string(step.amount.currency.code), "authcode": "REFUND",
            "authdate": .string(GatewayDate.day(step.at)), "batchid": .string(Batch.id(of: step.at)),
            "setlstat": .string(step.settledAt == nil ? "Queued for Capture" : "Accepted"),
            "parentretref": .string(stepped.payment.reference), "voidable": "N", "refundable": "N",
        ])
    }

    /// All payments of an order, the newest first.
    ///
    /// - Parameter merchants: those whose payments are looked through.
    func inquire(order: String, of merchants: [MerchantID]) async throws -> JSONValue {
        var found: [JSONValue] = []
        for merchant in merchants {
            for payment in try await payments(ofOrder: order, merchant, limit: Self.orderLimit) {
                found.append(try Self.decided(payment).inquiry.json)
            }
        }
        return found.isEmpty ? AnswerFields(.notFound).json : .array(found)
    }

    func inquireMerchant(_ account: CardPointeAccount) -> AnswerFields {
        AnswerFields([
            "merchid": .string(account.merchant.rawValue), "site": .string(account.sites.first ?? ""),
            "cardproc": .string(account.processor.rawValue), "enabled": .boolean(account.isEnabled), "avs": "Y",
            "cvv": "Y", "echeck": .string(account.takesChecks ? "Y" : "N"), "acctupdater": "N", "fee_type": "N",
            "fee_format": "", "fee_merchid": "", "fee_value": "",
        ])
    }

    /// The information that the first digits give about the card behind a token.
    func bin(_ text: String) async throws -> AnswerFields {
        guard let token = CardToken(text), let tokenized = try await tokenized(token) else {
            return AnswerFields(["success": false, "errormsg": .string(GatewayResponseCode.invalidToken.text)])
        }
        let bin = CardBIN(tokenized.instrument.pan)
        guard bin.product != nil else {
            return AnswerFields(["success": true, "errormsg": "No bin information found."])
        }
        return AnswerFields(members: bin.members)
    }
}
