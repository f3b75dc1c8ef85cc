import Cards
import CardSecrets
import Provisioning

/// Whom a card may be sealed for: the devices that are trusted, and the token services that keys are shared with.
public struct WalletNetworks: Sendable {
    /// Roots that the certificates of Apple's devices lead to.
    public let appleTrust: AppleTrust
    /// By network; a card of any other cannot be tokenized.
    public let keys: [Program.Scheme: NetworkKeys]

    /// What Visa is told the issuer's app is called.
    static let applicationID = "tessera"

    public init(appleTrust: AppleTrust, keys: [Program.Scheme: NetworkKeys]) {
        self.appleTrust = appleTrust
        self.keys = keys
    }
}
