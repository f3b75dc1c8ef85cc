import Foundation
import HTTPContract
import Ledger
import Payments

/// What a merchant wants to be paid once, and how far it is.
struct Intent: Sendable {
    /// How often a customer may try.
    static let attemptLimit = 10

    let id: String
    let caller: MoneyHashCaller
    /// What the merchant sent and sees again.
    let request: JSONObject
    let operation: IntentOperation
    let amount: Money
    /// Whether the merchant's own app or page pays it, and not MoneyHash's page.
    let isDirect: Bool
    let method: PaymentMethod?
    /// Counts the payments that were tried, from 1; a declined one lets the customer try again.
    let attempt: Int
    /// As it is stored; ``FoundIntent/status`` also knows what has happened since.
    let status: IntentStatus
    let madeAt: Date
    let expiresAt: Date?

    /// The nonce of the payment that is tried: so that it is made once, whoever asks for it and however often.
    var nonce: String { "\(id) \(attempt)" }

    var webhookURL: String? { request.text("webhook_url") }
}

/// How an intent's payment begins.
enum IntentOperation: String, CaseIterable, Sendable {
    /// The money is taken at once.
    case purchase
    /// The money is held, and taken by a capture.
    case authorize
}

/// What a customer can pay with here.
enum PaymentMethod: String, CaseIterable, Sendable {
    case card = "CARD"
    case applePay = "APPLE_PAY"
    case googlePay = "GOOGLE_PAY"

    init(_ wallet: WalletKind?) {
        switch wallet {
        case .apple: self = .applePay
        case .google: self = .googlePay
        case .samsung, nil: self = .card
        }
    }

    var name: String {
        switch self {
        case .card: "Card"
        case .applePay: "Apple Pay"
        case .googlePay: "Google Pay"
        }
    }

    var isWallet: Bool { self != .card }
}

/// Where an intent is in its life (MoneyHash, "Payment Components").
enum IntentStatus: String, CaseIterable, Sendable {
    case unprocessed = "UNPROCESSED"
    case processed = "PROCESSED"
    case closed = "CLOSED"
    case timeExpired = "TIME_EXPIRED"
}

extension Payment {
    /// Which attempt of its intent it is: the end of its nonce. Two attempts may have the same time.
    var attempt: Int { nonce?.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
}

/// An intent with the payments that were tried for it, the newest first.
struct FoundIntent: Sendable {
    let intent: Intent
    let payments: [Payment]
    /// Of the newest payment.
    let steps: [PaymentStep]

    /// Of the current attempt; nil if nothing was charged in it.
    var payment: Payment? { payments.first { $0.nonce == intent.nonce } }

    /// The payment that the customer owes nothing after; nil while there is none.
    var paid: Payment? { payment.flatMap { $0.authorizedAt == nil ? nil : $0 } }

    func status(at now: Date) -> IntentStatus {
        if paid != nil { return .processed }
        // Nothing ends while the issuer is being asked.
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
        if let payment { return payment.status == .declined ? .transactionFailed : .processing }
        switch intent.method {
        case nil: return .methodSelection
        case .applePay, .googlePay: return .nativePay
        case .card: return intent.isDirect ? .formFields : .intentForm
        }
    }
}
