import CardSecrets
import Provisioning

/// Why a token service refuses a card that is valid in itself.
public enum TokenRefusal: ExplainedFailure {
    case wrongNetwork(expected: TokenNetwork)
    case replayed
    /// The network asks the issuer before it issues a token; the text says why the issuer declines.
    case issuerDeclined(String)
    case alreadyOnDevice(reference: String)
    case tooManyTokens(limit: Int)
    case walletAdvisedAgainst

    public var name: String {
        switch self {
        case .wrongNetwork: "tokenService.wrongNetwork"
        case .replayed: "tokenService.replayed"
        case .issuerDeclined: "tokenService.issuerDeclined"
        case .alreadyOnDevice: "tokenService.alreadyOnDevice"
        case .tooManyTokens: "tokenService.tooManyTokens"
        case .walletAdvisedAgainst: "tokenService.walletAdvisedAgainst"
        }
    }

    public var cause: String {
        switch self {
        case .wrongNetwork(let expected): "The message is for \(expected.rawValue), but its card is of another network."
        case .replayed: "This message was accepted before; each is accepted once."
        case .issuerDeclined(let reason): "The issuer declines. \(reason)"
        case .alreadyOnDevice(let reference): "The card is already on this device and account, as \(reference)."
        case .tooManyTokens(let limit): "The card has \(limit) tokens, the most that a card can have."
        case .walletAdvisedAgainst: "The wallet advises against it, because of the device or the account."
        }
    }

    public var fix: String {
        switch self {
        case .wrongNetwork: "Call the wallet with the tokenProvider from the issuer's response."
        case .replayed: "Ask the issuer again before each attempt."
        case .issuerDeclined: "Try again once the card's status allows it, or use another card."
        case .alreadyOnDevice: "Check the wallet's own list of tokens before adding a card."
        case .tooManyTokens: "Remove the card from another device first."
        case .walletAdvisedAgainst: "Let the cardholder call the issuer."
        }
    }
}
