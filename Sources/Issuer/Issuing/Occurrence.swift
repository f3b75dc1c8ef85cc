import Authorizing
import Cards

/// A step of a card, a token or an authentication, or an answer to a card network. All possible steps are known in
/// advance, so an observer can say what a test run has left out.
public enum Occurrence: Hashable, Sendable {
    case transition(from: CardStatus, to: CardStatus, by: TransitionMatrix.Actor, on: TransitionMatrix.Occasion)
    case tokenization(WalletType, Program.Scheme, TokenizationReport.Status)
    case authentication(AuthenticationStep)
    case answered(ResponseCode)

    /// The card, token or customer that it is about, as far as they are known.
    public struct Subject: Hashable, Sendable {
        public var card: CardID?
        public var customer: CustomerID?
        public var authorization: AuthorizationID?

        public init(card: CardID? = nil, customer: CustomerID? = nil, authorization: AuthorizationID? = nil) {
            (self.card, self.customer, self.authorization) = (card, customer, authorization)
        }

        public init(_ card: Card) { self.init(card: card.id, customer: card.customer) }
    }
}

extension Occurrence: CustomStringConvertible {
    /// In the words of the API.
    public var description: String {
        switch self {
        case .transition(let from, let to, let actor, let occasion):
            "\(actor.rawValue) \(occasion.rawValue) \(from.rawValue) -> \(to.rawValue)"
        case .tokenization(let wallet, let scheme, let status):
            "\(wallet.rawValue) \(scheme.rawValue) \(status.rawValue)"
        case .authentication(let step):
            step.description
        case .answered(let code):
            code.rawValue
        }
    }
}
