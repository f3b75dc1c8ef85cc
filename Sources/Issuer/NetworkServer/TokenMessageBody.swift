import Authorizing
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import Issuing
import Validation

/// A message of a network's token service in JSON.
struct TokenMessageBody: RequestBody {
    var networkReference: String?
    var network: String?
    var kind: String?
    var pan: String?
    var expiry: NetworkMessageBody.ExpiryPart?
    var cvv2: String?
    var tokenReference: String?
    var walletType: String?
    var clientDeviceId: String?
    var clientWalletAccountId: String?
    var source: String?
    var deviceScore: Int?
    var accountScore: Int?
    var method: String?
    var code: String?
    var change: String?
    var initiator: String?

    static let members: [BodyMember<TokenMessageBody>] = [
        .string(
            "networkReference", \.networkReference, isRequired: true, pattern: "^[!-~]{1,100}$",
            example: "VISA-T-0001",
            "Unique for each message. The same message again gets the same answer and has no second effect."),
        .enumeration(
            "network", \.network, of: Program.Scheme.allCases.map(\.rawValue), isRequired: true, example: "VISA",
            "The network that sends the message. It sees only its own cards and tokens."),
        .enumeration(
            "kind", \.kind, of: TokenServiceMessage.Kind.allCases.map(\.rawValue), isRequired: true,
            example: "PROVISIONING",
            "ELIGIBILITY asks whether a card can have a token, PROVISIONING whether this token may be issued. "
                + "SEND_CODE and VERIFY_CODE identify the cardholder. TOKEN_CHANGE reports a change of a token."),
        .string(
            "pan", \.pan, isSecret: true, example: "4895370000000007",
            "The card's number, for ELIGIBILITY and PROVISIONING."),
        .object("expiry", \.expiry, "The card's expiry, for PROVISIONING; the token's, for EXPIRY."),
        .string(
            "cvv2", \.cvv2, isSecret: true, example: nil,
            "The printed security code, if the cardholder has typed the card into the wallet."),
        .string(
            "tokenReference", \.tokenReference, example: "DNITHE41493306176949492327766247",
            "The network's reference of the token; for ELIGIBILITY there is none yet."),
        .enumeration(
            "walletType", \.walletType, of: Vocabulary.walletTypes, example: "GOOGLE_PAY",
            "The wallet, for PROVISIONING."),
        .string(
            "clientDeviceId", \.clientDeviceId, example: "8fe3GxPvQ0Gd", "The device, if the wallet names it."),
        .string(
            "clientWalletAccountId", \.clientWalletAccountId, example: "40exmLiWV1iV55ZVstOAiMf7",
            "The account on the device, if the wallet names it."),
        .enumeration(
            "source", \.source, of: sources, example: "APP",
            "APP if the issuer's app has put the card into the wallet, and the network has opened what the issuer has "
                + "sealed. MANUAL, if absent, for everything else."),
        .integer(
            "deviceScore", \.deviceScore, in: ProvisioningRequest.scores, example: "4",
            "What the wallet thinks of the device: from 1, which is bad, to 5."),
        .integer("accountScore", \.accountScore, in: ProvisioningRequest.scores, example: "5",
            "What it thinks of the account."),
        .enumeration(
            "method", \.method, of: methods.map(\.rawValue), example: "SMS",
            "For SEND_CODE and VERIFY_CODE: one of the methods in the answer to PROVISIONING."),
        .string(
            "code", \.code, isSecret: true, pattern: "^[0-9]{4,10}$", example: "482915",
            "For VERIFY_CODE: the code that the cardholder has typed. A push has none: the message asks whether it was "
                + "answered."),
        .enumeration(
            "change", \.change, of: changes, example: "ACTIVATE",
            "For TOKEN_CHANGE. DEVICE names the new device or account, EXPIRY the token's new expiry."),
        .enumeration(
            "initiator", \.initiator, of: initiators, example: "WALLET",
            "For TOKEN_CHANGE: who has changed the token. ISSUER confirms what the issuer has asked for, and changes "
                + "nothing. WALLET if absent."),
    ]

    private static let sources = ["MANUAL", "APP"]
    private static let initiators = ["WALLET", "CARDHOLDER", "NETWORK", "ISSUER"]
    private static let changes = ["ACTIVATE"] + TokenEvent.allCases.map(\.rawValue) + ["DEVICE", "EXPIRY"]
    private static let methods = Verification.allCases.filter(\.identifiesInWallet)

