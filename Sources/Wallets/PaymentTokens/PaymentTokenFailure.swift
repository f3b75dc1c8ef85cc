import CardSecrets
import Foundation

/// Why a wallet's payment token must not be charged.
///
/// Failures that anyone can check have their own cases. A wrong key, padding, tag or content is always ``doesNotOpen``;
/// otherwise a caller could combine the answers to decrypt a token.
public enum PaymentTokenFailure: ExplainedFailure {
    case malformed(String)
    case unsupported(String)
    case signerCertificate(CertificateFailure)
    case signerNotTrusted
    case signatureWrong
    case signedOutsideWindow(signed: Date)
    case expired(String, at: Date)
    case anotherRecipient
    case doesNotOpen
    case replayed
    case unclaimed

    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .unsupported: "unsupported"
        case .signerCertificate(let failure): "signer.\(failure.name)"
        case .signerNotTrusted: "signer.notTrusted"
        case .signatureWrong: "signatureWrong"
        case .signedOutsideWindow: "signedOutsideWindow"
        case .expired: "expired"
        case .anotherRecipient: "anotherRecipient"
        case .doesNotOpen: "doesNotOpen"
        case .replayed: "replayed"
        case .unclaimed: "unclaimed"
        }
    }

    public var cause: String {
        switch self {
        case .malformed(let what), .unsupported(let what): what
        case .signerCertificate(let failure): "The signer's certificate \(failure.predicate)"
        case .signerNotTrusted: "The signer's certificates do not lead from one to the next to a trusted root."
        case .signatureWrong: "The signature is not one of the signer over this token."
        case .signedOutsideWindow(let signed): "The token was signed at \(timestamp(signed)), too far from now."
        case .expired(let what, let date): "The \(what) expired at \(timestamp(date))."
        case .anotherRecipient: "The token is for another recipient, or sealed to another key."
        case .doesNotOpen: "The token does not open: it was changed, or sealed to another key."
        case .replayed: "The token's transaction was opened before; one token is one payment."
        case .unclaimed: "It is unknown whether the token's transaction was opened before."
        }
    }

    public var fix: String {
        switch self {
        case .malformed: "Pass the token on byte for byte as the wallet gave it, without parsing and writing it again."
        case .unsupported: "Ask the wallet for a version that is supported."
        case .signerCertificate, .signerNotTrusted, .signatureWrong:
            "Accept only the wallet's own token, and pass it on unchanged."
        case .signedOutsideWindow, .expired, .replayed: "Charge a token at once; ask the wallet for a new one."
        case .anotherRecipient, .doesNotOpen:
            "Compare the merchant, and the key that the wallet was given, with those used here."
        case .unclaimed: "Try the same token again while it is good; it was neither opened nor charged."
        }
    }
}
