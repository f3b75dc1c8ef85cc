/// A step that a card, a token or an authentication came through. All that can happen is known beforehand, so whoever
/// watches can tell what a run of tests has left out.
public enum Occurrence: Hashable, Sendable {
    case transition(from: CardStatus, to: CardStatus, by: TransitionMatrix.Actor, on: TransitionMatrix.Occasion)
    case tokenization(WalletType, Program.Scheme, TokenizationReport.Status)
    case authentication(AuthenticationStep)

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
        /// What was verified let its request through.
        case used
        /// A trusted device did.
        case trustedDevice
    }
}

extension Occurrence {
    /// Everything that a card can come through from where it begins; rows of the matrix that no card gets to are left
    /// out.
    public static var transitions: [Occurrence] {
        var reached: Set<CardStatus> = [.active, .issued, .digital]
        while case let next = Set(TransitionMatrix.cells.filter { reached.contains($0.from) }.map(\.to)),
            !next.isSubset(of: reached)
        {
            reached.formUnion(next)
        }
        return TransitionMatrix.cells.filter { reached.contains($0.from) }.map {
            .transition(from: $0.from, to: $0.to, by: $0.actor, on: $0.occasion)
        }
    }

    public static var tokenizations: [Occurrence] {
        WalletType.allCases.flatMap { wallet in
            Program.Scheme.allCases.flatMap { scheme in
                TokenizationReport.Status.allCases.map { .tokenization(wallet, scheme, $0) }
            }
        }
    }

    public static var authentications: [Occurrence] {
        let ways = Verification.allCases.flatMap { way in
            [AuthenticationStep.challenged(way)] + AttemptOutcome.Status.allCases.map { .attempted(way, $0) }
        }
        let steps =
            AuthenticationPolicy.Mode.allCases.map(AuthenticationStep.demanded) + ways
            + AttemptOutcome.Status.allCases.map(AuthenticationStep.decided)
            + [.challengesUsedUp, .blocked, .expired, .used, .trustedDevice]
        return steps.map(Occurrence.authentication)
    }
}

extension Occurrence: CustomStringConvertible {
    /// In the words of the wire.
    public var description: String {
        switch self {
        case .transition(let from, let to, let actor, let occasion):
            "\(actor.rawValue) \(occasion.rawValue) \(from.rawValue) -> \(to.rawValue)"
        case .tokenization(let wallet, let scheme, let status):
            "\(wallet.rawValue) \(scheme.rawValue) \(status.rawValue)"
        case .authentication(let step):
            step.description
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
