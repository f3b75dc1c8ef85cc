import CardSecrets
import Crypto
import Provisioning

/// The rules by which a simulated network issues a token for a card that is valid.
public enum TokenRules {
    public static let tokensPerCard = 12
    /// When a card has this many tokens, the cardholder must be identified for the next one.
    public static let tokensWithoutDoubt = 8

    /// The network's doubt about the person who holds the phone; nil if it issues an active token.
    ///
    /// - Parameters:
    ///   - tokens: how many tokens the card has.
    ///   - there: the card's token on this device and account.
    ///   - asksForIdentification: whether the issuer asks for it (isIDnV).
    public static func doubt(
        tokens: Int, there: String?, advice: WalletAdvice, asksForIdentification: Bool
    ) throws(TokenRefusal) -> TokenDoubt? {
        guard advice != .decline else { throw .walletAdvisedAgainst }
        if let there { throw .alreadyOnDevice(reference: there) }
        guard tokens < tokensPerCard else { throw .tooManyTokens(limit: tokensPerCard) }
        if asksForIdentification { return .issuerAsked }
        if advice == .verify { return .walletAdvised }
        return tokens >= tokensWithoutDoubt ? .manyTokens : nil
    }

    /// The largest distance of an app's payment behind the highest counter that the network has seen. Payments of apps
    /// do not reach the network in the order in which the phone made them.
    public static let counterWindow = 16

    /// Whether a network accepts a counter that it has not seen. At a terminal the phone makes one payment after
    /// another, so the counter only goes up there.
    public static func accepts(_ counter: Int, after highest: Int, isInStore: Bool) -> Bool {
        isInStore ? counter > highest : counter >= highest - counterWindow
    }

    /// The digest by which a network recognises a message that it has accepted before.
    public static func digest(of message: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: message)) }
}

/// Why a token service first wants to identify the person who holds the phone.
public enum TokenDoubt: String, Sendable {
    case issuerAsked = "the issuer requests it (isIDnV)"
    case walletAdvised = "the wallet advises it, because of the device or the account"
    case manyTokens = "the card is already on many devices"
}

/// The wallet's opinion of the phone and the account, which it sends with the card.
public enum WalletAdvice: String, Sendable, CaseIterable {
    case approve
    case verify
    case decline
}

extension TokenNetwork {
    /// The ranges of token numbers. They are those of published examples, and separate from every BIN that cards are
    /// issued from here.
    public var tokenPrefix: String {
        switch self {
        case .visa: "489537"
        case .mastercard: "535375"
        }
    }

    /// A new reference, in the form of Visa's tokenReferenceID or Mastercard's tokenUniqueReference.
    public func reference(using entropy: Entropy) -> String {
        switch self {
        case .visa: "DNITHE" + entropy.digits(26)
        case .mastercard: "DWSPMC0000000001" + EncodedBytes.hexadecimal(entropy.bytes(16))
        }
    }
}
