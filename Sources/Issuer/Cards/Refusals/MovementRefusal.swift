import Ledger

/// Why a deposit, a transfer or a withdrawal is refused.
public enum MovementRefusal: Equatable, Sendable {
    case notFound(Movement.Kind)
    /// The step does not follow the movement's status.
    case stepNotAccepted(Movement.Kind, status: Movement.Status, step: Movement.Step)
    /// The bank reports about a movement that it was not asked to make, or has reported the opposite before.
    case reportNotAccepted(Movement.Kind, status: Movement.Status)
    /// The brand has used the number for something else.
    case merchantRefNumTaken(Movement.Kind)
    case recipientNotFound
    /// A restriction, which the sender does not learn, blocks what comes in.
    case recipientIsRestricted
    /// The sender has no account in the currency.
    case currencyNotHeld(Movement.Kind, Currency)
    case notEnoughBalance(Movement.Kind)

    public var message: String {
        switch self {
        case .notFound(let kind): "There is no such \(kind.noun)."
        case .stepNotAccepted(let kind, let status, let step):
            "The \(kind.noun) is \(status.rawValue), so it cannot become \(step.rawValue). "
                + (status.nextStep.map { "\($0.rawValue) is accepted now." } ?? "No step is accepted now.")
        case .reportNotAccepted(let kind, let status):
            "The \(kind.noun) is \(status.rawValue), so the bank's report about it is not accepted; one about a "
                + "deposit or a withdrawal that is PROCESSING is."
        case .merchantRefNumTaken(let kind):
            "This merchantRefNum belongs to another movement; a new \(kind.noun) needs a new one."
        case .recipientIsRestricted: "The recipient cannot receive money now; name another one, or try again later."
        case .recipientNotFound: "There is no such recipient; name a customer of the sender's brand."
        case .currencyNotHeld(let kind, let currency):
            "The sender has no account in \(currency); a \(kind.noun) needs the currency of one of the sender's "
                + "accounts."
        case .notEnoughBalance(let kind):
            "The available balance is less than the amount; load the account, or create a smaller \(kind.noun)."
        }
    }
}

extension Movement.Kind {
    fileprivate var noun: String {
        switch self {
        case .deposit: "deposit"
        case .transfer: "transfer"
        case .withdrawal: "withdrawal"
        }
    }
}

extension MovementRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [MovementRefusal] = [
        .notFound(.deposit), .stepNotAccepted(.deposit, status: .preview, step: .processing),
        .reportNotAccepted(.withdrawal, status: .preview), .merchantRefNumTaken(.deposit), .recipientNotFound,
        .recipientIsRestricted,
        .currencyNotHeld(.transfer, .euro), .notEnoughBalance(.withdrawal),
    ]
}
