import HTTPContract
import Identifiers
import Payments
import Postgres

/// Signatures that customers write on a screen, which a merchant adds to payments.
extension CardPointe {
    /// Adds a signature to a payment in place of an earlier one, or takes it away if the request has none.
    func captureSignature(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        let merchant = SQLValue.text(account.merchant.rawValue)
        return try await Self.answered(refusedWith: AnswerFields(["merchid": .string(account.merchant.rawValue)])) {
            let payment = try await payment(named: fields, account)
            if let signature = try fields.text(.signature) {
                _ = try await database.write(
                    SignatureStatements.save(merchant, .text(payment.reference), .text(signature)))
            } else {
                _ = try await database.write(SignatureStatements.delete(merchant, .text(payment.reference)))
            }
            return AnswerFields(.signatureSaved) + AnswerFields([
                "merchid": .string(account.merchant.rawValue), "retref": .string(payment.reference),
            ])
        }
    }

    /// The signature of a payment as a member of its answer.
    func signature(of payment: Payment) async throws -> AnswerFields {
        let found = try await database.read(
            SignatureStatements.read(.text(payment.merchant.rawValue), .text(payment.reference))).first
        return AnswerFields(["signature": .text(found)])
    }
}
