import Authorizing
import Payments

extension ResponseCode {
    /// The meaning of an issuer's code for a merchant. A gateway translates it further, into its own words.
    package enum Meaning: Hashable, Sendable {
        case approval
        case decline(DeclineReason)
        /// No party has decided, so the merchant's side reverses its message.
        case noDecision
    }

    /// The table of all codes.
    package var meaningForMerchants: Meaning {
        switch self {
        case .approved, .approvedInPart, .noReasonToDecline: .approval
        case .issuerUnreachable, .cannotRoute: .noDecision
        case .insufficientFunds: .decline(.insufficientFunds)
        // A card that is not activated yet cannot pay now, as a suspended one.
        case .restrictedCard, .notActivated: .decline(.suspended)
        case .closedAccount: .decline(.closed)
        case .lostCard: .decline(.lost)
        case .stolenCard: .decline(.stolen)
        case .expiredCard: .decline(.expired)
        case .amountLimit: .decline(.amountLimit)
        // Mastercard's request for authentication has the code of a count limit, too.
        case .countLimit: .decline(.countLimit)
        case .notAllowedToCard, .notAllowedAtTerminal, .invalidMerchant, .invalidTransaction, .invalidAmount,
            .authenticationNeeded: .decline(.notPermitted)
        case .wrongCryptogram, .cryptographicFailure: .decline(.cryptogramRefused)
        case .noSuchCard, .noSuchIssuer: .decline(.unknownCard)
        // On the internet only the printed code is a security value.
        case .wrongSecurityCode, .securityViolation: .decline(.wrongCVV2)
        case .wrongPIN, .pinTriesUsedUp, .pinNotVerifiable: .decline(.wrongPIN)
        case .doNotHonor, .referToIssuer, .pickUp, .pickUpSpecial, .suspectedFraud, .lifeCycle: .decline(.doNotHonor)
        // The merchant's side has sent a message that the issuer cannot use.
        case .formatError, .duplicate, .malfunction: .decline(.malfunction)
        }
    }
}
