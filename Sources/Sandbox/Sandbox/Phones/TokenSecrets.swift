import Cards
import CardSecrets
import Issuing
import Provisioning
import SimulatedWallets

/// The secrets of a token, which only the network and the phone know: its number, and the key that signs its payments.
struct TokenSecrets: Sendable {
    let dpan: PAN
    let key: Secret

    /// The number may already be in use; the database ensures uniqueness.
    static func generate(for network: TokenNetwork, using entropy: Entropy) -> TokenSecrets {
        TokenSecrets(
            dpan: PAN.generate(prefix: network.tokenPrefix, using: entropy),
            key: Secret(entropy.bytes(PaymentCryptogram.keyLength)))
    }
}

extension Sandbox {
    /// How long a token can pay: to the end of the month, four years after it was issued (decided).
    static let tokenMonths = 48

    func seal(_ secrets: TokenSecrets, of reference: String) -> SealedSecret {
        vault.seal(KeptKeys([secrets.dpan.digits, secrets.key]).secret, at: Self.secretsPlace(of: reference))
    }

    func open(_ sealed: SealedSecret, of reference: String) throws(IssuingFailure) -> TokenSecrets {
        try IssuingFailure.guarding { () throws(VaultFailure) in
            let opened = try vault.open(sealed, at: Self.secretsPlace(of: reference))
            guard let parts = KeptKeys(opened).parts(2), let dpan = parts[0].revealText({ PAN($0) }) else {
                throw .doesNotOpen(.secretSealing, version: sealed.keyVersion)
            }
            return TokenSecrets(dpan: dpan, key: parts[1])
        }
    }

    private static func secretsPlace(of reference: String) -> String { "network_token.sealed \(reference)" }
}

extension WalletType {
    /// The number by which a token service knows the wallet: 11 digits. The real ones are not public, so these were
    /// decided.
    public var requestorID: String {
        switch self {
        case .apple: "90000000001"
        case .google: "90000000002"
        case .samsung: "90000000003"
        }
    }
}
