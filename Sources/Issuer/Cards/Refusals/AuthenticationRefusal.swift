import Foundation
import Identifiers

/// Why strong customer authentication refuses a request.
public enum AuthenticationRefusal: Equatable, Sendable {
    case required(RequiredAuthentication)
    case eventNotFound
    case eventIsOver(String)
    case isOutsourced
    case isClosed(Verification)
    case isBlocked(Verification, secondsLeft: Int)
    case tooManyAttemptsAtOnce
    case tooManySecretsAtOnce
    case tooManySecretsWait
    case challengesUsedUp(secondsLeft: Int)
    case tooManyChallenges(Verification, secondsLeft: Int)
    case pushAskedForTooOften(secondsLeft: Int)
    case challengeNotSent
    /// - Parameter others: the customer's methods that send no message.
    case messageIsNotDelivered(Verification, others: [Verification])

    public var message: String {
        switch self {
        case .required:
            "This operation needs strong customer authentication: answer the event in WWW-Authenticate and send the "
                + "same request again with SCA-Authorization."
        case .eventNotFound:
            "There is no such authentication event; repeat the request it was for to get a new one."
        case .eventIsOver(let how):
            "The authentication event \(how); repeat the request it was for to get a new one."
        case .isOutsourced:
            "This event is OUTSOURCED: the partner decides about it, by POST …/sca/events/{eventId}/attempts with a "
                + "business token."
        case .isClosed(let verification):
            "This customer's attempts by \(verification.name) were wrong "
                + "\(AuthenticationFactor.allowedWrongAttempts) times; the business can allow this method again."
        case .isBlocked(let verification, let seconds):
            "This customer's attempts by \(verification.name) were wrong too often; they are accepted again in "
                + "\(seconds) seconds."
        case .tooManyAttemptsAtOnce:
            "Other attempts of this customer are being checked; send this one again once they are answered."
        case .tooManySecretsAtOnce:
            "Other secrets of this brand's customers are being set; send this one again once they are answered."
        case .tooManySecretsWait:
            "Too many passwords and PINs of other customers wait to be checked or set; send this one again shortly."
        case .challengesUsedUp(let seconds):
            "All allowed challenges of this event were sent; the next can be sent in \(seconds) seconds."
        case .tooManyChallenges(let verification, let seconds):
            "This customer was sent too many challenges by \(verification.name) in an hour; the next can be sent in "
                + "\(seconds) seconds."
        case .pushAskedForTooOften(let seconds):
            "The answer to this push was asked for too often; ask again in \(seconds) seconds, or send a new "
                + "challenge."
        case .challengeNotSent:
            "No challenge was sent for this event; send one by POST …/auth/sca/events/{eventId}/challenges."
        case .messageIsNotDelivered(let verification, let others):
            "Nobody would send the message of \(verification.name): the brand has no subscription to "
                + "\(WebhookEvent.message.rawValue), which the business creates by POST …/webhooks/subscriptions. "
                + (others.isEmpty
                    ? "The customer has no method that sends no message."
                    : "Without one, this customer can use \(others.map(\.name).joined(separator: ", ")).")
        }
    }
}

extension AuthenticationRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [AuthenticationRefusal] = [
        .required(.example), .eventNotFound, .eventIsOver("has expired"), .isOutsourced, .isClosed(.password),
        .isBlocked(.smsCode, secondsLeft: 900), .tooManyAttemptsAtOnce, .tooManySecretsAtOnce,
        .tooManySecretsWait, .challengesUsedUp(secondsLeft: 600), .tooManyChallenges(.smsCode, secondsLeft: 600),
        .pushAskedForTooOften(secondsLeft: 60), .challengeNotSent,
        .messageIsNotDelivered(.smsCode, others: [.passkey, .password]),
    ]
}

extension RequiredAuthentication {
    fileprivate static let example = RequiredAuthentication(
        event: AuthenticationEvent(
            reference: AuthenticationReference(
                eventID: AuthenticationEventID(rawValue: zero), walletOperationID: WalletOperationID(rawValue: zero)),
            customer: CustomerID(1), brand: "demo",
            subject: AuthenticationSubject(operation: .updateCard, card: nil, digest: []), mode: .embedded,
            status: .open, createdAt: .distantPast, expiresAt: .distantFuture),
        offers: [])

    private static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
