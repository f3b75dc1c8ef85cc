import Cards
import CardSecrets
import Provisioning

/// The recipients that cards may be sealed for: Apple devices with a trusted root, and token services with shared keys.
public struct WalletNetworks: Sendable {
    /// The roots that the certificates of Apple devices must lead to.
    public let appleTrust: AppleTrust
    /// The keys by network. A card of any other network cannot be tokenized.
    public let keys: [Program.Scheme: NetworkKeys]

    /// The connected networks, for a log.
    public var names: [String] { keys.keys.map(\.rawValue).sorted() }

    /// The name of the issuer's app for Visa.
    static let applicationID = "tessera"

    public init(appleTrust: AppleTrust, keys: [Program.Scheme: NetworkKeys]) {
        self.appleTrust = appleTrust
        self.keys = keys
    }

    /// The networks whose keys were found. Only genuine Apple devices are trusted.
    ///
    /// - Throws: `CertificateFailure` if Apple's root, which is compiled in, cannot be read.
    public init(_ files: NetworkKeyFiles) throws(CertificateFailure) {
        var keys: [Program.Scheme: NetworkKeys] = [:]
        if let visa = files.visa { keys[.visa] = .visa(visa) }
        if let mastercard = files.mastercard { keys[.mastercard] = .mastercard(mastercard) }
        self.init(appleTrust: try AppleTrust(), keys: keys)
    }
}
