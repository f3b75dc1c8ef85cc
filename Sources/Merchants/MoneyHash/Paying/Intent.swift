import CardSecrets
import Foundation
import HTTPContract
import Ledger
import Payments

/// A merchant's request for one payment, and its state.
struct Intent: Sendable {
    /// The maximum number of attempts.
    static let attemptLimit = 10

    let id: String
    let caller: MoneyHashCaller
    /// The request of the merchant, which answers repeat.
    let request: JSONObject
    let operation: IntentOperation
    let amount: Money
    /// Whether the merchant's own app or page pays the intent, instead of MoneyHash's page.
    let isDirect: Bool
    let method: PaymentMethod?
    /// The saved card that is selected; it may have been deleted since.
    let cardID: SavedCardID?
    /// Counts the payments that were tried, from 1; a declined one lets the customer try again.
    let attempt: Int
    /// As it is stored; ``FoundIntent/status`` also includes later events.
    let status: IntentStatus
    /// Whether the customer is asked in the bank's app.
    let waitsForApp: Bool
    let madeAt: Date
    let expiresAt: Date?
    /// The card for which the customer chooses a plan of installments.
    let keptCard: KeptCard?

    /// The nonce of the current attempt. Because of it the payment is made once, however often and by whichever caller
    /// it is asked for.
    var nonce: String { "\(id) \(attempt)" }

    var webhookURL: String? { request.text("webhook_url") }
    var customer: String? { request.text("customer") }

    /// Whether the same request made the intent, within the time for which its answer would be kept.
    func isMade(by caller: MoneyHashCaller, _ request: JSONValue, at now: Date) -> Bool {
        self.caller == caller && JSONValue.object(self.request).jsonText == request.jsonText
            && now < madeAt + MoneyHash.keptSeconds
    }

    /// Whether cards are charged only after 3-D Secure.
    var needsSecure3d: Bool { request.object("threeds")?["enabled"] == .boolean(true) }

    /// A card without its security code, sealed, for a short time.
    struct KeptCard: Sendable {
        let sealed: SealedSecret
        let endsAt: Date
    }
}

/// How an intent's payment begins.
enum IntentOperation: String, CaseIterable, Sendable {
    /// The money is taken at once.
    case purchase
    /// The money is held, and taken by a capture.
    case authorize
}

/// The status of an intent (MoneyHash, "Payment Components").
enum IntentStatus: String, CaseIterable, Sendable {
    case unprocessed = "UNPROCESSED"
    case processed = "PROCESSED"
    case closed = "CLOSED"
    case timeExpired = "TIME_EXPIRED"
}

extension Payment {
    /// The number of its attempt within the intent: the end of its nonce. Two attempts may have the same time.
    var attempt: Int { nonce?.split(separator: " ").last.flatMap { Int($0) } ?? 0 }

    /// Whether the payment failed, or can no longer be made.
    var hasFailed: Bool { status == .declined || (status == .expired && authorizedAt == nil) }

    /// The reason of the failure. An authentication that comes too late counts as none.
    var failure: DeclineReason? { hasFailed ? declineReason ?? .notAuthenticated : nil }
}

/// An intent with the payments that were tried for it, the newest first.
struct FoundIntent: Sendable {
    let intent: Intent
    let payments: [Payment]
    /// Of the newest payment.
    let steps: [PaymentStep]
    /// The saved card that is selected.
    var card: SavedCard?

    /// Of the current attempt; nil if nothing was charged in it.
    var payment: Payment? { payments.first { $0.nonce == intent.nonce } }

    /// The approved payment of the intent; nil while there is none.
    var paid: Payment? { payment.flatMap { $0.authorizedAt == nil ? nil : $0 } }

    /// The payment that waits for its customer to authenticate.
    var challenged: Payment? { payment.flatMap { $0.status == .pendingAuthentication ? $0 : nil } }

    func status(at now: Date) -> IntentStatus {
        if paid != nil { return .processed }
        // An intent does not end while the issuer is being asked.
        guard intent.status == .unprocessed, payment?.status != .created, let end = intent.expiresAt, end <= now else {
            return intent.status
        }
        return .timeExpired
    }

    func state(at now: Date) -> IntentState {
        switch status(at: now) {
        case .processed: return .intentProcessed
        case .closed: return .closed
        case .timeExpired: return .expired
        case .unprocessed: break
        }
        if let payment {
            if challenged != nil { return waitsElsewhere ? .waitingForUser : .urlToRender }
            return payment.hasFailed ? .transactionFailed : .processing
        }
        switch intent.method {
        case nil: return .methodSelection
        case .applePay, .googlePay: return .nativePay
        case .cashOutlet, .mobileWallet, .paypal, .cashOnDelivery, .mPesa, .mobileMoney, .cryptoWallet:
            return intent.isDirect ? .formFields : .intentForm
        case .bankInstallments: return keptCard(at: now) == nil ? .formFields : .installmentPlans
        case .card:
            if intent.cardID != nil, card == nil { return .methodSelection }
            guard intent.isDirect else { return .intentForm }
            return card == nil ? .formFields : .savedCardCVV
        }
    }

    /// Whether the customer acts somewhere other than on a page: in the bank's app, or at a provider.
    private var waitsElsewhere: Bool {
        guard let provider = payment?.localMethod?.provider else { return intent.waitsForApp }
        return provider.way != .page
    }

    func keptCard(at now: Date) -> Intent.KeptCard? {
        intent.keptCard.flatMap { $0.endsAt > now ? $0 : nil }
    }
}
