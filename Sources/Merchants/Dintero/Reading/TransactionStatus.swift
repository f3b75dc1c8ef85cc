import Ledger
import Payments

/// The status of a transaction, in Dintero's words.
enum TransactionStatus: String, CaseIterable {
    case initiated = "INITIATED"
    case authorized = "AUTHORIZED"
    case voided = "AUTHORIZATION_VOIDED"
    case captured = "CAPTURED"
    case partlyCaptured = "PARTIALLY_CAPTURED"
    case partlyCapturedRefunded = "PARTIALLY_CAPTURED_REFUNDED"
    case refunded = "REFUNDED"
    case partlyRefunded = "PARTIALLY_REFUNDED"
    case failed = "FAILED"

    /// With what was captured and refunded.
    init(_ payment: Payment) {
        switch payment.status {
        case .created, .pendingAuthentication: self = .initiated
        case .declined: self = .failed
        case .authorized: self = .authorized
        case .voided, .expired: self = .voided
        case .captured, .refunded:
            self.init(
                captured: payment.captured.minorUnits, refunded: payment.refunded.minorUnits,
                of: payment.amount.minorUnits)
        }
    }

    /// The status that follows from how much of the authorized amount was captured and refunded.
    init(captured: Int64, refunded: Int64, of amount: Int64) {
        switch (captured, refunded) {
        case (0, _): self = .authorized
        case (amount, 0): self = .captured
        case (_, 0): self = .partlyCaptured
        case (amount, amount): self = .refunded
        case (amount, _): self = .partlyRefunded
        default: self = .partlyCapturedRefunded
        }
    }
}

extension PaymentStatus {
    /// Dintero's word for a status, if only the status is known.
    var dintero: String {
        let status: TransactionStatus =
            switch self {
            case .created, .pendingAuthentication: .initiated
            case .declined: .failed
            case .authorized: .authorized
            case .voided, .expired: .voided
            case .captured: .captured
            case .refunded: .refunded
            }
        return status.rawValue
    }
}
