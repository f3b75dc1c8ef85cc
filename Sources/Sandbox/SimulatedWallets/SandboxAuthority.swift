import CardSecrets
import Foundation

extension SimulatedAuthority {
    /// The root that every sandbox trusts. Its key is derived from a number that everyone can read here, so that a
    /// simulated phone needs nothing from the service that it tests. Nothing outside a sandbox trusts this root.
    ///
    /// - Parameter entropy: for the phones under this root, so that no two phones have the same nonce.
    public static func sandbox(using entropy: Entropy) throws(VaultFailure) -> SimulatedAuthority {
        try SimulatedAuthority(rootedIn: .seeded(sandboxSeed), validity: sandboxYears, using: entropy)
    }

    /// The root certificate that a sandbox trusts.
    public static var sandboxRootPEM: String {
        get throws(VaultFailure) { try sandbox(using: .seeded(sandboxSeed)).rootPEM }
    }

    fileprivate static let sandboxSeed: UInt64 = 0x7E55_E7A
    /// The years 2000 to 2099, the range that a sandbox's clock can be set to.
    fileprivate static let sandboxYears =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)
}

extension SimulatedGooglePay {
    /// The Google Pay of every sandbox. Its root keys are derived from a number that everyone can read here, so a
    /// merchant reads them once. Nothing outside a sandbox trusts them.
    ///
    /// - Parameter entropy: for the intermediate key, which is another one each time.
    public static func sandbox(at now: Date, using entropy: Entropy) -> SimulatedGooglePay {
        SimulatedGooglePay(
            rootedIn: .seeded(SimulatedAuthority.sandboxSeed, for: "Google Pay"),
            until: SimulatedAuthority.sandboxYears.upperBound, at: now, using: entropy)
    }

    /// The root keys of every sandbox, in the form of Google's `keys.json`.
    public static var sandboxKeysJSON: String {
        sandbox(at: SimulatedAuthority.sandboxYears.lowerBound, using: .seeded(SimulatedAuthority.sandboxSeed))
            .publishedKeysJSON
    }
}
