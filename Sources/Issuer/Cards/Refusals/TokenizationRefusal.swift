/// Why a request about tokenizations and tokens is refused.
public enum TokenizationRefusal: Equatable, Sendable {
    case walletDataNotAccepted([WalletDataFault])
    /// - Parameter others: the wallets for which a tokenization of the card is INITIATED.
    case notFound(WalletType, others: [WalletType] = [])
    /// - Parameters:
    ///   - found: the account of the INITIATED tokenization.
    ///   - reported: the wallet's id in the report.
    case otherAccount(WalletType, found: String, reported: String)
    /// The card's tokenization in this place has this status and another token, which stays.
    case otherReference(TokenizationReport.Status, WalletPlace, found: String, reported: String)
    case tokenNotFound
    /// The network has no token with the reference in its message.
    case tokenUnknownToNetwork
    /// A network has changed a token that it has not activated.
    case tokenNotActivated
    /// A network has asked for a token with the reference of one that this card has already.
    ///
    /// - Parameter status: nil if it was not activated.
    case tokenExists(TokenStatus?)
    case notAllowed(status: CardStatus)
    case cardHasEnded(status: CardStatus)
    /// - Parameter found: the reference of the token in the same place.
    case alreadyTokenized(WalletType, found: String)
    case limitExceeded
    case networkNotConnected(Program.Scheme)
    case isCompleted
    case tokenIsDeleted(TokenReferenceField)
    /// By the token of another card, perhaps another customer's, so it is not named.
    case referenceTaken(TokenReferenceField)
    /// The token of this card, in another wallet or account than the report says.
    case tokenIsElsewhere(WalletPlace, reported: WalletPlace)
    /// By another tokenization, which the database found.
    case placeIsTaken
    case eventNotAllowed(TokenEvent, token: TokenStatus, card: CardStatus)
    /// By a network, before its cardholder was identified.
    case notIdentified
    /// The network was not asked to identify the cardholder, or the cardholder is identified already.
    case needsNoIdentification
    /// No code was sent for the token, or the last one is over.
    case codeNotSent
    /// Another message of a network had the reference.
    case messageReferenceUsed

