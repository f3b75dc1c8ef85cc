import Authorizing
import Ledger

/// A step of a card, a token or an authentication, or an answer to a card network. All possible steps are known in
/// advance, so an observer can say what a test run has left out.
public enum Occurrence: Hashable, Sendable {
    case transition(from: CardStatus, to: CardStatus, by: TransitionMatrix.Actor, on: TransitionMatrix.Occasion)
    case tokenization(WalletType, Program.Scheme, TokenizationReport.Status)
    case authentication(AuthenticationStep)
    case answered(ResponseCode)

    /// What and whom it is about, as far as that is known.
    public struct Subject: Hashable, Sendable {
        public var card: CardID?
        public var customer: CustomerID?
        public var authorization: AuthorizationID?

        public init(card: CardID? = nil, customer: CustomerID? = nil, authorization: AuthorizationID? = nil) {
            (self.card, self.customer, self.authorization) = (card, customer, authorization)
        }

        public init(_ card: Card) { self.init(card: card.id, customer: card.customer) }
    }

    /// A step of strong customer authentication.
    public enum AuthenticationStep: Hashable, Sendable {
        case demanded(AuthenticationPolicy.Mode)
        case challenged(Verification)
        /// Every allowable challenge was used.
        case challengesUsedUp
        case attempted(Verification, AttemptOutcome.Status)
        /// By the partner.
        case decided(AttemptOutcome.Status)
        /// Wrong too often in a row.
        case blocked
        case expired
        /// A verified event has let its request through.
        case used
        /// A trusted device's signature has let a request through.
        case trustedDevice
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

extension Occurrence.AuthenticationStep: CustomStringConvertible {
    public var description: String {
        switch self {
        case .demanded(let mode): "DEMANDED \(mode.rawValue)"
        case .challenged(let way): "CHALLENGED \(way.name)"
        case .challengesUsedUp: "CHALLENGES USED UP"
        case .attempted(let way, let status): "\(status.rawValue) \(way.name)"
        case .decided(let status): "\(status.rawValue) by the partner"
        case .blocked: "BLOCKED"
        case .expired: "EXPIRED"
        case .used: "USED"
        case .trustedDevice: "TRUSTED DEVICE"
        }
    }
}
