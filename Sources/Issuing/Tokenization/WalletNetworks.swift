import Cards
import CardSecrets
import Provisioning

/// The recipients that a card may be sealed for: trusted devices, and token services with shared keys.
public struct WalletNetworks: Sendable {
    /// Roots that the certificates of Apple's devices lead to.
    public let appleTrust: AppleTrust
    /// By network; a card of any other network cannot be tokenized.
    public let keys: [Program.Scheme: NetworkKeys]

    /// The name of the issuer's app that Visa receives.
    static let applicationID = "tessera"

    public init(appleTrust: AppleTrust, keys: [Program.Scheme: NetworkKeys]) {
        self.appleTrust = appleTrust
        self.keys = keys
    }
}
