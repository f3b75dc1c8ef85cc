import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments
import PaymentTokens
import Postgres
import Validation

/// The body that an app sends after its customer has agreed.
struct SubmitBody: RequestBody {
    var paymentData: String?
    var reference: String?

    static let isClosed = false
    static let members: [BodyMember<SubmitBody>] = [
        .string(
            "payment_data", \.paymentData, isRequired: true, isSecret: true, maximumLength: 32 * 1024, example: "{}",
            "The event onpaymentauthorized as JSON in a string: payment, token, paymentData."),
        .string(
            "reference", \.reference, isRequired: true, maximumLength: 40, pattern: "^.{8,40}$",
            example: "01249a0e-18d9-4b8e-8834-2319b3f32bb5", "The app's own name for it, 8 to 40 characters."),
    ]
}

struct SubmitAnswer: AnswerBody {
    let payment: ApplePayPaymentID
    let transaction: ApplePayTransactionID

    static let members: [AnswerMember<SubmitAnswer>] = [
        .member("payment_id", \.payment.description, example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "From the path."),
        .member(
            "transaction_id", \.transaction.description, example: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1",
            "What stands for the customer's agreement; the psp_transaction_id of the payment."),
        .member(
            "type", { _ in "APPLE_PAY_AUTHENTICATION" }, example: "APPLE_PAY_AUTHENTICATION",
            "Always APPLE_PAY_AUTHENTICATION."),
    ]
}

extension Dintero {
    /// Opens a wallet's token, once, and keeps its contents until the session is paid. A further token replaces it.
    func submit(
        _ value: SubmitBody, _ violations: [FieldError], for session: CheckoutSession
    ) async throws -> SubmitAnswer {
        var errors = violations
        if let reference = value.reference, reference.unicodeScalars.count < 8 {
            errors.append(FieldError("reference", "must be 8 to 40 characters long"))
        }
        let token = value.paymentData.flatMap(Self.paymentData)
        if value.paymentData != nil, token == nil {
            errors.append(
                FieldError("payment_data", "must be JSON in a string, with payment.token.paymentData in it"))
        }
        try DinteroError.check(errors)
        let found = try await self.session(named: session.id.description)
        let now = clock.now()
        try found.requireOpen(at: now)
        let instrument = try await opened(token ?? [], for: session)
        guard [.visa, .mastercard].contains(instrument.scheme) else {
            throw DinteroError(.network, "Only cards of VISA and MASTERCARD are supported.")
        }
        let transaction = entropy.id(ApplePayTransactionID.self)
        let sealed = vault.seal(instrument.kept(withCryptogram: true), at: Self.place(of: session.id))
        let kept = try await database.write(
            SessionStatements.keep(
                .id(session.id.object), .id(session.paymentID), .integer(found.nextAttempt), .id(transaction),
                .bytes(sealed.bytes), .integer(sealed.keyVersion),
                .timestamp(min(session.expiresAt, now + Self.walletTokenSeconds)), .timestamp(now)))
        guard !kept.isEmpty else {
            throw DinteroError(.conflict, "The payment was begun again meanwhile; fetch the operations again.")
        }
        return SubmitAnswer(payment: session.paymentID, transaction: transaction)
    }

    /// Apple's token out of the event that a client sends; nil if it is not there.
    private static func paymentData(in text: String) -> [UInt8]? {
        guard case .object(let event)? = try? JSONValue(parsing: Array(text.utf8)),
            let data = event.object("payment")?.object("token")?.object("paymentData")
        else { return nil }
        return JSONValue.object(data).jsonBytes
    }

    private func opened(_ token: [UInt8], for session: CheckoutSession) async throws -> PaymentInstrument {
        let failure: WalletTokenFailure
        do throws(WalletTokenFailure) {
            return try await keys.open(
                .apple(token), for: session.merchant, at: .dintero, expecting: session.amount,
                maximumAge: Self.walletTokenSeconds)
        } catch {
            failure = error
        }
        guard let error = DinteroError(failure) else { throw failure }
        throw error
    }

    /// Takes the contents of a wallet's token out of the store, so that only this caller gets them; nil if they are not
    /// there.
    func takeInstrument(
        of session: CheckoutSession, attempt: Int, _ transaction: ApplePayTransactionID
    ) async throws -> PaymentInstrument? {
        let taken = try await database.write(
            SessionStatements.take(
                .id(session.id.object), .id(transaction), .integer(attempt), .timestamp(clock.now())))
        guard let sealed = taken.first else { return nil }
        let secret = try vault.open(sealed, at: Self.place(of: session.id))
        guard let instrument = PaymentInstrument(kept: secret) else {
            throw PaymentFailure.damaged("the instrument of session \(session.id)")
        }
        return instrument
    }

    private static func place(of id: DinteroID<CheckoutSession>) -> String {
        "merchants.dintero_session.sealed_instrument \(id)"
    }
}
