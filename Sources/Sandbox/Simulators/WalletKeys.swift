import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets

/// The simulated networks' keys, as the sandbox returns them at `/sandbox/wallet-keys`.
public struct WalletKeys: Sendable, Decodable {
    let visaSharedSecret: String
    let visaApiKey: String
    let visaActivationKeyHex: String
    let mastercardPrivateKeyPKCS8: String
    let mastercardTavPublicKeySPKI: String

    /// The keys of both networks; nil if one of them is not valid.
    public var tokenServiceKeys: TokenServiceKeys? {
        guard let sharedSecret = Data(base64Encoded: visaSharedSecret),
            let apiKey = Data(base64Encoded: visaApiKey),
            let activationKey = try? EncodedBytes.decode(visaActivationKeyHex, count: 24),
            let privateKey = Data(base64Encoded: mastercardPrivateKeyPKCS8),
            let signingKey = Data(base64Encoded: mastercardTavPublicKeySPKI),
            let mastercard = MastercardNetworkKeys(
                simulatedPrivateKeyPKCS8: Secret(Array(privateKey)), activationPublicKeySPKI: Array(signingKey))
        else { return nil }
        return TokenServiceKeys(
            visa: VisaKeys(
                apiKey: String(decoding: apiKey, as: UTF8.self), sharedSecret: Secret(Array(sharedSecret)),
                activationKey: Secret(activationKey), activationKeySet: VisaKeys.simulatedKeySet),
            mastercard: mastercard)
    }
}

extension WalletKeys: Redacted {}
