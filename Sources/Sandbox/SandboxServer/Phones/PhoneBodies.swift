import CardAPI
import Cards
import CardSecrets
import CardServer
import HTTPContract
import Identifiers
import Provisioning
import Sandbox
import SimulatedWallets
import Validation

struct PhoneBody: RequestBody {
    var customerId: String?
    var kind: String?
    var hasWallet: Bool?

    static let members: [BodyMember<PhoneBody>] = [
        .string("customerId", \.customerId, isRequired: true, example: "10000001", "The owner of the phone."),
        .enumeration(
            "kind", \.kind, of: SandboxPhone.Kind.allCases.map(\.rawValue), isRequired: true, example: "PIXEL",
            "The kind of phone, which decides the wallet."),
        .boolean(
            "hasWallet", \.hasWallet, example: "true",
            "Whether a Pixel has a wallet already; true if absent. The others always have one."),
    ]
}

struct PhoneAnswer: AnswerBody {
    let phone: SandboxPhone

    static let members: [AnswerMember<PhoneAnswer>] = [
        .member(
            "phoneId", \.phone.id.description, as: .identifier, example: "5b6f0d5e-3c0e-4a52-9a4f-0f6f2f3b7c11",
            "The phone's id."),
        .member("customerId", \.phone.customer.description, example: "10000001", "The owner of the phone."),
        .member(
            "kind", \.phone.kind.rawValue, as: .enumeration(SandboxPhone.Kind.allCases.map(\.rawValue)),
            example: "PIXEL", "The kind of phone."),
        .member(
            "walletType", \.phone.kind.wallet.rawValue, as: .enumeration(Vocabulary.walletTypes),
            example: "GOOGLE_PAY", "The type of its wallet."),
        .member(
            "stableHardwareId", \.phone.hardwareID, example: "WNkcsfZPiKfa5PrH3jilkQYT",
            "`clientDeviceId` of a tokenization: Google's stable hardware id, Samsung's DEVICE_ID."),
        .member(
            "activeWalletId", \.phone.walletID, example: "40exmLiWV1iV55ZVstOAiMf7",
            "`clientWalletAccountId` of a tokenization: Google's active wallet id, Samsung's WALLET_USER_ID. Absent "
                + "without a wallet."),
    ]
}

struct CertificatesAnswer: AnswerBody {
    let device: SimulatedAppleDevice

    static let members: [AnswerMember<CertificatesAnswer>] = [
        .member(
            "leafCertificate", { EncodedBytes.base64($0.device.leafCertificate) }, example: "MIIEPDCCA+KgAwIBAgIIb…",
            "The first certificate, DER in Base64."),
        .member(
            "subordinateCertificate", { EncodedBytes.base64($0.device.subordinateCertificate) },
            example: "MIIC7jCCAnWgAwIBAgIIS…", "The second certificate, DER in Base64."),
        .member(
            "nonce", { EncodedBytes.hexadecimal($0.device.nonce) }, example: "c3592842", "In hexadecimal digits."),
        .member(
            "nonceSignature", { EncodedBytes.base64($0.device.nonceSignature) }, example: "QPv/…", "In Base64."),
        .member(
            "devicePrivateKey", { $0.device.privateKey.withBytes { EncodedBytes.hexadecimal($0) } }, isSecret: true,
            example: "1c7f…", "The private key of the first certificate, in hexadecimal digits."),
    ]
}

struct PhoneTokenBody: RequestBody {
    var cardId: String?

    static let members: [BodyMember<PhoneTokenBody>] = [
        .string(
            "cardId", \.cardId, isRequired: true, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card whose number the cardholder types.")
    ]
}

struct VerificationCodeBody: RequestBody {
    var code: String?

    static let members: [BodyMember<VerificationCodeBody>] = [
        .string("code", \.code, isRequired: true, isSecret: true, example: "493817", "The code of six digits.")
    ]
}

struct PhoneTokenAnswer: AnswerBody {
    let token: PhoneToken

    static let members: [AnswerMember<PhoneTokenAnswer>] = [
        .member(
            "issuerTokenId", \.token.reference, example: "DNITHE41493306176949492327766247",
            "The network's reference of the token: `dpanRef` of the Card service."),
        .member(
            "cardId", \.token.card.description, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The token's card."),
        .member(
            "cardNetwork", { $0.token.network.cardNetwork }, as: .enumeration(Vocabulary.cardNetworks),
            example: "CARD_NETWORK_VISA", "The network of the card."),
        .member(
            "tokenProvider", { $0.token.network.tokenProvider }, as: .enumeration(Vocabulary.tokenProviders),
            example: "TOKEN_PROVIDER_VISA", "The network's token service."),
        .member("fpanLastFour", \.token.cardLastFour, example: "7955", "The last digits of the card."),
        .member(
            "dpanLastFour", \.token.dpanLastFour, example: "8366", "The last digits of what the phone pays with."),
        .member(
            "tokenState", \.token.state.rawValue, as: .enumeration(PhoneToken.State.allCases.map(\.rawValue)),
            example: "NEEDS_IDENTITY_VERIFICATION", "The state of the token, as TapAndPay names it."),
    ]
}

struct PhoneTokenListAnswer: AnswerBody {
    let tokens: [PhoneTokenAnswer]

    static let members: [AnswerMember<PhoneTokenListAnswer>] = [
        .member("tokens", \.tokens, "The tokens in the wallet, newest first.")
    ]
}

/// A token of a card, and the phone that pays with it.
struct CardTokenAnswer: AnswerBody {
    let listed: TokenOnPhone

