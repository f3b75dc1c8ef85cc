import CardSecrets
import Foundation

extension SimulatedAuthority {
    /// The root that every sandbox trusts. Its key is made of a number that everyone can read here, so that a phone
    /// needs nothing from the service it is to be tried with; nothing outside a sandbox trusts it.
    ///
    /// - Parameter entropy: for the phones under it, no two of which are to have the same nonce.
    public static func sandbox(using entropy: Entropy) throws(VaultFailure) -> SimulatedAuthority {
        try SimulatedAuthority(rootedIn: .seeded(sandboxSeed), validity: sandboxYears, using: entropy)
    }

    /// What a sandbox trusts.
    public static var sandboxRootPEM: String {
        get throws(VaultFailure) { try sandbox(using: .seeded(sandboxSeed)).rootPEM }
    }

    private static let sandboxSeed: UInt64 = 0x7E55_E7A
    /// 2000 to 2099: whenever a sandbox's clock can be set to.
    private static let sandboxYears =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)
}
