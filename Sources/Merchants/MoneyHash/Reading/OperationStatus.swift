import Payments

/// MoneyHash's codes for the status of an operation. Source: MoneyHash, "Status Codes".
enum OperationCode: String, CaseIterable {
    case successful = "6000"
    case failed = "7000"
    case pending = "8000"
    case pendingAuthentication = "8001"
    /// The number is ours; MoneyHash documents the word.
    case pendingExternalAction = "8002"
    /// The number is ours, too.
    case pendingOnlineExternalAction = "8003"

    var word: String {
        switch self {
        case .successful: "successful"
        case .failed: "failed"
        case .pending: "pending"
        case .pendingAuthentication: "pending_authentication"
        case .pendingExternalAction: "pending_external_action"
        case .pendingOnlineExternalAction: "pending_online_external_action"
        }
    }

    var message: String {
        switch self {
        case .successful: "Successful"
        case .failed: "A generic payment processing error occurred."
        case .pending: "Pending"
        case .pendingAuthentication: "Pending Authentication"
        case .pendingExternalAction: "Pending External Action"
        case .pendingOnlineExternalAction: "Pending Online External Action"
        }
    }
}

extension DeclineReason {
    /// The words of the provider behind MoneyHash, which here is the issuer.
    var providerCode: String { rawValue }

    var providerMessage: String {
        switch self {
        case .insufficientFunds: "There is not enough money."
        case .suspended: "The card or its token is suspended."
        case .closed: "The account is closed."
        case .lost: "The card is lost."
        case .stolen: "The card is stolen."
        case .expired: "The card has expired, or expires at another time."
        case .amountLimit: "The amount exceeds a limit."
        case .countLimit: "The number of payments exceeds a limit."
        case .notPermitted: "A control of the card forbids it."
        case .cryptogramRefused: "The cryptogram is wrong or was used before."
        case .unknownCard: "There is no such card."
        case .wrongCVV2: "The security code is wrong."
        case .wrongPIN: "The PIN is wrong."
        case .doNotHonor: "The issuer declined without a reason."
        case .notAuthenticated: "The customer did not authenticate."
        case .malfunction: "The issuer did not answer, so the payment was taken back."
        }
    }
}

/// The words for the state of an intent's money.
enum PaymentWord: String, CaseIterable {
    case noAttempts = "NO_AUTHORIZE_ATTEMPTS"
    case pending = "AUTHORIZE_ATTEMPT_PENDING"
    case failed = "AUTHORIZE_ATTEMPT_FAILED"
    case authorized = "AUTHORIZED"
    case captured = "CAPTURED"
    case refunded = "REFUNDED"
    case voided = "VOIDED"
    case expired = "EXPIRED"

    init(_ payment: Payment?) {
        guard let payment else {
            self = .noAttempts
            return
        }
        guard !payment.hasFailed else {
            self = .failed
            return
        }
        switch payment.status {
        case .created, .pendingAuthentication: self = .pending
        case .declined: self = .failed
        case .authorized: self = .authorized
        case .captured: self = .captured
        case .refunded: self = .refunded
        case .voided: self = .voided
        case .expired: self = .expired
        }
    }
}
