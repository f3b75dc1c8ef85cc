import CardAPI
import WalletCrypto

/// What an integrator sent to have a card sealed, or was answered: any of it, as it stood on the wire.
struct ExplainBody: CardAPI.RequestBody {
    var walletType: String?
    var cardNetwork: String?
    var leafCertificate: String?
    var subordinateCertificate: String?
    var nonce: String?
    var nonceSignature: String?
    var encryptedPassData: String?
    var ephemeralPublicKey: String?
    var activationData: String?
    var devicePrivateKey: String?
    var opaquePaymentCard: String?
    var clientDeviceId: String?
    var clientWalletAccountId: String?
    var cardId: String?

    static let members: [BodyMember<ExplainBody>] = [
        .enumeration(
            "walletType", \.walletType, of: ["APPLE_PAY", "GOOGLE_PAY", "SAMSUNG_PAY"], example: "APPLE_PAY",
            "Which wallet it is for."),
        .enumeration(
            "cardNetwork", \.cardNetwork, of: TokenNetwork.allCases.map(\.cardNetwork), example: "CARD_NETWORK_VISA",
            "Whose opaquePaymentCard it is; its form says so if this is absent."),
        .string("leafCertificate", \.leafCertificate, example: nil, "As it was sent."),
        .string("subordinateCertificate", \.subordinateCertificate, example: nil, "As it was sent."),
        .string("nonce", \.nonce, example: "ea85a73a", "As it was sent."),
        .string("nonceSignature", \.nonceSignature, example: nil, "As it was sent."),
        .string("encryptedPassData", \.encryptedPassData, example: nil, "As it was answered."),
        .string("ephemeralPublicKey", \.ephemeralPublicKey, example: nil, "As it was answered."),
        .string("activationData", \.activationData, example: nil, "As it was answered."),
        .string(
            "devicePrivateKey", \.devicePrivateKey, isSecret: true, example: nil,
            "32 bytes, the other half of the leaf certificate's key; opens the pass."),
        .string("opaquePaymentCard", \.opaquePaymentCard, isSecret: true, example: nil, "As it was answered."),
        .string("clientDeviceId", \.clientDeviceId, example: nil, "Of the device that the card is pushed to."),
        .string("clientWalletAccountId", \.clientWalletAccountId, example: nil, "Of the account there."),
        .string("cardId", \.cardId, example: nil, "The card it was about, to see whether its nonce was used."),
    ]

    var evidence: WalletEvidence {
        var evidence = WalletEvidence()
        evidence.apple = AppleEvidence(
            leafCertificate: leafCertificate, subordinateCertificate: subordinateCertificate, nonce: nonce,
            nonceSignature: nonceSignature)
        evidence.encryptedPassData = encryptedPassData
        evidence.ephemeralPublicKey = ephemeralPublicKey
        evidence.activationData = activationData
        evidence.devicePrivateKey = devicePrivateKey
        evidence.opaquePaymentCard = opaquePaymentCard
        evidence.clientDeviceID = clientDeviceId
        evidence.clientWalletAccountID = clientWalletAccountId
        evidence.wallet = walletType == "GOOGLE_PAY" ? .google : walletType == "SAMSUNG_PAY" ? .samsung : nil
        evidence.network = TokenNetwork.allCases.first { $0.cardNetwork == cardNetwork }
        return evidence
    }
}

/// Step by step what was looked at; the first that failed is what to mend first.
struct ExplainAnswer: JSONWritable {
    let inspection: Inspection

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("verdict", inspection.failure == nil ? "PASSED" : "FAILED")
            json.member("steps", inspection.steps.map(Step.init))
        }
    }

    private struct Step: JSONWritable {
        let step: ProvisioningStep

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("step", step.name)
                switch step.verdict {
                case .passed:
                    json.member("verdict", "PASSED")
                    json.member("seen", step.seen)
                case .skipped:
                    json.member("verdict", "SKIPPED")
                    json.member("seen", step.seen)
                case .failed(let failure):
                    json.member("verdict", "FAILED")
                    json.member("failure", failure.name)
                    json.member("cause", failure.cause)
                    json.member("fix", failure.fix)
                }
            }
        }
    }
}
