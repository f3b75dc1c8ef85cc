import CardAPI
import HTTPContract
import Provisioning

/// What an integrator sent to have a card sealed, or was answered: any of it, as it stood on the wire.
struct ExplainBody: HTTPContract.RequestBody {
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
struct ExplainAnswer: AnswerBody {
    let inspection: Inspection

    static let members: [AnswerMember<ExplainAnswer>] = [
        .member(
            "verdict", { $0.inspection.failure == nil ? "PASSED" : "FAILED" }, as: .enumeration(["PASSED", "FAILED"]),
            "Of all of it."),
        .member("steps", { $0.inspection.steps.map(ExplainedStepAnswer.init) }, "One after the other."),
    ]
}

struct ExplainedStepAnswer: AnswerBody {
    let step: ProvisioningStep

    static let members: [AnswerMember<ExplainedStepAnswer>] = [
        .member("step", \.step.name, example: "nonce", "What was looked at."),
        .member("verdict", \.verdict, as: .enumeration(["PASSED", "SKIPPED", "FAILED"]), "How it is."),
        .member(
            "seen", \.seen, isSecret: true, example: "the device's own, 4 bytes",
            "What is there; it may be of a card."),
        .member("failure", \.failure?.name, example: "nonce.unexpected", "The name of what is wrong."),
        .member("cause", \.failure?.cause, example: "nonce has 5 bytes; 4 bytes are expected.", "Why."),
        .member("fix", \.failure?.fix, example: "Send the bytes as PassKit gave them.", "What to do about it."),
    ]

    private var verdict: String {
        switch step.verdict {
        case .passed: "PASSED"
        case .skipped: "SKIPPED"
        case .failed: "FAILED"
        }
    }

    private var seen: String? { failure == nil ? step.seen : nil }

    private var failure: StepFailure? {
        if case .failed(let failure) = step.verdict { failure } else { nil }
    }
}
