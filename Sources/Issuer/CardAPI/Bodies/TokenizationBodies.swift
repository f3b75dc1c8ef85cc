import HTTPContract

/// A request to seal a card for a mobile wallet. The required members depend on the wallet and the card's scheme.
public struct TokenizeCardBody: RequestBody {
    public var walletType: String?
    public var clientDeviceId: String?
    public var clientWalletAccountId: String?
    public var leafCertificate: String?
    public var subordinateCertificate: String?
    public var nonce: String?
    public var nonceSignature: String?

    public init() {}

    public static let members: [BodyMember<TokenizeCardBody>] = [
        .enumeration(
            "walletType", \.walletType, of: Vocabulary.walletTypes, example: "GOOGLE_PAY",
            "The wallet's type; APPLE_PAY if absent."),
        .string(
            "clientDeviceId", \.clientDeviceId, pattern: TextForm.walletName, example: "WNkcsfZPiKfa5PrH3jilkQYT",
            "The device; required for a VISA card with Google or Samsung."),
        .string(
            "clientWalletAccountId", \.clientWalletAccountId, pattern: TextForm.walletName,
            example: "40exmLiWV1iV55ZVstOAiMf7",
            "The account in the wallet; required for a VISA card with Google or Samsung."),
        .string(
            "leafCertificate", \.leafCertificate, example: "MIIEPDCCA+KgAwIBAgIIb…",
            "Apple: PassKit's first certificate; PEM, or DER in hexadecimal digits or Base64."),
        .string(
            "subordinateCertificate", \.subordinateCertificate, example: "MIIC7jCCAnWgAwIBAgIIS…",
            "Apple: PassKit's second certificate, in the same form."),
        .string(
            "nonce", \.nonce, pattern: TextForm.base64OrHexadecimal, example: "w1koQg==",
            "Apple: the nonce, 4 bytes in hexadecimal digits or Base64."),
        .string(
            "nonceSignature", \.nonceSignature, pattern: TextForm.base64OrHexadecimal, example: nil,
            "Apple: the nonce's signature, 81 bytes in hexadecimal digits or Base64."),
    ]

    public static let examples: [BodyExample<TokenizeCardBody>] = [
        BodyExample("Google Pay") { body in
            body.walletType = "GOOGLE_PAY"
            body.clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT"
            body.clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"
        }
    ]

    public static let shapes = [
        ObjectSchema.Shape(["walletType": ["APPLE_PAY"]], required: ofApple),
        ObjectSchema.Shape(
            ["walletType": ["GOOGLE_PAY", "SAMSUNG_PAY"]], required: ["walletType"], absent: ofApple),
    ]

    private static let ofApple = ["leafCertificate", "subordinateCertificate", "nonce", "nonceSignature"]
}

/// The report about a tokenization that the wallet gave to the app.
public struct UpdateTokenizationBody: RequestBody {
    public var dpanRef: String?
    public var walletId: String?
    public var walletType: String?
    public var status: String?

    public init() {}

    public static let members: [BodyMember<UpdateTokenizationBody>] = [
        .string(
            "dpanRef", \.dpanRef, isRequired: true, pattern: "^[!-~]{1,64}$",
            example: "DAPLMC00002125433c0c34a2821f4f86866e7576963baf8b",
            "The network's reference of the token."),
        .string(
            "walletId", \.walletId, pattern: TextForm.walletName, example: "NMZlGi8-DezZZKaU06orvl0f",
            "Google only: the wallet's id."),
        .enumeration(
            "walletType", \.walletType, of: Vocabulary.walletTypes, example: "GOOGLE_PAY",
            "The wallet's type; APPLE_PAY if absent."),
        .enumeration(
            "status", \.status, of: Vocabulary.tokenizationStatuses, isRequired: true, example: "COMPLETED",
            "The status of the tokenization."),
    ]

    public static let shapes = [
        ObjectSchema.Shape(["walletType": ["GOOGLE_PAY"]], required: ["walletType"]),
        ObjectSchema.Shape(["walletType": ["APPLE_PAY", "SAMSUNG_PAY"]], absent: ["walletId"]),
    ]
}

/// A card in a mobile wallet. `include=TOKENIZATIONS` adds it to the card.
public struct TokenizationBody: Sendable, Hashable, Decodable {
    /// Present once it was reported, or known from the network.
    public var dpanRef: String?
    /// Google only.
    public var walletId: String?
    public var walletType: String
    public var status: String

    public init(dpanRef: String?, walletId: String?, walletType: String, status: String) {
        self.dpanRef = dpanRef
        self.walletId = walletId
        self.walletType = walletType
        self.status = status
    }
}

extension TokenizationBody: AnswerBody {
    public static let members: [AnswerMember<TokenizationBody>] = [
        .member(
            "dpanRef", \.dpanRef, example: "DAPLMC00002125433c0c34a2821f4f86866e7576963baf8b",
            "The network's reference of the token; absent until it is known."),
        .member("walletId", \.walletId, example: "NMZlGi8-DezZZKaU06orvl0f", "Google only: the wallet's id."),
        .member(
            "walletType", \.walletType, as: .enumeration(Vocabulary.walletTypes), example: "GOOGLE_PAY",
            "The wallet's type."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.tokenizationStatuses), example: "COMPLETED",
            "The status of the tokenization."),
    ]
}
