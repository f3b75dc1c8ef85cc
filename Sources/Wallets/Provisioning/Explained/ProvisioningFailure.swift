import CardSecrets
import Foundation

/// Why a card that opened is not the requested one, or is no longer acceptable.
public enum ProvisioningFailure: ExplainedFailure {
    /// A missing member without which the checks cannot begin.
    case missing(field: String)
    case encoding(field: String, EncodingFailure)
    case notACardNumber
    case otherLastDigits(expected: String)
    case notAnExpiry
    case expired(month: Int, year: Int)
    case nameless
    /// A value that the device sent and that the pass must repeat unchanged.
    case otherThanSent(field: String)
    case activationForOtherRequest
    case activationForOtherCard
    case activationOver(at: String)
    case otherDevice
    case otherAccount
    case otherWallet(expected: String)
    case tooOld(since: Date)
    case notYetMade(at: Date)

    public var name: String {
        switch self {
        case .missing(let field): "\(field).missing"
        case .encoding(let field, let failure): "\(field).\(failure.name)"
        case .notACardNumber: "card.notACardNumber"
        case .otherLastDigits: "card.otherLastDigits"
        case .notAnExpiry: "card.notAnExpiry"
        case .expired: "card.expired"
        case .nameless: "card.nameless"
        case .otherThanSent(let field): "pass.other\(field.prefix(1).uppercased())\(field.dropFirst())"
        case .activationForOtherRequest: "activationData.otherRequest"
        case .activationForOtherCard: "activationData.otherCard"
        case .activationOver: "activationData.over"
        case .otherDevice: "opaquePaymentCard.otherDevice"
        case .otherAccount: "opaquePaymentCard.otherAccount"
        case .otherWallet: "opaquePaymentCard.otherWallet"
        case .tooOld: "opaquePaymentCard.tooOld"
        case .notYetMade: "opaquePaymentCard.notYetMade"
        }
    }

    public var cause: String {
        switch self {
        case .missing(let field): "\(field) is missing."
        case .encoding(let field, let failure): "\(field) \(failure.predicate)"
        case .notACardNumber: "The sealed data has no card number: 16 digits with a check digit are expected."
        case .otherLastDigits(let expected): "The sealed card does not end in \(expected), as the answer says it does."
        case .notAnExpiry: "The sealed card has no expiry month."
        case .expired(let month, let year): "The sealed card expired at the end of \(year)-\(month)."
        case .nameless: "The sealed card has no cardholder's name."
        case .otherThanSent(let field): "The pass holds another \(field) than the device sent."
        case .activationForOtherRequest: "The activation data is for another nonce than the device's."
        case .activationForOtherCard: "The activation data was not signed by the issuer for this card and expiry."
        case .activationOver(let time): "The activation data was valid until \(time)."
        case .otherDevice: "The card was sealed for another device than the one it is pushed to."
        case .otherAccount: "The card was sealed for another wallet account than the one it is pushed to."
        case .otherWallet(let expected): "The card was not sealed for \(expected), which it is pushed to."
        case .tooOld(let date): "The card was sealed at \(timestamp(date)), which is too long ago to be accepted."
        case .notYetMade(let date): "The card says that it was sealed at \(timestamp(date)), which is in the future."
        }
    }

    public var fix: String {
        switch self {
        case .missing(let field): "Send \(field) too."
        case .encoding(_, let failure): failure.fix
        case .notACardNumber, .otherLastDigits, .notAnExpiry, .nameless:
            "Seal the card that was asked for, with its number, expiry and cardholder's name."
        case .expired: "Replace the card, and add the new one."
        case .otherThanSent, .activationForOtherRequest:
            "Answer the request of this very device; keep no pass from an earlier one."
        case .activationForOtherCard: "Send the answer of one and the same request, and compare both sides' keys."
        case .activationOver, .tooOld: "Ask the issuer again, and hand its answer to the wallet at once."
        case .otherDevice:
            "Ask for clientDeviceId right before the request: getStableHardwareId, or DEVICE_ID of getWalletInfo."
        case .otherAccount:
            "Ask for clientWalletAccountId right before the request: getActiveWalletId, or WALLET_USER_ID."
        case .otherWallet: "Send the walletType of the wallet that the app is about to call."
        case .notYetMade: "Set the issuer's clock."
        }
    }
}
