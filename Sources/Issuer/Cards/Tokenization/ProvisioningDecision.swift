/// The issuer's answer to a network that wants to issue a token for a card.
public enum ProvisioningDecision: Equatable, Sendable {
    /// Green: the network may activate the token.
    case approved
    /// Yellow: the network may activate the token once the cardholder is identified by one of the methods.
    case identify([Verification], because: ProvisioningDoubt)
    /// Red: no token is issued.
    case declined(ProvisioningFault)
}

/// Why the cardholder must be identified first.
public enum ProvisioningDoubt: String, CaseIterable, Sendable {
    case programAsks = "PROGRAM_ASKS"
    case mediumScore = "MEDIUM_SCORE"
    case manyTokens = "MANY_TOKENS"
    case newAccount = "NEW_ACCOUNT"
    /// The partner has not agreed, and has not declined either.
    case partnerAsks = "PARTNER_ASKS"
}

/// Why a card gets no token.
public enum ProvisioningFault: String, CaseIterable, Sendable {
    /// No card of this network has the number.
    case cardNotFound = "CARD_NOT_FOUND"
    case programRefuses = "PROGRAM_REFUSES"
    case tooManyAttempts = "TOO_MANY_ATTEMPTS"
    case customerRestricted = "CUSTOMER_RESTRICTED"
    case cardNotUsable = "CARD_NOT_USABLE"
    /// Too many wrong values were sent for the card, so that no answer tells whether one is right.
    case codeTriesPaused = "CODE_TRIES_PAUSED"
    case wrongExpiry = "WRONG_EXPIRY"
    case wrongSecurityCode = "WRONG_SECURITY_CODE"
    case alreadyInWallet = "ALREADY_IN_WALLET"
    case tooManyTokens = "TOO_MANY_TOKENS"
    case lowScore = "LOW_SCORE"
    /// The cardholder must be identified, and no method is left for it.
    case noMethod = "NO_METHOD"
    case partnerDeclines = "PARTNER_DECLINES"
}

/// What the issuer knows about a card and its customer when a network asks.
public struct ProvisioningFacts: Sendable {
    public var status: CardStatus
    public var terms: ProvisioningTerms
    public var isCustomerRestricted: Bool
    /// The requests for a token of the card in the last 24 hours, without this one.
    public var attempts: Int
    public var accountAgeSeconds: Double

    public init(
        status: CardStatus, terms: ProvisioningTerms, isCustomerRestricted: Bool, attempts: Int,
        accountAgeSeconds: Double
    ) {
        (self.status, self.terms, self.isCustomerRestricted) = (status, terms, isCustomerRestricted)
        (self.attempts, self.accountAgeSeconds) = (attempts, accountAgeSeconds)
    }

    /// Why the card can have no token at all; nil if it can.
    public var fault: ProvisioningFault? {
        if terms == .refused { return .programRefuses }
        if attempts >= ProvisioningRequest.attemptLimit { return .tooManyAttempts }
        if isCustomerRestricted { return .customerRestricted }
        return TokenizationApplication.accepted.contains(status) ? nil : .cardNotUsable
    }
}

/// What a network says about a request for a token, as the issuer has checked it.
public struct ProvisioningRequest: Sendable {
    /// From 1, which is bad, to 5.
    public static let scores = 1...5
    /// The requests for tokens of one card in 24 hours.
    public static let attemptLimit = 10
    /// When a card has this many tokens, the cardholder is identified for the next one.
    public static let tokensWithoutDoubt = 5
    /// A customer whose account is younger is identified.
    public static let newAccountSeconds: Double = 24 * 60 * 60

    /// Whether the card's tries of security codes and expiry dates are paused. Then what was typed is not looked at.
    public var areCodeTriesPaused: Bool
    public var isExpiryRight: Bool
    /// Nil if none was sent.
    public var isSecurityCodeRight: Bool?
    /// The wallet's opinion of the phone and of the account on it; nil if it has none.
    public var deviceScore: Int?
    public var accountScore: Int?
    /// Whether the customer has just authenticated for this in the issuer's app, which has sealed the card for the
    /// wallet.
    public var isBegunInApp: Bool
    /// The card's tokens that are not deleted.
    public var tokens: Int
    public var isAlreadyThere: Bool
    /// By which the customer can be identified.
    public var methods: [Verification]

    public init(
        areCodeTriesPaused: Bool, isExpiryRight: Bool, isSecurityCodeRight: Bool?, deviceScore: Int?,
        accountScore: Int?, isBegunInApp: Bool, tokens: Int, isAlreadyThere: Bool, methods: [Verification]
    ) {
        self.areCodeTriesPaused = areCodeTriesPaused
        (self.isExpiryRight, self.isSecurityCodeRight) = (isExpiryRight, isSecurityCodeRight)
        (self.deviceScore, self.accountScore, self.isBegunInApp) = (deviceScore, accountScore, isBegunInApp)
        (self.tokens, self.isAlreadyThere, self.methods) = (tokens, isAlreadyThere, methods)
    }

    /// Checks what makes a card unusable first, then what the wallet has sent, then what is only doubtful.
    public func decision(about facts: ProvisioningFacts) -> ProvisioningDecision {
        if let fault = facts.fault ?? fault { return .declined(fault) }
        guard let doubt = doubt(about: facts) else { return .approved }
        return methods.isEmpty ? .declined(.noMethod) : .identify(methods, because: doubt)
    }

    private var fault: ProvisioningFault? {
        if areCodeTriesPaused, triesCode { return .codeTriesPaused }
        if !isExpiryRight { return .wrongExpiry }
        if isSecurityCodeRight == false { return .wrongSecurityCode }
        if isAlreadyThere { return .alreadyInWallet }
        if tokens >= Tokenization.limit { return .tooManyTokens }
        return worstScore == Self.scores.lowerBound ? .lowScore : nil
    }

    /// Whether the cardholder has typed a code or an expiry date. The app sends what the issuer has sealed.
    private var triesCode: Bool { isSecurityCodeRight != nil || !isBegunInApp }

    /// A customer who has just authenticated in the app is known, whatever the wallet thinks of the phone.
    private func doubt(about facts: ProvisioningFacts) -> ProvisioningDoubt? {
        if facts.terms == .identified { return .programAsks }
        if isBegunInApp { return nil }
        if worstScore.map({ $0 <= 3 }) ?? true { return .mediumScore }
        if tokens >= Self.tokensWithoutDoubt { return .manyTokens }
        return facts.accountAgeSeconds < Self.newAccountSeconds ? .newAccount : nil
    }

    private var worstScore: Int? { [deviceScore, accountScore].compactMap(\.self).min() }
}

extension Verification {
    /// Whether a wallet can identify its holder by it: a code that the holder types, or a question in the app.
    public var identifiesInWallet: Bool {
        switch self {
        case .smsCode, .emailCode, .push: true
        case .password, .pin, .authenticatorCode, .passkey, .biometric: false
        }
    }
}
