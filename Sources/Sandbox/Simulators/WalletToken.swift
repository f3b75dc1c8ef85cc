import CardSecrets
import HTTPContract
import Provisioning
import SimulatedWallets

/// A token on a phone in the sandbox, as the phone's wallet lists it.
public struct WalletToken: Sendable, Equatable, Decodable {
    /// The reference that all parties except the network use: `deviceAccountIdentifier`, `issuerTokenId`, `dpanRef`.
    public let issuerTokenId: String
    public let cardNetwork: String
    /// The last digits of the card.
    public let fpanLastFour: String
    /// The last digits of the number that the phone pays with.
    public let dpanLastFour: String
    public let tokenState: String

    /// Whether the network must identify the cardholder first.
    var waits: Bool { tokenState == "NEEDS_IDENTITY_VERIFICATION" }
}

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

/// The sandbox's decision about a message: all checks, and the token unless one of them failed.
struct TokenDecision: Decodable {
    struct Step: Decodable {
        let step, verdict: String
        let seen, failure, cause, fix: String?
    }

    let steps: [Step]
    let token: WalletToken?

    var inspection: Inspection {
        var inspection = Inspection()
        for step in steps {
            if let name = step.failure {
                inspection.fail(step.step, StepFailure(name: name, cause: step.cause ?? "", fix: step.fix ?? ""))
            } else if step.verdict == "SKIPPED" {
                inspection.skip(step.step, because: step.seen ?? "")
            } else {
                inspection.pass(step.step, step.seen ?? "")
            }
        }
        return inspection
    }
}
