import CardSecrets
import Provisioning

/// What a token service makes of a card that is in order.
public enum TokenDecision: Sendable, Equatable {
    case approved(NetworkToken)
    /// There is a token, and nothing can be paid with it until its holder has proved to be the cardholder.
    case needsIdentityVerification(NetworkToken, TokenDoubt)
    /// There is no token.
    case declined(StepFailure)
}

/// Why a token service wants to know first who holds the phone.
public enum TokenDoubt: String, Sendable {
    case issuerAsked = "the issuer asks for it (isIDnV)"
    case walletAdvised = "the wallet advises it, for what it knows of the device and the account"
    case manyTokens = "the card is on many devices already"
}

/// What the wallet thinks of the phone and the account, beside what it forwards.
public enum WalletAdvice: String, Sendable, CaseIterable {
    case approve
    case verify
    case decline
}

/// Why a token service refuses what is in order by itself.
public enum TokenRefusal: ExplainedFailure {
    case wrongNetwork(expected: TokenNetwork)
    case replayed
    case alreadyOnDevice(reference: String)
    case tooManyTokens(limit: Int)
    case walletAdvisedAgainst
    case full(limit: Int)
    case unknownToken
    case nothingToVerify(NetworkToken.State)

    public var name: String {
        switch self {
        case .wrongNetwork: "tokenService.wrongNetwork"
        case .replayed: "tokenService.replayed"
        case .alreadyOnDevice: "tokenService.alreadyOnDevice"
        case .tooManyTokens: "tokenService.tooManyTokens"
        case .walletAdvisedAgainst: "tokenService.walletAdvisedAgainst"
        case .full: "tokenService.full"
        case .unknownToken: "tokenService.unknownToken"
        case .nothingToVerify: "tokenService.nothingToVerify"
        }
    }

    public var cause: String {
        switch self {
        case .wrongNetwork(let expected): "The card inside is not one of \(expected.rawValue), to which it was sent."
        case .replayed: "This very message was taken before; each is good once."
        case .alreadyOnDevice(let reference): "The card is on this device and account already, as \(reference)."
        case .tooManyTokens(let limit): "The card has \(limit) tokens, which is the most a card may have."
        case .walletAdvisedAgainst: "The wallet advises against it, for what it knows of the device and the account."
        case .full(let limit): "This token service keeps \(limit) tokens and messages in memory, and has as many."
        case .unknownToken: "There is no token of this reference."
        case .nothingToVerify(let state): "The token is \(state.rawValue); only one in doubt is verified."
        }
    }

    public var fix: String {
        switch self {
        case .wrongNetwork: "Call the wallet with the tokenProvider of the answer."
        case .replayed: "Ask the issuer again for every attempt."
        case .alreadyOnDevice: "Look at the wallet's own list of tokens before adding a card."
        case .tooManyTokens: "Remove the card from another device first."
        case .walletAdvisedAgainst: "Let the cardholder call the issuer."
        case .full: "Start a new token service."
        case .unknownToken, .nothingToVerify: "Take the reference from the wallet's list of tokens."
        }
    }
}
