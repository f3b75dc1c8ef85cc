import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

/// A merchant's request for a payment, and its state.
struct CheckoutSession: Sendable {
    let id: DinteroID<CheckoutSession>
    let merchant: MerchantID
    /// The request as the merchant sent it.
    let request: JSONObject
    let amount: Money
    /// Counts the payments that were tried; a declined one lets the customer try again.
    let attempt: Int
    /// Which payment of the wallet's service the operations are for.
    let paymentID: ApplePayPaymentID
    /// The id of the opened wallet token, which stands for the token.
    let walletTransaction: ApplePayTransactionID?
    /// Whether a token was opened and is not charged yet.
    let hasInstrument: Bool
    let madeAt: Date
    let changedAt: Date
    let expiresAt: Date
    let cancelledAt: Date?

    /// The nonce of the current attempt. Because of it the payment is made once, however often and by whichever caller
    /// it is asked for.
    var nonce: String { nonce(of: attempt) }
    /// Those of the last hundred attempts.
    var lastNonces: [String] { (max(1, attempt - 99)...attempt).map(nonce) }

    var order: JSONObject { request.object("order") ?? JSONObject() }
    var merchantReference: String { order.text("merchant_reference") ?? "" }
    var returnURL: String { request.object("url")?.text("return_url") ?? "" }
    var callbackURL: String? { request.object("url")?.text("callback_url").flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the session can be paid with Apple Pay, by its own configuration or by its profile.
    var takesApplePay: Bool {
        if let profile = request.text("profile_id") { return profile == PaymentProfile.default.rawValue }
        return request.object("configuration")?.object("dintero_psp")?.object("applepay")?["enabled"] == .boolean(true)
    }
}

/// A session with the payment that it led to.
struct FoundSession: Sendable {
    let session: CheckoutSession
    /// Of the latest attempt; nil if nothing was charged in it.
    let payment: Payment?

    /// The transaction; nil while there is none, and if the latest was declined.
    var paid: Payment? { payment?.status == .declined ? nil : payment }

    /// The attempt that a further payment belongs to.
    var nextAttempt: Int { session.attempt + (payment?.status == .declined ? 1 : 0) }

    /// - Throws: unless it can be paid.
    func requireOpen(at now: Date) throws(DinteroError) {
        try requireUnpaid(at: now)
        guard session.takesApplePay else {
            throw DinteroError(
                .applePayOff,
                "The session does not take Apple Pay: enable configuration.dintero_psp.applepay, or use a profile that "
                    + "contains it.")
        }
    }

    /// - Throws: if it is over, or about to be.
    func requireUnpaid(at now: Date) throws(DinteroError) {
        guard session.cancelledAt == nil else { throw DinteroError(.sessionCancelled, "The session was cancelled.") }
        guard payment?.status != .created else {
            throw DinteroError(.conflict, "The issuer is being asked to pay the session; read the session.")
        }
        guard paid == nil else { throw DinteroError(.sessionPaid, "The session has been paid.") }
        guard now < session.expiresAt else { throw DinteroError(.sessionExpired, "The session has expired.") }
    }
}
