import Foundation
import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments
import Validation

struct PayBody: RequestBody {
    var product: String?
    var walletTransaction: String?

    static let isClosed = false
    static let members: [BodyMember<PayBody>] = [
        .enumeration(
            "payment_product_type", \.product, of: [TransactionAnswer.productType], isRequired: true,
            example: TransactionAnswer.productType, "How it is paid."),
        .string(
            "psp_transaction_id", \.walletTransaction, isRequired: true, maximumLength: 64,
            example: "4cc56d84-f54d-43ff-9e93-d8b48bf6d8b1", "The transaction_id of the submitted token."),
    ]
}

/// The outcome of a payment. A rejected payment has no address to go to.
struct PayAnswer: AnswerBody {
    let isPaid: Bool
    var redirectURL: String?
    /// Of a payment that the issuer declined.
    var transaction: String?
    var details: [RejectionDetail]?

    static let members: [AnswerMember<PayAnswer>] = [
        .member("success", \.isPaid, example: "true", "Whether the transaction is authorized."),
        .member("actions", { $0.isPaid ? [PayAction()] : [] }, "What was done."),
        .member(
            "return_url", \.redirectURL, example: "yourapp://redirect?initial_recipient=merchant",
            "Where the customer goes: the session's return_url with the transaction, if it has "
                + "initial_recipient=merchant. Otherwise a page of Dintero's that leads there."),
        .member(
            "redirect_url", \.redirectURL, example: "yourapp://redirect?initial_recipient=merchant",
            "The same."),
        .member("error", { $0.isPaid ? nil : "Rejected" }, example: "Rejected", "Only if it was rejected."),
        .member("error_details", \.details, "Why it was rejected."),
        .member(
            "transaction_id", \.transaction, example: "T12345678.465UfBENeLpkBvwmqfTC4k",
            "The transaction that failed, if the issuer was asked."),
    ]
}

struct PayAction: AnswerBody {
    static let members: [AnswerMember<PayAction>] = [
        .member("source", { _ in "DINTERO" }, example: "DINTERO", "Who did it."),
        .member("code", { _ in "200" }, example: "200", "How it ended."),
        .member("type", { _ in "success" }, example: "success", "How it ended, in a word."),
    ]
}

struct RejectionDetail: AnswerBody {
    let code: String
    let isPermanent: Bool
    var field: String?

    static let members: [AnswerMember<RejectionDetail>] = [
        .member("code", \.code, example: "INSUFFICIENT_FUNDS", "A type of Dintero's errors of events."),
        .member(
            "category", { $0.isPermanent ? "permanent" : "temporary" }, example: "permanent",
            "permanent if the same card will be declined again."),
        .member("field", \.field, example: "psp_transaction_id", "The member that is wrong, if one is."),
    ]
}

extension Dintero {
    /// Charges the instrument that was submitted for a session. Several calls, also of several callers, pay the session
    /// once.
    ///
    /// - Parameter base: the address of the checkout, as the caller reaches it.
    func pay(
        _ found: FoundSession, _ value: PayBody, _ violations: [FieldError], at base: String
    ) async throws -> PayAnswer {
        try DinteroError.check(violations)
        try found.requireOpen(at: clock.now())
        let session = found.session
        guard let id = value.walletTransaction.flatMap({ ApplePayTransactionID($0) }), id == session.walletTransaction
        else { return .unknownTransaction }
        guard let instrument = try await takeInstrument(of: session, attempt: found.nextAttempt, id) else {
            try await self.session(named: session.id.description).requireOpen(at: clock.now())
            throw DinteroError(
                .conflict,
                "The submitted token was charged already, is being charged, or is too old; read the session, and "
                    + "submit another token if it is not paid.")
        }
        var new = NewPayment(
            merchant: session.merchant, gateway: .dintero, instrument: instrument, amount: session.amount)
        new.nonce = session.nonce(of: found.nextAttempt)
        new.externalReference = session.merchantReference
        new.metadata = DinteroNote(session).text
        let payment = try await payments.pay(new)
        if let reason = payment.declineReason {
            let type = reason.dinteroType
            return PayAnswer(
                isPaid: false, transaction: session.transactionID(payment).description,
                details: [RejectionDetail(code: type.rawValue, isPermanent: reason.isPermanent)])
        }
        // The session may have been cancelled or changed while the issuer was asked.
        let current = try await self.session(named: session.id.description).session
        guard current.cancelledAt == nil, current.amount == session.amount else {
            try await giveBack(payment)
            throw current.cancelledAt == nil
                ? DinteroError(.conflict, "The session has another amount now; its payment was given back.")
                : DinteroError(.sessionCancelled, "The session was cancelled.")
        }
        return PayAnswer(isPaid: true, redirectURL: session.nextURL(after: payment, at: base))
    }
}

extension PayAnswer {
    /// Nothing was charged: the id is of another session, or of an earlier token.
    fileprivate static let unknownTransaction = PayAnswer(
        isPaid: false,
        details: [RejectionDetail(code: "unknown_transaction", isPermanent: true, field: "psp_transaction_id")])
}

extension CheckoutSession {
    func nonce(of attempt: Int) -> String { "\(id.object) \(attempt)" }

    func transactionID(_ payment: Payment) -> DinteroID<Payment> { DinteroID(id.account, payment.id) }

    /// Only a return_url that says that the merchant is the first to get the customer is followed from here.
    fileprivate func nextURL(after payment: Payment, at base: String) -> String {
        let query = returnURL.firstIndex(of: "?").map { returnURL[returnURL.index(after: $0)...] } ?? ""
        let isMerchantFirst = FormText.decode(String(query)).contains { name, value in
            name == "initial_recipient" && value == "merchant"
        }
        return isMerchantFirst ? returnURL(for: payment) : "\(base)/v1/view/\(id)/return"
    }

    func returnURL(for payment: Payment) -> String {
        ReturnURL.adding(
            [
                ("transaction_id", transactionID(payment).description), ("session_id", id.description),
                ("merchant_reference", merchantReference),
            ],
            to: returnURL)
    }
}
