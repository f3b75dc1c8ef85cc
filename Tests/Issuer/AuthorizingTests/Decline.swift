import Authorizing
import Cards
import Ledger
import Testing

/// One fact that declines an otherwise good payment, and the answer to it.
struct Decline: Sendable, CustomTestStringConvertible {
    typealias Fields = @Sendable (inout MessageFields) -> Void
    typealias Change = @Sendable (inout Facts) throws -> Void

    let check: Check
    let code: String
    let reason: Reason
    let isByPhone: Bool
    let fields: Fields
    let change: Change

    var testDescription: String { "\(check) \(code) \(reason)" }

    init(
        _ check: Check, _ code: String, _ reason: Reason, isByPhone: Bool = false, fields: @escaping Fields,
        _ change: @escaping Change = { _ in }
    ) {
        self.check = check
        self.code = code
        self.reason = reason
        self.isByPhone = isByPhone
        self.fields = fields
        self.change = change
    }

    init(
        _ check: Check, _ code: String, _ reason: Reason, isByPhone: Bool = false, _ change: @escaping Change
    ) {
        self.init(check, code, reason, isByPhone: isByPhone, fields: { _ in }, change)
    }

    func facts() throws -> Facts {
        var facts = isByPhone ? try Sample.phoneFacts(fields) : try Sample.facts(fields)
        try change(&facts)
        return facts
    }

    static let all = message + token + card + cardholder + allowed + money + others

    private static let message = [
        Decline(.message, "94", .referenceTaken) { $0.reception = .referenceTaken },
        Decline(.message, "05", .originalAlreadyReversed) { $0.reception = .alreadyReversed },
        Decline(.message, "94", .paymentReported) { $0.reception = .alreadyReported(inFull: false) },
        Decline(.message, "12", .originalUnknown, fields: { $0.kind = "INCREMENTAL" }) { $0.original = .unknown },
        Decline(.message, "12", .originalOfOtherCard, fields: { $0.kind = "REFUND" }) { $0.original = .ofAnotherCard },
    ]

    private static let token = [
        Decline(.token, "14", .tokenUnknown, isByPhone: true) { $0.token = .unknown },
        Decline(.token, "62", .tokenSuspended, isByPhone: true) { $0.changeToken { $0.status = .suspended } },
        Decline(.token, "14", .tokenDeleted, isByPhone: true) { $0.changeToken { $0.status = .deleted } },
        Decline(.token, "54", .tokenExpiryDiffers, isByPhone: true, fields: { $0.verification.token = .wrongExpiry }),
        Decline(.token, "57", .tokenOfOtherRequestor, isByPhone: true, fields: {
            $0.verification.token = .wrongRequestor
        }),
        Decline(.token, "57", .tokenOfOtherWallet, isByPhone: true) { $0.changeToken { $0.wallet = .googlePay } },
        Decline(.token, "57", .tokenOutsideDomain, isByPhone: true) { $0.changeToken { $0.entryModes = [.ecommerce] } },
    ]

    private static let card = [
        Decline(.card, "14", .cardUnknown) { $0.card = nil },
        Decline(.cardStatus, "62", .cardStatus) { $0.card?.status = .locked },
        Decline(.cardStatus, "41", .cardStatus, isByPhone: true) { $0.card?.status = .lost },
        Decline(.cardStatus, "57", .plasticNotUsable) { $0.card?.status = .digital },
        Decline(.cardStatus, "57", .plasticNotUsable) { $0.card?.status = .damaged },
        Decline(.expiry, "54", .expiryDiffers, fields: { ($0.expiryYear, $0.expiryMonth) = (2029, 4) }),
        Decline(.expiry, "05", .codeTriesPaused, fields: { $0.pageWithCode(.right) }) {
            $0.card?.areCodeTriesPaused = true
        },
        Decline(.expiry, "54", .expired) { $0.month = try Sample.month(2029, 4) },
    ]

    private static let cardholder = [
        Decline(.cryptogram, "82", .cryptogramWrong, fields: { $0.verification.cryptogram = .wrong }),
        Decline(.cryptogram, "82", .cryptogramReplayed, fields: { $0.verification.cryptogram = .replayed }),
        Decline(.cryptogram, "88", .cryptogramWrong, fields: { $0.verification.cryptogram = .wrong }) {
            $0.card?.scheme = .mastercard
        },
        Decline(.cryptogram, "82", .cryptogramMissing, fields: { $0.verification.cryptogram = .notSent }),
        Decline(.cryptogram, "82", .cryptogramMissing, isByPhone: true, fields: { fields in
            (fields.entryMode, fields.verification.cryptogram) = ("ECOMMERCE", .notSent)
        }),
        Decline(.cryptogram, "N7", .securityCodeWrong, fields: { $0.pageWithCode(.wrong) }),
        Decline(.cryptogram, "63", .securityCodeWrong, fields: { $0.pageWithCode(.wrong) }) {
            $0.card?.scheme = .mastercard
        },
        Decline(.cryptogram, "N7", .securityCodeMissing, fields: { $0.pageWithCode(.notSent) }) {
            $0.policy.needsSecurityCode = true
        },
        Decline(.pin, "55", .pinWrong, fields: { $0.verification.pin = .wrong }) { $0.card?.wrongPINs = 1 },
        Decline(.pin, "75", .pinWrong, fields: { $0.verification.pin = .wrong }) { $0.card?.wrongPINs = 2 },
        Decline(.pin, "75", .pinBlocked, fields: { $0.verification.pin = .right }) { $0.card?.wrongPINs = 3 },
        Decline(.pin, "86", .pinNotVerifiable, fields: { $0.verification.pin = .notVerifiable }),
        Decline(.pin, "55", .pinMissing, fields: { $0.type = "ATM_WITHDRAWAL" }),
        Decline(.authentication, "1A", .notAuthenticated, fields: { $0.pageWithCode(.right) }) {
            $0.policy.needsAuthentication = true
        },
        Decline(.authentication, "65", .notAuthenticated, fields: { $0.pageWithCode(.right) }) {
            $0.policy.needsAuthentication = true
            $0.card?.scheme = .mastercard
        },
    ]

