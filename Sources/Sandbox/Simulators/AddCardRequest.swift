import CardSecrets
import HTTPContract
import Provisioning
import SimulatedWallets

/// The data that an app gives to a wallet.
struct AddCardRequest: Sendable {
    fileprivate enum Content: Sendable {
        case opaque(String, TokenNetwork)
        case pass(ApplePass, SimulatedAppleDevice, lastDigits: String)
    }

    private let content: Content
    private let advice: WalletAdvice

    /// For Google Pay or Samsung Pay, which cannot read it.
    init(_ opaquePaymentCard: String, for network: TokenNetwork, advice: WalletAdvice) {
        (content, self.advice) = (.opaque(opaquePaymentCard, network), advice)
    }

    /// For Apple Pay.
    ///
    /// - Parameters:
    ///   - device: opens the pass, and compares its own nonce and signature with it.
    ///   - lastDigits: of the card that the app asked for.
    init(_ pass: ApplePass, for device: SimulatedAppleDevice, lastDigits: String, advice: WalletAdvice) {
        (content, self.advice) = (.pass(pass, device, lastDigits: lastDigits), advice)
    }

    var body: JSONObject {
        let members =
            switch content {
            case .opaque(let card, let network):
                [("opaquePaymentCard", card), ("tokenProvider", network.tokenProvider)]
            case .pass(let pass, let device, let lastDigits):
                [
                    ("encryptedPassData", EncodedBytes.base64(pass.encryptedPassData)),
                    ("ephemeralPublicKey", EncodedBytes.base64(pass.ephemeralPublicKey)),
                    ("activationData", EncodedBytes.base64(pass.activationData)), ("cardLastDigits", lastDigits),
                    ("devicePrivateKey", device.privateKey.withBytes { EncodedBytes.hexadecimal($0) }),
                    ("nonce", EncodedBytes.hexadecimal(device.nonce)),
                    ("nonceSignature", EncodedBytes.base64(device.nonceSignature)),
                ]
            }
        let advised = members + [("advice", advice.rawValue.uppercased())]
        return JSONObject(advised.map { ($0.0, JSONValue.string($0.1)) })
    }
}
