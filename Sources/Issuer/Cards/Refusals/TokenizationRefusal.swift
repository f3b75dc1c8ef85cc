/// Why a request about tokenizations and tokens is refused.
public enum TokenizationRefusal: Equatable, Sendable {
    case walletDataNotAccepted([WalletDataFault])
    case notFound(WalletType)
    case tokenNotFound
    case notAllowed(status: CardStatus)
    case alreadyTokenized(WalletType)
    case limitExceeded
    case networkNotConnected(Program.Scheme)
    case isCompleted
    case tokenIsDeleted
    case referenceTaken
    case placeHasAnotherToken
    case eventNotAllowed(TokenEvent, token: TokenStatus, card: CardStatus)

    public var message: String {
        switch self {
        case .walletDataNotAccepted(let faults):
            faults.count == 1
                ? "What the wallet's device sent cannot be accepted; details say why."
                : "What the wallet's device sent cannot be accepted for \(faults.count) reasons; details name them."
        case .notFound(let wallet):
            "No tokenization of this card for \(wallet.rawValue) is INITIATED; tokenize the card first."
        case .tokenNotFound:
            "There is no token with this dpanRef."
        case .notAllowed(let status):
            "A card can be tokenized while it is \(TokenizationApplication.accepted.joinedByOr); "
                + "this one is \(status.rawValue)."
        case .alreadyTokenized(let wallet):
            "This card has a token for this device and account in \(wallet.rawValue) already; "
                + "it can be tokenized again once that one is deleted."
        case .limitExceeded:
            "This card has \(Tokenization.limit) tokenizations, which is the limit; there is room once one is "
                + "deleted, or has been INITIATED for a day."
        case .networkNotConnected(let scheme):
            "This installation shares no keys with the token service of \(scheme.rawValue), so none of its cards can "
                + "be tokenized."
        case .isCompleted:
            "This tokenization is COMPLETED and does not go back to INITIATED."
        case .tokenIsDeleted:
            "The token with this dpanRef is DELETED, which is final; tokenize the card again to get another."
        case .referenceTaken:
            "This dpanRef belongs to another token; a token belongs to one card, device and account."
        case .placeHasAnotherToken:
            "This card has a token with another dpanRef in this wallet and place, and no further tokenization is "
                + "INITIATED."
        case .eventNotAllowed(let event, let token, let card):
            "\(event.rawValue) can happen to a token that is "
                + event.accepted.map(\.rawValue).joined(separator: " or ")
                + (event == .suspend ? ", or SUSPENDED by its card alone" : "")
                + (event == .resume ? ", while its card can be used" : "")
                + "; this one is \(token.rawValue) and its card \(card.rawValue)."
        }
    }
}

extension TokenizationRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [TokenizationRefusal] = [
        .walletDataNotAccepted([.usedNonce]), .notFound(.apple), .tokenNotFound, .notAllowed(status: .locked),
        .alreadyTokenized(.google), .limitExceeded, .networkNotConnected(.visa), .isCompleted, .tokenIsDeleted,
        .referenceTaken, .placeHasAnotherToken, .eventNotAllowed(.resume, token: .active, card: .locked),
    ]
}
