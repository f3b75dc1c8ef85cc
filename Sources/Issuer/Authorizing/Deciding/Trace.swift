/// The questions about a message, in the order in which they are asked.
///
/// No public norm defines the order of an issuer's checks. Here the cheap and certain checks come first, then those of
/// the cardholder's knowledge, then those of the money. The partner's opinion comes last.
public enum Check: String, CaseIterable, Sendable {
    /// Is the message well formed, and new?
    case message = "MESSAGE"
    case token = "TOKEN"
    case card = "CARD"
    case cardStatus = "CARD_STATUS"
    case expiry = "EXPIRY"
    /// Cryptogram and security code.
    case cryptogram = "CRYPTOGRAM"
    case pin = "PIN"
    case authentication = "AUTHENTICATION"
    /// Restrictions of the customer, switched-off channels, countries, categories.
    case permission = "PERMISSION"
    case limits = "LIMITS"
    case account = "ACCOUNT"
    case money = "MONEY"
    case partner = "PARTNER"
}

/// The result of a check.
public enum Finding: Hashable, Sendable {
    case passed
    /// Passed for a smaller amount.
    case reduced(Quote)
    /// Passed by the rule for a partner that does not answer; the reason is that of the silence.
    case stoodIn(Reason)
    case failed(ResponseCode, Reason)
    /// The check was not made, or does not apply.
    case skipped(Reason)

    var isSkipped: Bool {
        if case .skipped = self { true } else { false }
    }

    /// The known finding about the partner, if it still counts: a partner that was not asked because an earlier check
    /// had failed must be asked if none fails now.
    func ofPartner(after trace: Trace) -> Finding? {
        self == .skipped(.earlierCheckFailed) && trace.failure == nil ? nil : self
    }
}

/// The cause of a finding, more exact than the response code. It is not sent to the merchant, who gets only the code.
public enum Reason: String, CaseIterable, Sendable {
    // Nothing was asked.
    case notARequest = "NOT_A_REQUEST"
    case earlierCheckFailed = "EARLIER_CHECK_FAILED"
    case notSent = "NOT_SENT"
    case notNeeded = "NOT_NEEDED"
    case followUp = "FOLLOW_UP"
    case noToken = "NO_TOKEN"
    case noCard = "NO_CARD"
    case noPrice = "NO_PRICE"
    case noMoneyAsked = "NO_MONEY_ASKED"
    case noPartner = "NO_PARTNER"
    case partnerToAsk = "PARTNER_TO_ASK"

    // The message.
    case malformed = "MALFORMED"
    case referenceTaken = "REFERENCE_TAKEN"
    case originalAlreadyReversed = "ORIGINAL_ALREADY_REVERSED"
    case originalUnknown = "ORIGINAL_UNKNOWN"
    case originalOfOtherCard = "ORIGINAL_OF_OTHER_CARD"
    case originalClosed = "ORIGINAL_CLOSED"
    case paymentReported = "PAYMENT_REPORTED"

    // Token and card.
    case tokenUnknown = "TOKEN_UNKNOWN"
    case tokenSuspended = "TOKEN_SUSPENDED"
    case tokenDeleted = "TOKEN_DELETED"
    case tokenExpiryDiffers = "TOKEN_EXPIRY_DIFFERS"
    case tokenOfOtherRequestor = "TOKEN_OF_OTHER_REQUESTOR"
    case tokenOfOtherWallet = "TOKEN_OF_OTHER_WALLET"
    case tokenOutsideDomain = "TOKEN_OUTSIDE_DOMAIN"
    case cardUnknown = "CARD_UNKNOWN"
    case cardStatus = "CARD_STATUS"
    case plasticNotUsable = "PLASTIC_NOT_USABLE"
    case codeTriesPaused = "CODE_TRIES_PAUSED"
    case expiryDiffers = "EXPIRY_DIFFERS"
    case expired = "EXPIRED"

    // The cardholder.
    case cryptogramMissing = "CRYPTOGRAM_MISSING"
    case cryptogramWrong = "CRYPTOGRAM_WRONG"
    case cryptogramReplayed = "CRYPTOGRAM_REPLAYED"
    case securityCodeMissing = "SECURITY_CODE_MISSING"
    case securityCodeWrong = "SECURITY_CODE_WRONG"
    case pinMissing = "PIN_MISSING"
    case pinWrong = "PIN_WRONG"
    case pinBlocked = "PIN_BLOCKED"
    case pinNotVerifiable = "PIN_NOT_VERIFIABLE"
    case notAuthenticated = "NOT_AUTHENTICATED"

    // The reasons of the check of permission.
    case customerRestricted = "CUSTOMER_RESTRICTED"
    case channelSwitchedOff = "CHANNEL_SWITCHED_OFF"
    case countryNotAllowed = "COUNTRY_NOT_ALLOWED"
    case categoryNotAllowed = "CATEGORY_NOT_ALLOWED"
    case amountLimit = "AMOUNT_LIMIT"
    case countLimit = "COUNT_LIMIT"

    // Money.
    case noAccount = "NO_ACCOUNT"
    case notConvertible = "NOT_CONVERTIBLE"
    case amountTooLarge = "AMOUNT_TOO_LARGE"
    case notEnoughMoney = "NOT_ENOUGH_MONEY"
    case moreThanIsLeft = "MORE_THAN_IS_LEFT"

    // The partner.
    case partnerDeclined = "PARTNER_DECLINED"
    case partnerAmountTooSmall = "PARTNER_AMOUNT_TOO_SMALL"
    case partnerTimedOut = "PARTNER_TIMED_OUT"
    case partnerNotReached = "PARTNER_NOT_REACHED"
    case partnerRefused = "PARTNER_REFUSED"
    case partnerUnreadable = "PARTNER_UNREADABLE"
    case partnerNotAsked = "PARTNER_NOT_ASKED"
}

/// The findings of all checks, in their order.
public struct Trace: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let check: Check
        public let finding: Finding

        public init(_ check: Check, _ finding: Finding) {
            self.check = check
            self.finding = finding
        }
    }

    public private(set) var entries: [Entry] = []

    /// The same with another finding of a check.
    func replacing(_ check: Check, by finding: Finding) -> Trace {
        var trace = self
        trace.entries = entries.map { $0.check == check ? Entry(check, finding) : $0 }
        return trace
    }

    mutating func append(_ check: Check, _ finding: Finding) {
        entries.append(Entry(check, finding))
    }

    public subscript(_ check: Check) -> Finding? { entries.first { $0.check == check }?.finding }

    /// The first failure, which decides the answer to the network.
    public var failure: (check: Check, code: ResponseCode, reason: Reason)? {
        for entry in entries {
            if case .failed(let code, let reason) = entry.finding { return (entry.check, code, reason) }
        }
        return nil
    }

    /// The smaller amount that is approved; the last one, because each reduces the one before it.
    var reduction: Quote? {
        entries.reversed().lazy.compactMap { entry in
            guard case .reduced(let quote) = entry.finding else { return nil }
            return quote
        }.first
    }
}
