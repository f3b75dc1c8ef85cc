import Cards
import Ledger

/// One check: its name, and the function that makes it.
public struct Rule: Sendable {
    public let check: Check
    /// Whether the check is made only if no earlier check has failed. Testing a code or a PIN costs a try, and asking a
    /// partner costs time.
    let isCostly: Bool
    let judge: @Sendable (Facts, Trace) -> Finding

    /// All checks, in their order.
    public static let all: [Rule] = [
        Rule(.message) { facts, _ in facts.judgeMessage() },
        Rule(.token) { facts, _ in facts.judgeToken() },
        Rule(.card) { facts, _ in facts.card == nil ? .failed(.noSuchCard, .cardUnknown) : .passed },
        Rule(.cardStatus) { facts, _ in facts.withCard { facts.judgeStatus(of: $0) } },
        Rule(.expiry) { facts, _ in facts.withCard { facts.judgeExpiry(of: $0) } },
        Rule(.cryptogram, isCostly: true) { facts, _ in facts.withCard { facts.judgeCryptogram(of: $0) } },
        Rule(.pin, isCostly: true) { facts, _ in facts.withCard { facts.judgePIN(of: $0) } },
        Rule(.authentication) { facts, _ in facts.withCard { facts.judgeAuthentication(of: $0) } },
        Rule(.permission) { facts, _ in facts.judgePermission() },
        Rule(.limits) { facts, _ in facts.judgeLimits() },
        Rule(.account) { facts, _ in facts.judgeAccount() },
        Rule(.money) { facts, _ in facts.judgeMoney() },
        Rule(.partner, isCostly: true) { facts, trace in facts.judgePartner(after: trace) },
    ]

    private init(_ check: Check, isCostly: Bool = false, _ judge: @escaping @Sendable (Facts, Trace) -> Finding) {
        self.check = check
        self.isCostly = isCostly
        self.judge = judge
    }
}

// The message, the token and the card.
extension Facts {
    func judgeMessage() -> Finding {
        switch reception {
        case .referenceTaken: return .failed(.duplicate, .referenceTaken)
        case .alreadyReversed where request.kind.isRequest: return .failed(.doNotHonor, .originalAlreadyReversed)
        case .alreadyReported: return .failed(.duplicate, .paymentReported)
        case .first, .alreadyReversed: break
        }
        if original == .ofAnotherCard { return .failed(.invalidTransaction, .originalOfOtherCard) }
        guard request.kind == .incremental else { return .passed }
        guard case .known(let state) = original else { return .failed(.invalidTransaction, .originalUnknown) }
        return state.canGrow ? .passed : .failed(.invalidTransaction, .originalClosed)
    }

    func judgeToken() -> Finding {
        guard let sent = request.token else { return .skipped(.noToken) }
        guard case .known(let token) = token else { return .failed(.noSuchCard, .tokenUnknown) }
        switch token.status {
        case .active: break
        case .suspended: return .failed(.restrictedCard, .tokenSuspended)
        case .deleted: return .failed(.noSuchCard, .tokenDeleted)
        }
        switch request.verification.token {
        case .asSent: break
        case .wrongExpiry: return .failed(.expiredCard, .tokenExpiryDiffers)
        case .wrongRequestor: return .failed(.notAllowedToCard, .tokenOfOtherRequestor)
        }
        guard token.wallet == sent.wallet else { return .failed(.notAllowedToCard, .tokenOfOtherWallet) }
        // Without the customer, the token comes from an earlier payment, which was allowed.
        let isInDomain = token.entryModes.contains(request.entryMode) || isWithoutCustomer
        return isInDomain ? .passed : .failed(.notAllowedToCard, .tokenOutsideDomain)
    }

    func withCard(_ judge: (CardFacts) -> Finding) -> Finding {
        card.map(judge) ?? .skipped(.noCard)
    }

    func judgeStatus(of card: CardFacts) -> Finding {
        guard let code = card.status.code(isPlasticPresent: request.isPlasticPresent) else { return .passed }
        // Chip and PIN prove that the customer has received the card, so they activate it. Increments and refunds come
        // without a proof.
        if card.status == .digital, request.isChipAndPIN, !isWithoutCustomer { return .passed }
        return .failed(code, code == .notAllowedToCard ? .plasticNotUsable : .cardStatus)
    }

