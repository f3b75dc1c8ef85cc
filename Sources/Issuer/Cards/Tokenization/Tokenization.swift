import Foundation
import Validation

/// The wallets a card can be put into, as Paysafe spells them.
public enum WalletType: String, CaseIterable, Sendable {
    case apple = "APPLE_PAY"
    case google = "GOOGLE_PAY"
    case samsung = "SAMSUNG_PAY"
}

/// A card on its way into a wallet, and then the token (the DPAN) that represents it there.
public struct Tokenization: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// The card was sealed for the wallet; it is not known yet whether a token was issued.
        case initiated
        /// The network has refused to issue a token. The app may begin again, so on the wire, this is INITIATED too.
        case failed
        /// A token with this reference was issued, but the wallet has not reported yet that it is complete. On the
        /// wire, this is INITIATED too.
        case announced(DPANReference)
        /// The wallet has reported that the token with this reference is complete.
        case completed(DPANReference, TokenStatus)
    }

    public let id: TokenizationID
    public let place: WalletPlace
    /// The id that Google's wallet gave itself in a report, if it differs from the account in the request.
    public let walletID: String?
    public let state: State
    /// When it began, or began again.
    public let initiatedAt: Date
    /// Whether the token is SUSPENDED only because its card is. Then the token is resumed together with the card.
    public let isSuspendedByCard: Bool

    public init(
        id: TokenizationID, place: WalletPlace, walletID: String? = nil, state: State, initiatedAt: Date,
        isSuspendedByCard: Bool = false
    ) {
        self.id = id
        self.place = place
        self.walletID = walletID
        self.state = state
        self.initiatedAt = initiatedAt
        self.isSuspendedByCard = isSuspendedByCard
    }

    /// This tokenization in another state.
    public func with(_ state: State) -> Tokenization {
        Tokenization(id: id, place: place, walletID: walletID, state: state, initiatedAt: initiatedAt)
    }

    /// This tokenization, once a wallet has reported its id: that is the account, unless the request had another one.
    func reported(by walletID: String?) -> Tokenization {
        guard let walletID, walletID != place.profile else { return self }
        let isAccount = place.profile == nil
        return Tokenization(
            id: id, place: isAccount ? place.with(profile: walletID) : place,
            walletID: isAccount ? self.walletID : walletID, state: state, initiatedAt: initiatedAt)
    }

    public var reference: DPANReference? {
        switch state {
        case .initiated, .failed: nil
        case .announced(let reference), .completed(let reference, _): reference
        }
    }

    /// Whether the wallet has reported that the tokenization is complete; otherwise it is INITIATED on the wire.
    public var isCompleted: Bool {
        if case .completed = state { true } else { false }
    }

    /// The status of the token; nil while the tokenization is INITIATED.
    public var tokenStatus: TokenStatus? {
        if case .completed(_, let status) = state { status } else { nil }
    }

    /// Whether there is a token that was not deleted. It may be suspended.
    public var hasLivingToken: Bool { tokenStatus.map { $0 != .deleted } ?? false }

    /// Whether the customer's authentication in the app, with which it began, still counts as one for a token.
    public func isJustAuthenticated(at now: Date) -> Bool { now < initiatedAt + Self.patienceSeconds }

    /// The maximum number of tokenizations of a card that are not deleted. No customer has that many devices, and every
    /// list has a limit.
    public static let limit = 50

    /// After 24 hours, an unfinished tokenization no longer counts towards the card's limit, and its customer is
    /// identified again.
    public static let patienceSeconds: TimeInterval = 24 * 60 * 60

    /// After 30 days, an unfinished tokenization is deleted, together with what was requested for it.
    public static let abandonedAfterSeconds: TimeInterval = 30 * 24 * 60 * 60
}

extension [Tokenization] {
    /// The tokenization that a network refuses at this place; nil if none waits for its answer there. Then none was
    /// begun, or the network has refused it before.
    public func waiting(at place: WalletPlace) -> Tokenization? {
        let waiting = filter { $0.state == .initiated && $0.place.canBe(place) }
        return waiting.first { $0.place == place } ?? waiting.first
    }
}

/// Where a token is: the wallet, the device, and the account on it.
///
/// Not every wallet names them: Apple Pay names neither, and a Mastercard needs neither. A place without names cannot
/// be recognised, so two such places never count as the same.
public struct WalletPlace: Equatable, Sendable {
    public let wallet: WalletType
    /// `clientDeviceId`.
    public let device: String?
    /// `clientWalletAccountId`, which Google calls the wallet's id.
    public let profile: String?

    public init(wallet: WalletType, device: String? = nil, profile: String? = nil) {
        self.wallet = wallet
        self.device = device
        self.profile = profile
    }

    public func isKnownToBe(_ other: WalletPlace) -> Bool {
        self == other && (device != nil || profile != nil)
    }

    /// Whether both can be the same place: the wallet is the same, and no name of a device or an account differs.
    func canBe(_ other: WalletPlace) -> Bool {
        func areOne(_ one: String?, _ other: String?) -> Bool { one == nil || other == nil || one == other }
        return wallet == other.wallet && areOne(device, other.device) && areOne(profile, other.profile)
    }

    /// This place, once a wallet has reported its id.
    public func with(profile: String?) -> WalletPlace {
        WalletPlace(wallet: wallet, device: device, profile: profile ?? self.profile)
    }

    /// Checks the name of a device or an account for what Visa accepts.
    package static func rule(_ text: String) -> String? {
        let isName = (1...24).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPlain)
        return isName
            ? TextRule.withoutCardNumber(text) : "must be 1 to 24 of the characters 0-9, A-Z, a-z, _ and -"
    }
}

/// A network's reference of a token: `dpanRef`. It is neither a card number nor secret.
public struct DPANReference: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Accepts 1…64 visible ASCII characters; the networks' references have up to 48, including letters. A text that
    /// could be a card number is refused, because a reference is stored and shown to everyone.
    public init?(rawValue: String) {
        guard Self.rule(rawValue) == nil else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    package static func rule(_ text: String) -> String? {
        let isReference = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isReference else { return "must be 1 to 64 visible ASCII characters" }
        // The networks' own references have more digits in a row than a card number, so the usual rule does not apply.
        let digitCount = text.utf8.count(where: \.isASCIIDigit)
        let isNumber = (12...19).contains(digitCount) && !text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        return isNumber ? "must be the token's reference, not a card number" : nil
    }
}
