import CardAPI
import CardServer
import HTTPContract
import Provisioning

/// The data that an integrator sent for a tokenization, or received: any part of it, unchanged from the wire.
struct ExplainBody: RequestBody {
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
            "The wallet's type."),
        .enumeration(
            "cardNetwork", \.cardNetwork, of: TokenNetwork.allCases.map(\.cardNetwork), example: "CARD_NETWORK_VISA",
            "The network of `opaquePaymentCard`; derived from its form if absent."),
        .string("leafCertificate", \.leafCertificate, example: nil, "The value that was sent."),
        .string("subordinateCertificate", \.subordinateCertificate, example: nil, "The value that was sent."),
        .string("nonce", \.nonce, example: "ea85a73a", "The value that was sent."),
        .string("nonceSignature", \.nonceSignature, example: nil, "The value that was sent."),
        .string("encryptedPassData", \.encryptedPassData, example: nil, "The value that was returned."),
        .string("ephemeralPublicKey", \.ephemeralPublicKey, example: nil, "The value that was returned."),
        .string("activationData", \.activationData, example: nil, "The value that was returned."),
        .string(
            "devicePrivateKey", \.devicePrivateKey, isSecret: true, example: nil,
            "The private key of the leaf certificate, 32 bytes; opens the pass."),
        .string("opaquePaymentCard", \.opaquePaymentCard, isSecret: true, example: nil, "The value that was returned."),
        .string("clientDeviceId", \.clientDeviceId, example: nil, "The device that the card is pushed to."),
        .string("clientWalletAccountId", \.clientWalletAccountId, example: nil, "The account on that device."),
        .string("cardId", \.cardId, example: nil, "The card's id; used to check whether the nonce was used before."),
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

/// The checks step by step, with all failures.
struct ExplainAnswer: AnswerBody {
    let inspection: Inspection

    static let members: [AnswerMember<ExplainAnswer>] = [
        .member(
            "verdict", { $0.inspection.failure == nil ? "PASSED" : "FAILED" }, as: .enumeration(["PASSED", "FAILED"]),
            "The overall result."),
        .member("steps", { $0.inspection.steps.map(ExplainedStepAnswer.init) }, "The steps, in order."),
    ]
}

struct ExplainedStepAnswer: AnswerBody {
    let step: ProvisioningStep

    static let members: [AnswerMember<ExplainedStepAnswer>] = [
        .member("step", \.step.name, example: "nonce", "The step's name."),
        .member("verdict", \.verdict, as: .enumeration(["PASSED", "SKIPPED", "FAILED"]), "The step's result."),
        .member(
            "seen", \.seen, isSecret: true, example: "the device's own, 4 bytes",
            "What was found; may contain card data."),
        .member("failure", \.failure?.name, example: "nonce.unexpected", "The failure's name."),
        .member("cause", \.failure?.cause, example: "nonce has 5 bytes; 4 bytes are expected.", "The cause."),
        .member("fix", \.failure?.fix, example: "Send the bytes as PassKit gave them.", "The remedy."),
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