    public var message: String {
        switch self {
        case .walletDataNotAccepted(let faults):
            faults.count == 1
                ? "The data from the wallet's device cannot be accepted; see details."
                : "The data from the wallet's device cannot be accepted for \(faults.count) reasons; see details."
        case .notFound(let wallet, let others):
            "No tokenization of this card for \(wallet.rawValue) is INITIATED; "
                + (others.isEmpty
                    ? "tokenize the card first."
                    : "one for \(others.map(\.rawValue).joined(separator: " and ")) is. Send its walletType, which is "
                        + "APPLE_PAY if absent.")
        case .otherAccount(let wallet, let found, let reported):
            "The tokenization of this card that is INITIATED for \(wallet.rawValue) has the clientWalletAccountId "
                + "\(found), and the report has the walletId \(reported); send the same id in both, or tokenize the "
                + "card for the account in the report."
        case .otherReference(let status, let place, let found, let reported):
            "The tokenization of this card that is \(status.rawValue) in \(place.name) has the dpanRef \(found), and "
                + "the report has \(reported); send the same dpanRef, or tokenize the card "
                + (status == .completed ? "for another device " : "") + "to report another token"
                + (status == .initiated && place.isNamedInReports ? ", or send this account as walletId." : ".")
        case .tokenNotFound:
            "No token with this dpanRef was reported as COMPLETED."
        case .tokenUnknownToNetwork:
            "This network has no token with this tokenReference."
        case .tokenNotActivated:
            "The token with this tokenReference is INITIATED; its network can change it after ACTIVATE."
        case .tokenExists(let status):
            "This card has a token with this tokenReference already, which is \(status?.rawValue ?? "INITIATED"); "
                + "send a new tokenReference for another token."
        case .notAllowed(let status):
            "A card can be tokenized while it is \(TokenizationApplication.accepted.joinedByOr); "
                + "this one is \(status.rawValue)."
        case .cardHasEnded(let status):
            "A tokenization can be completed until its card ends or is replaced; this one is \(status.rawValue)."
        case .alreadyTokenized(let wallet, let found):
            "This card has the token \(found) for this device and account in \(wallet.rawValue) already; "
                + "it can be tokenized again once that one is deleted."
        case .limitExceeded:
            "This card has \(Tokenization.limit) tokenizations, which is the limit; there is room once one is "
                + "deleted, or has been INITIATED for a day."
        case .networkNotConnected(let scheme):
            "This installation shares no keys with the token service of \(scheme.rawValue), so none of its cards can "
                + "be tokenized."
        case .isCompleted:
            "The tokenization with this dpanRef is COMPLETED and does not go back to INITIATED."
        case .tokenIsDeleted(let field):
            "The token with this \(field.rawValue) is DELETED, which is final; tokenize the card again to get another."
        case .referenceTaken(let field):
            "This \(field.rawValue) belongs to the token of another card; a token belongs to one card, device and "
                + "account."
        case .tokenIsElsewhere(let place, let reported):
            "This dpanRef belongs to the card's token in \(place.name), but the report names \(reported.name)."
        case .placeIsTaken:
            "This card has another tokenization in this wallet, device and account; include=TOKENIZATIONS lists it."
        case .eventNotAllowed(let event, let token, let card):
            "\(event.rawValue) can happen to a token that is "
                + event.accepted.map(\.rawValue).joined(separator: " or ")
                + (event == .suspend ? ", or SUSPENDED by its card alone" : "")
                + (event == .resume ? ", while its card can be used" : "")
                + "; this one is \(token.rawValue) and its card \(card.rawValue)."
        case .notIdentified:
            "This token can be activated once its cardholder is identified; send SEND_CODE and VERIFY_CODE first."
        case .needsNoIdentification:
            "The issuer does not identify the cardholder of this token: it has approved or declined the token, or the "
                + "cardholder is identified already."
        case .codeNotSent:
            "No code for this token can be verified: none was sent, or the last one is over; send SEND_CODE first."
        case .messageReferenceUsed:
            "Another message has had this networkReference; each message has one of its own."
        }
    }
}

extension WalletPlace {
    /// The wallet, and the account in it if it is known.
    fileprivate var name: String { wallet.rawValue + (profile.map { " with the account \($0)" } ?? "") }

    /// Only Google's reports name an account.
    fileprivate var isNamedInReports: Bool { wallet == .google && profile != nil }
}

extension TokenizationRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [TokenizationRefusal] = [
        .walletDataNotAccepted([.usedNonce]), .notFound(.apple),
        .otherAccount(.google, found: "40exmLiWV1iV55ZVstOAiMf7", reported: "NMZlGi8-DezZZKaU06orvl0f"),
        .otherReference(
            .initiated, WalletPlace(wallet: .google, profile: "40exmLiWV1iV55ZVstOAiMf7"),
            found: "DNITHE302410223044721987", reported: "DNITHE302410223044721988"),
        .tokenNotFound, .tokenUnknownToNetwork, .tokenNotActivated, .tokenExists(.active),
        .notAllowed(status: .locked), .cardHasEnded(status: .cancelled),
        .alreadyTokenized(.google, found: "DNITHE302410223044721987"), .limitExceeded,
        .networkNotConnected(.visa), .isCompleted, .tokenIsDeleted(.dpanRef), .referenceTaken(.dpanRef),
        .tokenIsElsewhere(
            WalletPlace(wallet: .google, profile: "40exmLiWV1iV55ZVstOAiMf7"),
            reported: WalletPlace(wallet: .samsung)),
        .placeIsTaken, .eventNotAllowed(.resume, token: .active, card: .locked),
        .notIdentified, .needsNoIdentification, .codeNotSent, .messageReferenceUsed,
    ]
}
