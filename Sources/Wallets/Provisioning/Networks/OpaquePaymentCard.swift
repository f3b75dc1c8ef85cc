import CardSecrets
import Foundation

/// The sealed card that an app passes to Google Pay or Samsung Pay, and the wallet to the network. Neither can read it.
public enum OpaquePaymentCard {
    /// The card's network, with the data that the network needs. Only Visa needs the device.
    public enum Network: Sendable {
        case visa(VisaKeys, PushDevice, BillingAddress, applicationID: String)
        case mastercard(MastercardIssuerKeys)
    }

    /// - Parameter securityCode: optional, and only for Visa.
    /// - Returns: the text of `opaquePaymentCard`; APIs that take bytes take its UTF-8.
    public static func seal(
        _ card: WalletCard, securityCode: CVV? = nil, into wallet: PushWallet, for network: Network, at now: Date,
        using entropy: Entropy
    ) throws(VaultFailure) -> String {
        switch network {
        case .visa(let keys, let device, let address, let applicationID):
            let data = VisaCardData(
                of: card, securityCode: securityCode, address: address, into: wallet, on: device,
                applicationID: applicationID)
            return VisaPaymentCard.seal(data, with: keys, at: now, using: entropy)
        case .mastercard(let keys):
            return try MastercardPaymentCard.seal(card, with: keys, at: now, using: entropy)
        }
    }
}
