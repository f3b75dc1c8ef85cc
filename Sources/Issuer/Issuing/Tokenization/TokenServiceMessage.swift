import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers

/// A message of a network's token service to the issuer.
public struct TokenServiceMessage: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Asks whether a card can have a token, before the wallet shows its terms. It counts for no limit.
        case eligibility = "ELIGIBILITY"
        /// Asks whether the network may issue a token.
        case provisioning = "PROVISIONING"
        case sendCode = "SEND_CODE"
        case verifyCode = "VERIFY_CODE"
        case tokenChange = "TOKEN_CHANGE"
    }

    public enum Content: Sendable {
        case eligibility(PAN)
        case provisioning(WantedToken)
        case sendCode(DPANReference, by: Verification)
        /// - Parameter code: nil for a push, whose answer is asked for.
        case verifyCode(DPANReference, by: Verification, code: String?)
        case tokenChange(DPANReference, ReportedTokenChange)
    }

    public let reference: NetworkReference
    public let network: Program.Scheme
    public let content: Content

    public init(reference: NetworkReference, network: Program.Scheme, content: Content) {
        (self.reference, self.network, self.content) = (reference, network, content)
    }

    public var kind: Kind {
        switch content {
        case .eligibility: .eligibility
        case .provisioning: .provisioning
        case .sendCode: .sendCode
        case .verifyCode: .verifyCode
        case .tokenChange: .tokenChange
        }
    }
}

extension TokenServiceMessage: Redacted {}

/// A token that a wallet asks a network for.
public struct WantedToken: Sendable {
    public let pan: PAN
    public let expiry: Expiry?
    public let securityCode: String?
    public let token: DPANReference
    public let wallet: WalletType
    public let device: String?
    public let profile: String?
    public let deviceScore: Int?
    public let accountScore: Int?
    /// Whether the wallet got the card from the issuer's app, and the network has opened what the issuer had sealed.
    public let isBegunInApp: Bool

    public init(
        pan: PAN, expiry: Expiry?, securityCode: String?, token: DPANReference, wallet: WalletType, device: String?,
        profile: String?, deviceScore: Int?, accountScore: Int?, isBegunInApp: Bool
    ) {
        (self.pan, self.expiry, self.securityCode, self.token) = (pan, expiry, securityCode, token)
        (self.wallet, self.device, self.profile) = (wallet, device, profile)
        (self.deviceScore, self.accountScore, self.isBegunInApp) = (deviceScore, accountScore, isBegunInApp)
    }
}

extension WantedToken: Redacted {}

/// A change of a token that a network reports.
public enum ReportedTokenChange: Equatable, Sendable {
    case activated
    case event(TokenEvent)
    /// The network has done what the issuer has asked it for.
    case confirmed
    /// The token is on another device, or in another account on it. Nil where nothing has changed.
    case moved(device: String?, profile: String?)
    /// The token has a new expiry, which only the network checks.
    case renewed(Expiry)

    var text: String {
        switch self {
        case .activated: "ACTIVATE"
        case .event(let event): event.rawValue
        case .confirmed: "CONFIRMED"
        case .moved(let device, let profile): "MOVED \(device ?? "-") \(profile ?? "-")"
        case .renewed(let expiry): "RENEWED \(expiry.year)-\(expiry.month)"
        }
    }
}

/// The issuer's answer to a message of a token service.
public struct TokenServiceAnswer: Equatable, Sendable {
    public enum Decision: String, CaseIterable, Sendable {
        case approved = "APPROVED"
        case identify = "REQUIRE_ADDITIONAL_AUTHENTICATION"
        case declined = "DECLINED"
    }

    public let decision: Decision
    /// A word of ``ProvisioningDoubt``, ``ProvisioningFault`` or ``CodeFault``; nil if it is approved.
    public let reason: String?
    /// By which the cardholder can be identified.
    public let methods: [Verification]
    /// The token's, after a change of it.
    public let tokenStatus: TokenStatus?
    /// How wallets show the card, if a token may be issued.
    public var metadata = WalletMetadata.none
    /// Whether the same message was answered before.
    public var isRepeated = false

    init(_ decision: Decision, reason: String? = nil, methods: [Verification] = [], tokenStatus: TokenStatus? = nil) {
        (self.decision, self.reason, self.methods, self.tokenStatus) = (decision, reason, methods, tokenStatus)
    }

    init(_ decision: ProvisioningDecision) {
        switch decision {
        case .approved: self.init(Decision.approved)
        case .identify(let methods, let doubt): self.init(.identify, reason: doubt.rawValue, methods: methods)
        case .declined(let fault): self.init(.declined, reason: fault.rawValue)
        }
    }
}

/// Why a code does not identify the cardholder.
public enum CodeFault: String, CaseIterable, Sendable {
    /// The code is wrong, or the push has not been answered. Attempts are left.
    case notRight = "CODE_NOT_RIGHT"
    /// No attempt is left; another code must be sent.
    case attemptsUsedUp = "ATTEMPTS_USED_UP"
}