    static let members: [AnswerMember<CardTokenAnswer>] = [
        .member("phone", { PhoneAnswer(phone: $0.listed.phone) }, "The phone."),
        .member("token", { PhoneTokenAnswer(token: $0.listed.token) }, "The token in its wallet."),
    ]
}

struct CardTokenListAnswer: AnswerBody {
    let tokens: [CardTokenAnswer]

    static let members: [AnswerMember<CardTokenListAnswer>] = [
        .member("tokens", \.tokens, "The tokens of the card, newest first.")
    ]
}

/// The data that an app gives to a wallet: the response of the Card service, and the wallet's own advice.
struct PushBody: RequestBody {
    var opaquePaymentCard: String?
    var tokenProvider: String?
    var encryptedPassData: String?
    var ephemeralPublicKey: String?
    var activationData: String?
    var cardLastDigits: String?
    var devicePrivateKey: String?
    var nonce: String?
    var nonceSignature: String?
    var advice: String?

    static let members: [BodyMember<PushBody>] = [
        .string(
            "opaquePaymentCard", \.opaquePaymentCard, isSecret: true, example: "eyJhbGciOiJBMjU2R0NNS1ciLCJ0eXAi…",
            "Pixel and Galaxy: the value that the Card service returned."),
        .enumeration(
            "tokenProvider", \.tokenProvider, of: Vocabulary.tokenProviders, example: "TOKEN_PROVIDER_VISA",
            "Pixel and Galaxy: the value that the Card service returned."),
        .string(
            "encryptedPassData", \.encryptedPassData, example: nil,
            "iPhone: the value that the Card service returned."),
        .string(
            "ephemeralPublicKey", \.ephemeralPublicKey, example: nil,
            "iPhone: the value that the Card service returned."),
        .string(
            "activationData", \.activationData, example: nil, "iPhone: the value that the Card service returned."),
        .string(
            "cardLastDigits", \.cardLastDigits, example: "7955",
            "iPhone: the value that the Card service returned; compared with the pass."),
        .string(
            "devicePrivateKey", \.devicePrivateKey, isSecret: true, example: nil,
            "iPhone: the private key of the leaf certificate, 32 bytes; opens the pass."),
        .string("nonce", \.nonce, example: nil, "iPhone: the nonce that the app sent; compared with the pass."),
        .string(
            "nonceSignature", \.nonceSignature, example: nil,
            "iPhone: the nonce's signature that the app sent; compared with the pass."),
        .enumeration(
            "advice", \.advice, of: WalletAdvice.allCases.map { $0.rawValue.uppercased() }, example: "APPROVE",
            "What the wallet advises the network: APPROVE (if absent), VERIFY the cardholder first, or DECLINE."),
    ]

    static let examples: [BodyExample<PushBody>] = [
        BodyExample("A card for a Pixel") { body in
            body.opaquePaymentCard = "eyJhbGciOiJBMjU2R0NNS1ciLCJ0eXAi…"
            body.tokenProvider = "TOKEN_PROVIDER_VISA"
        }
    ]

    var walletAdvice: WalletAdvice { advice.flatMap { WalletAdvice(rawValue: $0.lowercased()) } ?? .approve }

    /// The message that the wallet of this kind of phone forwards, or the errors in the members for it.
    func message(to kind: SandboxPhone.Kind) -> Draft<WalletMessage?> {
        kind == .iPhone ? pass : opaque
    }

    private var opaque: Draft<WalletMessage?> {
        var violations = Violations()
        if opaquePaymentCard == nil { violations.check("opaquePaymentCard", "is required for this phone") }
        if tokenProvider == nil { violations.check("tokenProvider", "is required for this phone") }
        let network = TokenNetwork.allCases.first { $0.tokenProvider == tokenProvider }
        guard let opaquePaymentCard, let network else { return Draft(nil, errors: violations.list) }
        return Draft(.opaque(opaquePaymentCard, network: network), errors: violations.list)
    }

    private var pass: Draft<WalletMessage?> {
        var violations = Violations()
        func bytes(_ field: String, _ text: String?) -> [UInt8]? {
            guard let text else {
                violations.check(field, "is required for an iPhone")
                return nil
            }
            let bytes = try? EncodedBytes.decodeBase64(text, limitBytes: ApplePass.limitBytes)
            if bytes == nil { violations.check(field, "must be Base64, as the Card service returned it") }
            return bytes
        }
        let sealed = bytes("encryptedPassData", encryptedPassData)
        let ephemeral = bytes("ephemeralPublicKey", ephemeralPublicKey)
        let activation = bytes("activationData", activationData)
        let key = devicePrivateKey.flatMap { try? EncodedBytes.decode($0, count: 32) }
        if key == nil { violations.check("devicePrivateKey", "must be 32 bytes, in hexadecimal digits or Base64") }
        let device = AppleEvidence(nonce: nonce, nonceSignature: nonceSignature)
        guard let sealed, let ephemeral, let activation, let key else { return Draft(nil, errors: violations.list) }
        return Draft(
            .pass(
                ApplePass(encryptedPassData: sealed, ephemeralPublicKey: ephemeral, activationData: activation),
                opensWith: Secret(key), device: device, lastDigits: cardLastDigits),
            errors: violations.list)
    }
}

/// The checks of a push step by step, and the token that was issued.
struct PushAnswer: AnswerBody {
    let inspection: Inspection
    let token: PhoneToken?

    static let members: [AnswerMember<PushAnswer>] = [
        .member(
            "verdict", { $0.token == nil ? "FAILED" : "PASSED" }, as: .enumeration(["PASSED", "FAILED"]),
            "Whether there is a token."),
        .member("steps", { $0.inspection.steps.map(ExplainedStepAnswer.init) }, "The steps, in order."),
        .member("token", { $0.token.map(PhoneTokenAnswer.init) }, "The token; absent if none was issued."),
    ]
}