    /// The message, with all its errors.
    var message: Draft<TokenServiceMessage?> {
        var violations = Violations()
        violations.check("tokenReference", tokenReference.flatMap(DPANReference.rule))
        violations.check("clientDeviceId", clientDeviceId.flatMap(WalletPlace.rule))
        violations.check("clientWalletAccountId", clientWalletAccountId.flatMap(WalletPlace.rule))
        let sent = networkReference.flatMap { NetworkReference($0) }
        if networkReference != nil, sent == nil {
            violations.check("networkReference", "must be 1 to 100 visible ASCII characters without a card number")
        }
        guard let kind = kind.flatMap(TokenServiceMessage.Kind.init(rawValue:)) else {
            return Draft(nil, errors: violations.list)
        }
        let content = content(of: kind, &violations)
        guard let sent, let network = network.flatMap(Program.Scheme.init(rawValue:)), let content else {
            return Draft(nil, errors: violations.list)
        }
        return Draft(
            TokenServiceMessage(reference: sent, network: network, content: content), errors: violations.list)
    }

    private func content(
        of kind: TokenServiceMessage.Kind, _ violations: inout Violations
    ) -> TokenServiceMessage.Content? {
        func need(_ field: String, _ isThere: Bool) {
            if !isThere { violations.check(field, "is required for \(kind.rawValue)") }
        }
        // The errors of a part that is there are those of its members.
        func needExpiry() {
            guard let part = expiry else { return need("expiry", false) }
            need("expiry.month", part.month != nil)
            need("expiry.year", part.year != nil)
        }
        let number = pan.flatMap { PAN($0) }
        let token = tokenReference.flatMap(DPANReference.init(rawValue:))
        switch kind {
        case .eligibility, .provisioning:
            need("pan", pan != nil)
            if pan != nil, number == nil { violations.check("pan", "must be the number of a card") }
        case .sendCode, .verifyCode, .tokenChange: break
        }
        if kind != .eligibility { need("tokenReference", tokenReference != nil) }
        switch kind {
        case .eligibility:
            return number.map { .eligibility($0) }
        case .provisioning:
            needExpiry()
            need("walletType", walletType != nil)
            guard let number, let token, let wallet = walletType.flatMap(WalletType.init(rawValue:)) else { return nil }
            return .provisioning(
                WantedToken(
                    pan: number, expiry: date, securityCode: cvv2, token: token, wallet: wallet,
                    device: clientDeviceId, profile: clientWalletAccountId, deviceScore: deviceScore,
                    accountScore: accountScore, isBegunInApp: source == "APP"))
        case .sendCode, .verifyCode:
            need("method", method != nil)
            let verification = method.flatMap(Verification.init(rawValue:))
            if kind == .verifyCode, let verification {
                if verification == .push, code != nil { violations.check("code", "must be absent for a push") }
                need("code", verification == .push || code != nil)
            }
            guard let token, let verification else { return nil }
            return kind == .sendCode
                ? .sendCode(token, by: verification) : .verifyCode(token, by: verification, code: code)
        case .tokenChange:
            need("change", change != nil)
            if change == "DEVICE" {
                need("clientDeviceId", clientDeviceId != nil || clientWalletAccountId != nil)
            }
            if change == "EXPIRY" { needExpiry() }
            guard let token, let reported else { return nil }
            return .tokenChange(token, reported)
        }
    }

    private var date: Expiry? {
        expiry.flatMap { expiry in
            expiry.month.flatMap { month in expiry.year.map { Expiry(month: month, year: $0) } }
        }
    }

    private var reported: ReportedTokenChange? {
        guard let change else { return nil }
        if initiator == "ISSUER" { return .confirmed }
        switch change {
        case "ACTIVATE": return .activated
        case "DEVICE": return .moved(device: clientDeviceId, profile: clientWalletAccountId)
        case "EXPIRY": return date.map { .renewed($0) }
        default: return TokenEvent(rawValue: change).map { .event($0) }
        }
    }
}

/// The issuer's answer to such a message.
struct TokenMessageAnswer: AnswerBody {
    let answer: TokenServiceAnswer

    static let members: [AnswerMember<TokenMessageAnswer>] = [
        .member(
            "decision", \.answer.decision.rawValue,
            as: .enumeration(TokenServiceAnswer.Decision.allCases.map(\.rawValue)), example: "APPROVED",
            "APPROVED is green, REQUIRE_ADDITIONAL_AUTHENTICATION is yellow and DECLINED is red."),
        .member("reason", \.answer.reason, example: nil, "Why the answer is not APPROVED."),
        .member(
            "methods", { $0.answer.methods.isEmpty ? nil : $0.answer.methods.map(\.rawValue) }, example: nil,
            "How the cardholder can be identified."),
        .member(
            "tokenStatus", { $0.answer.tokenStatus?.rawValue }, example: "ACTIVE",
            "The token's status, after a TOKEN_CHANGE."),
        .member(
            "metadata", { WalletMetadataAnswer($0.answer.metadata) },
            "How wallets show the card, after a PROVISIONING that is green or yellow, as far as the program says it."),
    ]
}
