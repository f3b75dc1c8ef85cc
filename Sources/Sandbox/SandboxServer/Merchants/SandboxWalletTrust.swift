import CardSecrets
import Payments
import PaymentTokens
import SimulatedWallets

extension WalletTrust {
    /// Trusts the wallets of simulated phones.
    ///
    /// - Parameter roots: further trusted roots of Apple's wallet, PEM.
    /// - Throws: `CertificateFailure` for an invalid root.
    public static func sandbox(besides roots: [String] = []) throws -> WalletTrust {
        WalletTrust(
            apple: try AppleTrust(furtherRoots: [try SimulatedAuthority.sandboxRootPEM] + roots),
            googleRootKeys: GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8)) ?? [])
    }
}
