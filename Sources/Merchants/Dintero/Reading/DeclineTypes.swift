import Payments

/// Dintero's types of errors in a transaction's events. Source: Dintero, Checkout API, `TransactionEvent`.
enum DinteroErrorType: String, CaseIterable {
    case declined = "DECLINED"
    case insufficientFunds = "INSUFFICIENT_FUNDS"
    case closedAccount = "CLOSED_ACCOUNT"
    case expiredCard = "EXPIRED_CARD"
    case approvalLimit = "EXCEEDS_APPROVAL_LIMIT"
    case frequencyLimit = "EXCEEDS_WITHDRAWAL_FREQUENCY_LIMIT"
    case restrictedCard = "RESTRICTED_CARD"
    case failedVerification = "FAILED_VERIFICATION"
    case additionalVerification = "ADDITIONAL_VERIFICATION_REQUIRED"
}

extension DeclineReason {
    /// The choice is Tessera's; every type is documented.
    var dinteroType: DinteroErrorType {
        switch self {
        case .insufficientFunds: .insufficientFunds
        case .suspended, .lost, .stolen, .notPermitted: .restrictedCard
        case .closed, .unknownCard: .closedAccount
        case .expired: .expiredCard
        case .amountLimit: .approvalLimit
        case .countLimit: .frequencyLimit
        case .wrongCVV2, .wrongPIN: .failedVerification
        case .notAuthenticated: .additionalVerification
        case .cryptogramRefused, .doNotHonor, .malfunction: .declined
        }
    }

    /// Whether the same card will be declined again.
    var isPermanent: Bool {
        switch self {
        case .closed, .lost, .stolen, .expired, .unknownCard, .notPermitted, .cryptogramRefused: true
        case .insufficientFunds, .suspended, .amountLimit, .countLimit, .wrongCVV2, .wrongPIN, .doNotHonor,
            .notAuthenticated, .malfunction:
            false
        }
    }

    var dinteroMessage: String {
        switch self {
        case .malfunction: "The issuer did not answer, so the payment was taken back."
        default: "The issuer declined: \(rawValue)."
        }
    }

    /// `retry_policy`: one of Dintero's codes.
    var dinteroRetry: String {
        self == .malfunction ? "RETRY_IMMEDIATELY" : isPermanent ? "DO_NOT_RETRY" : "RETRY_AFTER_DELAY"
    }
}
