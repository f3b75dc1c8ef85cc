import Cards

extension Occurrence {
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
