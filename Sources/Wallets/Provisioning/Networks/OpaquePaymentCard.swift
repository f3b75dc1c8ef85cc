import CardSecrets
import Foundation

/// What the app of a phone hands to Google Pay or Samsung Pay, and the wallet to the network, without either being able
/// to read it.
public enum OpaquePaymentCard {
    /// The network that the card is for, with what that network needs: only Visa needs the device.
    public enum Network: Sendable {
        case visa(VisaKeys, PushDevice, BillingAddress, applicationID: String)
        case mastercard(MastercardIssuerKeys)
    }

    /// - Parameter securityCode: Visa takes it where there is one.
    /// - Returns: the text of `opaquePaymentCard`; whoever takes bytes takes those of its UTF-8.
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
