import Cards
import CardSecrets
import Provisioning

/// The recipients that a card may be sealed for: trusted devices, and token services with shared keys.
public struct WalletNetworks: Sendable {
    /// Roots that the certificates of Apple's devices lead to.
    public let appleTrust: AppleTrust
    /// By network; a card of any other network cannot be tokenized.
    public let keys: [Program.Scheme: NetworkKeys]

    /// Those that are connected, for a log.
    public var names: [String] { keys.keys.map(\.rawValue).sorted() }

    /// The name of the issuer's app for Visa.
    static let applicationID = "tessera"

    public init(appleTrust: AppleTrust, keys: [Program.Scheme: NetworkKeys]) {
        self.appleTrust = appleTrust
        self.keys = keys
    }

    /// The networks whose keys were found, for devices of Apple's alone.
    ///
    /// - Throws: `CertificateFailure` if Apple's root, which is compiled in, cannot be read.
    public init(_ files: NetworkKeyFiles) throws(CertificateFailure) {
        var keys: [Program.Scheme: NetworkKeys] = [:]
        if let visa = files.visa { keys[.visa] = .visa(visa) }
        if let mastercard = files.mastercard { keys[.mastercard] = .mastercard(mastercard) }
        self.init(appleTrust: try AppleTrust(), keys: keys)
    }
}
