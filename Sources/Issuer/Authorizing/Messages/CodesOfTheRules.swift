extension ResponseCode {
    /// Whether this issuer answers with the code by its own rules, or because it has failed. The other codes are for
    /// partners, and for reading the answers of other issuers.
    public var isGivenByRules: Bool {
        switch self {
        case .approved, .approvedInPart, .noReasonToDecline, .doNotHonor, .invalidTransaction, .invalidAmount,
            .noSuchCard, .formatError, .lostCard, .closedAccount, .insufficientFunds, .expiredCard, .wrongPIN,
            .notAllowedToCard, .amountLimit, .restrictedCard, .securityViolation, .countLimit, .pinTriesUsedUp,
            .notActivated, .wrongCryptogram, .pinNotVerifiable, .cryptographicFailure, .issuerUnreachable, .duplicate,
            .malfunction, .authenticationNeeded, .wrongSecurityCode: true
        case .referToIssuer, .invalidMerchant, .pickUp, .pickUpSpecial, .noSuchIssuer, .stolenCard,
            .notAllowedAtTerminal, .suspectedFraud, .lifeCycle, .cannotRoute: false
        }
    }
}
