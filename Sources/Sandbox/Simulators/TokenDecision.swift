import Provisioning
import SimulatedWallets

/// The decision of a token service about a valid card.
public enum TokenDecision: Sendable, Equatable {
    case approved(NetworkToken)
    /// A token is issued, but is inactive until the cardholder has been identified.
    case needsIdentityVerification(NetworkToken, TokenDoubt)
    /// No token is issued.
    case declined(StepFailure)
}
