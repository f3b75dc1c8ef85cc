import Foundation
import Validation

/// A request to seal a card for a wallet. It is checked against the card and the card's other tokenizations.
///
/// The contents of Apple's certificates are not checked here, only whether they were sent.
public struct TokenizationApplication: Sendable {
    /// The data that PassKit passed to the app, as the app forwarded it.
    public struct AppleData: Sendable {
        /// For the other wallets, which need no such data.
        public static let none = AppleData(
            leafCertificate: nil, subordinateCertificate: nil, nonce: nil, nonceSignature: nil)

        public let leafCertificate: String?
        public let subordinateCertificate: String?
        public let nonce: String?
        public let nonceSignature: String?

        public init(
            leafCertificate: String?, subordinateCertificate: String?, nonce: String?, nonceSignature: String?
        ) {
            self.leafCertificate = leafCertificate
            self.subordinateCertificate = subordinateCertificate
            self.nonce = nonce
            self.nonceSignature = nonceSignature
        }

        var members: [(name: String, value: String?)] {
            [
                ("leafCertificate", leafCertificate), ("subordinateCertificate", subordinateCertificate),
                ("nonce", nonce), ("nonceSignature", nonceSignature),
            ]
        }
    }

    public let wallet: WalletType?
    public let device: String?
    public let profile: String?
    public let apple: AppleData

    public init(wallet: WalletType?, device: String?, profile: String?, apple: AppleData) {
        self.wallet = wallet
        self.device = device
        self.profile = profile
        self.apple = apple
    }

    /// The application, with the errors that do not depend on the card.
    public var draft: Draft<TokenizationApplication> {
        var violations = Violations()
        violations.check("clientDeviceId", device.flatMap(WalletPlace.rule))
        violations.check("clientWalletAccountId", profile.flatMap(WalletPlace.rule))
        for (field, value) in apple.members where wallet != nil {
            switch (wallet, value) {
            case (.apple, nil): violations.check(field, "is required for APPLE_PAY")
            case (.google, .some), (.samsung, .some):
                violations.check(field, "must be absent: only APPLE_PAY has one")
            default: break
            }
        }
        return Draft(self, errors: violations.list)
    }

    /// The members that a card of this network lacks.
    fileprivate func violations(for scheme: Program.Scheme) -> [FieldError] {
        var violations = Violations()
        for (field, value) in [("clientDeviceId", device), ("clientWalletAccountId", profile)] where value == nil {
            guard let wallet, wallet != .apple, scheme == .visa else { continue }
            violations.check(field, "is required to put a VISA card into \(wallet.rawValue)")
        }
        return violations.list
    }

    /// Which tokenization begins.
    public enum Beginning: Equatable, Sendable {
        case new
        /// The one that is INITIATED in the same place begins again.
        case again(Tokenization)
        /// A new one, instead of one that its network has refused in the same place, or of the one that has been
        /// INITIATED longest.
        case insteadOf(Tokenization)

        public var isAgain: Bool { if case .again = self { true } else { false } }

        /// The tokenization that is used again or makes room.
        public var earlier: Tokenization? {
            switch self {
            case .new: nil
            case .again(let tokenization), .insteadOf(let tokenization): tokenization
            }
        }
    }

    /// The wallet, device and account for the card, if the application is valid, and the tokenization that begins
    /// there.
    ///
    /// A place without a device and an account cannot be recognised. An app that asks for such a place repeats its last
    /// request. A token that is begun in the wallet there is on another device than all others.
    ///
    /// If the card has reached its limit, the tokenization that has been INITIATED longest makes room, if that is at
    /// least ``Tokenization/patienceSeconds``.
    ///
    /// - Parameters:
    ///   - existing: the card's tokenizations that are not deleted.
    ///   - isBegunInWallet: whether the cardholder began in the wallet, and no app has asked.
    public func place(
        in wallet: WalletType, for card: Card, besides existing: [Tokenization], isBegunInWallet: Bool = false,
        at now: Date
    ) throws(Refusal) -> (place: WalletPlace, beginning: Beginning) {
        guard Self.accepted.contains(card.standing.status) else {
            throw .tokenization(.notAllowed(status: card.standing.status))
        }
        let place = WalletPlace(wallet: wallet, device: device, profile: profile)
        let there = existing.first { $0.hasLivingToken && $0.place.isKnownToBe(place) }
        if let reference = there?.reference {
            throw .tokenization(.alreadyTokenized(wallet, found: reference.rawValue))
        }
        let open = existing.filter { !$0.isCompleted }
        let same = open.first { tokenization in
            let isRepeated = !isBegunInWallet && tokenization.reference == nil && tokenization.place == place
            return isRepeated || tokenization.place.isKnownToBe(place)
        }
        if let same { return (place, same.state == .failed ? .insteadOf(same) : .again(same)) }
        if existing.count < Tokenization.limit { return (place, .new) }
        guard let oldest = open.min(by: { $0.initiatedAt < $1.initiatedAt }),
            now >= oldest.initiatedAt + Tokenization.patienceSeconds
        else { throw .tokenization(.limitExceeded) }
        return (place, .insteadOf(oldest))
    }

    /// The statuses in which a card can be tokenized; a virtual card that can be used is ACTIVE.
    public static let accepted: [CardStatus] = [.active, .digital]
}

extension Draft<TokenizationApplication> {
    /// All errors for a card of this network.
    public func errors(for scheme: Program.Scheme) -> [FieldError] {
        errors.adding(value.violations(for: scheme))
    }

    /// The requested wallet, if the request contains everything that it needs.
    public func wallet(for scheme: Program.Scheme) throws(Refusal) -> WalletType {
        let errors = errors(for: scheme)
        guard errors.isEmpty, let wallet = value.wallet else { throw .invalidFields(errors) }
        return wallet
    }
}

/// A fault in the data of a wallet, described so that the sender can correct it.
public struct WalletDataFault: Equatable, Sendable {
    /// A short, stable name for programs: `leafCertificate.expired`.
    public let name: String
    /// The member of the request that is wrong.
    public let field: String
    public let cause: String
    public let fix: String

    public init(name: String, field: String, cause: String, fix: String) {
        self.name = name
        self.field = field
        self.cause = cause
        self.fix = fix
    }

    public static let usedNonce = WalletDataFault(
        name: "nonce.used", field: "nonce", cause: "nonce was used for this card before.",
        fix: "Let the wallet start again; each of its requests has a nonce of its own, which is accepted once.")
}
