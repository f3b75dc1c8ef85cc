import Issuing
import Postgres

/// Why a request about phones has no result.
public enum PhoneFailure: DatabaseError {
    case refused(PhoneRefusal)
    case failed(IssuingFailure)

    public init(_ failure: PostgresFailure) { self = .failed(IssuingFailure(failure)) }

    public var postgresFailure: PostgresFailure? {
        if case .failed(let failure) = self { failure.postgresFailure } else { nil }
    }
}

/// Why a request about phones is refused.
public enum PhoneRefusal: Error, Equatable {
    case notFound
    case limitExceeded
    case tokenLimitExceeded
    case noActiveWallet
    case tokenNotFound
    case tokenIsInState(PhoneToken.State, accepted: [PhoneToken.State])
    case tokenIsNotReported(PhoneToken.State)
    case wrongCode
    case codeIsClosed
    case paymentsUsedUp
    case isNoIPhone
    /// The network issues no token; the text says why and what to do.
    case declined(String)

    /// A full sentence: the thing, its state and what would be accepted.
    public var message: String {
        switch self {
        case .notFound:
            "There is no such phone; POST /sandbox/phones makes one."
        case .limitExceeded:
            "This customer has \(SandboxPhone.limit) phones, which is the limit; delete one first."
        case .tokenLimitExceeded:
            "This phone has had \(SandboxPhone.tokenLimit) tokens, which is the limit; make another phone."
        case .noActiveWallet:
            "This phone has no wallet; POST /sandbox/phones/{phoneId}/wallet creates one."
        case .tokenNotFound:
            "This phone has no token with this issuerTokenId; GET /sandbox/phones/{phoneId}/tokens lists its tokens."
        case .tokenIsInState(let state, let accepted):
            "This token is \(state.rawValue); a token that is \(accepted.map(\.rawValue).joined(separator: " or ")) "
                + "is accepted."
        case .tokenIsNotReported(let state):
            "This token is \(state.rawValue), and the Card service does not know it as COMPLETED. It can be deleted; "
                + "report it to the Card service before another change."
        case .wrongCode:
            "This is not the code that was sent to the cardholder; GET /sandbox/messages shows it."
        case .codeIsClosed:
            "The code of this token was wrong \(PhoneToken.allowedWrongCodes) times, so none is accepted for it any "
                + "more; delete the token and add the card again."
        case .isNoIPhone:
            "Only an iPhone has certificates; the app of a Pixel or a Galaxy sends the ids of the phone and its wallet."
        case .paymentsUsedUp:
            "This token has made \(UInt16.max) payments, the maximum of its counter; delete the token and add the "
                + "card again."
        case .declined(let reason):
            reason
        }
    }

    /// One for each reason, for the page of errors.
    package static let examples: [PhoneRefusal] = [
        .notFound, .limitExceeded, .tokenLimitExceeded, .noActiveWallet, .tokenNotFound,
        .tokenIsInState(.active, accepted: [.needsIdentityVerification]), .tokenIsNotReported(.active), .wrongCode,
        .codeIsClosed, .paymentsUsedUp, .isNoIPhone,
        .declined("The card is already on this device and account, as DNITHE41493306176949492327766247."),
    ]
}
