import Cards
import CardSecrets
import Provisioning
import SimulatedWallets

/// Whom a card may be sealed for: the devices that are trusted, and the token services that keys are shared with.
public struct WalletNetworks: Sendable {
    /// Roots that the certificates of Apple's devices lead to.
    public let appleTrust: AppleTrust
    /// By network; a card of any other cannot be tokenized.
    let keys: [Program.Scheme: NetworkKeys]
    /// Both halves of the keys, where the networks are the sandbox's own.
    public let simulated: SimulatedNetworks?

    /// What Visa is told the issuer's app is called.
    static let applicationID = "tessera"

    init(appleTrust: AppleTrust, simulated: SimulatedNetworks) {
        self.appleTrust = appleTrust
        self.simulated = simulated
        keys = [.visa: .visa(simulated.visa), .mastercard: .mastercard(simulated.mastercard.issuer)]
    }
}