    func judgeExpiry(of card: CardFacts) -> Finding {
        if card.areCodeTriesPaused || areMerchantTriesPaused, triesCode {
            return .failed(.doNotHonor, .codeTriesPaused)
        }
        // With a token, the expiry of the token was sent, which the network checks.
        if request.token == nil, let sent = request.expiry, sent != card.expiry {
            return .failed(.expiredCard, .expiryDiffers)
        }
        return card.expiry < month ? .failed(.expiredCard, .expired) : .passed
    }

    /// Whether the answer would tell a thief who has only the card's number whether a code or an expiry date is right.
    /// A chip, a stripe or a phone proves more than the number. A merchant that changes or repeats an approved payment
    /// knows the expiry date, but need not know the code.
    var triesCode: Bool {
        guard request.token == nil, request.verification.cryptogram != .valid else { return false }
        guard request.verification.securityCode == .notSent else { return true }
        return request.expiry != nil && !request.kind.isFollowUp && !isUnderAgreement
    }

    /// Whether the customer takes no part: an increment, a refund, or a charge to a stored card under an agreement.
    private var isWithoutCustomer: Bool {
        request.kind.isFollowUp || request.kind == .refundAuthorization || isUnderAgreement
    }

    /// A merchant may charge a stored card only after a payment that the customer has made and the issuer approved. The
    /// merchant's claim is not enough. Refunds and force posts are not approved by the issuer, so they do not count. A
    /// verification does, with the amount 0.
    private var isUnderAgreement: Bool {
        guard request.entryMode == .credentialOnFile, case .known(let first) = original else { return false }
        guard !first.isRefund, !first.status.isUnapproved else { return false }
        return first.approved.isPositive || first.status == .approved
    }
}

// The cardholder.
extension Facts {
    func judgeCryptogram(of card: CardFacts) -> Finding {
        let sent = request.verification
        switch sent.cryptogram {
        case .wrong: return .failed(card.scheme.wrongCryptogram, .cryptogramWrong)
        case .replayed: return .failed(card.scheme.wrongCryptogram, .cryptogramReplayed)
        case .notSent where needsCryptogram: return .failed(card.scheme.wrongCryptogram, .cryptogramMissing)
        case .valid, .notSent: break
        }
        switch sent.securityCode {
        case .wrong: return .failed(card.scheme.wrongSecurityCode, .securityCodeWrong)
        case .notSent where needsSecurityCode: return .failed(card.scheme.wrongSecurityCode, .securityCodeMissing)
        case .right, .notSent: break
        }
        return sent.cryptogram == .notSent && sent.securityCode == .notSent ? .skipped(.notSent) : .passed
    }

    /// Chips and phones make a cryptogram for each payment, and a stripe has a code of its own.
    private var needsCryptogram: Bool {
        guard !isWithoutCustomer else { return false }
        switch request.entryMode {
        case .chip, .contactless, .magneticStripe: return true
        case .ecommerce, .manual, .credentialOnFile, .unknown: return request.token != nil
        }
    }

    private var needsSecurityCode: Bool {
        policy.needsSecurityCode && request.token == nil && request.isRemote && !isWithoutCustomer
    }

    func judgePIN(of card: CardFacts) -> Finding {
        guard !request.kind.isFollowUp else { return .skipped(.followUp) }
        let isNeeded = request.type == .atmWithdrawal
        guard isNeeded || request.verification.pin != .notSent else { return .skipped(.notSent) }
        guard card.wrongPINs < policy.allowedPINTries else { return .failed(.pinTriesUsedUp, .pinBlocked) }
        switch request.verification.pin {
        case .right: return .passed
        case .notSent: return .failed(.wrongPIN, .pinMissing)
        case .notVerifiable: return .failed(.pinNotVerifiable, .pinNotVerifiable)
        case .wrong:
            let isLast = card.wrongPINs + 1 >= policy.allowedPINTries
            return .failed(isLast ? .pinTriesUsedUp : .wrongPIN, .pinWrong)
        }
    }

    func judgeAuthentication(of card: CardFacts) -> Finding {
        // A verification counts, too: the merchant may charge the card later on the strength of it.
        guard policy.needsAuthentication, request.isRemote, !isWithoutCustomer else {
            return .skipped(.notNeeded)
        }
        // The phone has asked for a finger, a face or its code before it made the cryptogram.
        if request.token?.wallet != nil, request.verification.cryptogram == .valid { return .passed }
        switch request.verification.authentication {
        case .authenticated, .exempted: return .passed
        case .none, .attempted, .failed: return .failed(card.scheme.authenticationNeeded, .notAuthenticated)
        }
    }
}