    private static let allowed = [
        Decline(.permission, "57", .customerRestricted) { $0.isCustomerRestricted = true },
        Decline(.permission, "57", .channelSwitchedOff) { $0.controls = [CardControls(switchedOff: [.pointOfSale])] },
        Decline(.permission, "57", .countryNotAllowed) {
            $0.controls = [CardControls(countries: .init(allowed: [try #require(CountryCode("FR"))]))]
        },
        Decline(.permission, "57", .categoryNotAllowed) {
            $0.controls = [CardControls(categories: .init(blocked: [try #require(MerchantCategory("5812"))]))]
        },
        Decline(.limits, "61", .amountLimit) { try $0.limit(.transaction, amount: 1233) },
        Decline(.limits, "65", .countLimit) { try $0.limit(.day, count: 0) },
    ]

    private static let money = [
        Decline(.account, "78", .noAccount) { $0.account = nil },
        Decline(.account, "57", .notConvertible, fields: { $0.currency = "USD" }),
        Decline(.account, "13", .amountTooLarge, fields: { $0.currency = "USD" }) {
            $0.account?.pricing = try Sample.pricing((.max, 1))
        },
        Decline(.money, "51", .notEnoughMoney) { $0.account?.available = try Sample.money(1233) },
    ]

    private static let others = [
        Decline(.partner, "05", .partnerDeclined) { $0.partner = .declined(nil) },
        Decline(.partner, "59", .partnerDeclined) { $0.partner = .declined(.suspectedFraud) },
        Decline(.partner, "05", .partnerDeclined) { $0.partner = .declined(.approved) },
        Decline(.partner, "05", .partnerAmountTooSmall) { $0.partner = .approvedUpTo(try Sample.money(1233)) },
        Decline(.partner, "05", .partnerAmountTooSmall) { $0.partner = .approvedUpTo(try Sample.money(5000, "USD")) },
        Decline(.partner, "91", .partnerTimedOut) { $0.partner = .silent(.decline, because: .timedOut) },
        Decline(.partner, "91", .partnerRefused) {
            $0.partner = .silent(.approveUpTo(1233, except: []), because: .refused)
        },
        Decline(.partner, "91", .partnerNotReached) {
            $0.partner = .silent(
                .approveUpTo(5000, except: [try #require(MerchantCategory("5812"))]), because: .notReached)
        },
    ]

    /// One decline for each check. Any two can occur in the same payment by phone, except that without an account there
    /// is no price to compare with a limit.
    static let oneOfEach = [
        Decline(.message, "94", .referenceTaken) { $0.reception = .referenceTaken },
        Decline(.token, "62", .tokenSuspended) { $0.changeToken { $0.status = .suspended } },
        Decline(.card, "14", .cardUnknown) { $0.card = nil },
        Decline(.cardStatus, "46", .cardStatus) { $0.card?.status = .cancelled },
        Decline(.expiry, "54", .expired) { $0.month = try Sample.month(2030, 2) },
        Decline(.cryptogram, "88", .cryptogramReplayed) {
            $0.card?.scheme = .mastercard
            try $0.resend { $0.verification.cryptogram = .replayed }
        },
        Decline(.pin, "75", .pinBlocked) {
            $0.card?.wrongPINs = 3
            try $0.resend { $0.verification.pin = .right }
        },
        Decline(.authentication, "1A", .notAuthenticated) {
            $0.policy.needsAuthentication = true
            $0.changeToken { $0.wallet = nil }
            try $0.resend {
                $0.entryMode = "ECOMMERCE"
                $0.token?.wallet = nil
            }
        },
        Decline(.permission, "57", .channelSwitchedOff) {
            $0.controls.append(CardControls(switchedOff: Set(Channel.allCases)))
        },
        Decline(.limits, "61", .amountLimit) { try $0.limit(.transaction, amount: 1233) },
        Decline(.account, "78", .noAccount) { $0.account = nil },
        Decline(.money, "51", .notEnoughMoney) { $0.account?.available = try Sample.money(1233) },
        Decline(.partner, "59", .partnerDeclined) { $0.partner = .declined(.suspectedFraud) },
    ]
}

extension Facts {
    mutating func changeToken(_ change: (inout TokenFacts) -> Void) {
        guard case .known(var token) = token else { return }
        change(&token)
        self.token = .known(token)
    }

    mutating func limit(_ window: Window, amount: Int64? = nil, count: Int? = nil) throws {
        controls = [CardControls(limits: [try #require(Limit(window, amount: amount, count: count))])]
    }

    /// Replaces the message by one of the same phone with additional changes. Changes of earlier calls stay.
    mutating func resend(_ change: (inout MessageFields) -> Void) throws {
        let sent = request
        request = try Sample.phoneFacts { fields in
            fields.entryMode = .value(sent.entryMode)
            fields.token?.wallet = (sent.token?.wallet).map(Sent.value)
            fields.verification = sent.verification
            change(&fields)
        }.request
    }
}

extension MessageFields {
    /// A payment on a web page, with or without the security code of the card.
    mutating func pageWithCode(_ code: VerificationResults.SecurityCode) {
        entryMode = "ECOMMERCE"
        cardPresence = "NOT_PRESENT"
        verification = VerificationResults(securityCode: code)
    }
}
