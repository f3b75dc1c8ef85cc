import HTTPContract

/// The method to answer a challenge with.
public struct VerificationBody: RequestBody {
    public var method: String?
    public var channel: String?
    public var action: VerificationActionBody?

    public init() {}

    public static let members: [BodyMember<VerificationBody>] = [
        .enumeration(
            "method", \.method, of: Vocabulary.verificationMethods, isRequired: true, example: "OTP",
            "One of the methods in the event's availableVerifications."),
        .enumeration(
            "channel", \.channel, of: Vocabulary.verificationChannels, example: "SMS",
            "The channel, for a method that has several."),
        .object("action", \.action, "How to present the challenge; accepted and ignored."),
    ]

    public static let shapes = [
        ObjectSchema.Shape(
            ["method": ["OTP"], "channel": ["SMS", "EMAIL", "AUTHENTICATOR", "PUSH_NOTIFICATION"]],
            required: ["method", "channel"]),
        ObjectSchema.Shape(
            ["method": ["PUSH_NOTIFICATION"], "channel": ["PUSH_NOTIFICATION"]], required: ["method"]),
        ObjectSchema.Shape(
            ["method": ["PASSWORD", "PIN", "PASSKEYS", "BIOMETRIC"]], required: ["method"], absent: ["channel"]),
    ]
}

/// How a challenge is presented to the cardholder. It is accepted and ignored, because there is only one language and
/// no redirect.
public struct VerificationActionBody: RequestBody {
    public var language: String?
    public var returnUrl: String?

    public init() {}

    public static let members: [BodyMember<VerificationActionBody>] = [
        .string("language", \.language, maximumLength: 35, example: "en", "The language of the message, BCP 47."),
        .string(
            "returnUrl", \.returnUrl, maximumLength: 2000, example: "wallet://return",
            "The address that a redirect returns to."),
    ]
}

/// The request to send a challenge.
public struct SendChallengeBody: RequestBody {
    public var walletOperationId: String?
    public var verification: VerificationBody?

    public init() {}

    public static let members: [BodyMember<SendChallengeBody>] = [
        .walletOperationID(\.walletOperationId),
        .object("verification", \.verification, isRequired: true, "The method to answer with."),
        .anything("deviceInfo", "The device that the app runs on; accepted and ignored."),
    ]

    public static let examples: [BodyExample<SendChallengeBody>] = [
        BodyExample("A code by SMS") { body in
            body.walletOperationId = exampleOperationID
            body.verification = .codeBySMS
        }
    ]
}

/// An answer to a challenge.
public struct AttemptAuthenticationBody: RequestBody {
    public var walletOperationId: String?
    public var verification: VerificationBody?
    public var otp: String?
    public var password: String?
    public var pin: String?
    public var assertion: AssertionBody?

    public init() {}

    public static let members: [BodyMember<AttemptAuthenticationBody>] = [
        .walletOperationID(\.walletOperationId),
        .object("verification", \.verification, isRequired: true, "The method of the challenge."),
        .string("otp", \.otp, isSecret: true, maximumLength: 10, example: "123456", "For OTP: the code."),
        .string(
            "password", \.password, isSecret: true, maximumLength: 128, example: "demo-password",
            "For PASSWORD: the customer's password."),
        .string(
            "pin", \.pin, isSecret: true, pattern: TextForm.sixDigits, example: "402817",
            "For PIN: the wallet's PIN, 6 digits. A card's PIN is not accepted."),
        .object("assertion", \.assertion, "For PASSKEYS and BIOMETRIC: the signature."),
        .anything("deviceInfo", "The device that the app runs on; accepted and ignored."),
    ]

    public static let examples: [BodyExample<AttemptAuthenticationBody>] = [
        BodyExample("The code from the SMS") { body in
            body.walletOperationId = exampleOperationID
            body.verification = .codeBySMS
            body.otp = "123456"
        }
    ]
}

/// A signature over a challenge; bytes in Base64url.
public struct AssertionBody: RequestBody {
    public var credentialId: String?
    public var authenticatorData: String?
    public var clientDataJSON: String?
    public var deviceId: String?
    public var signature: String?

    public init() {}

    public static let members: [BodyMember<AssertionBody>] = [
        .string(
            "credentialId", \.credentialId, maximumLength: 1364, example: "oZ2dYqbYQkq8…",
            "For PASSKEYS: the id of the credential."),
        .string(
            "authenticatorData", \.authenticatorData, maximumLength: 4096, example: "SZYN5YgOjGh0…", "For PASSKEYS."),
        .string("clientDataJSON", \.clientDataJSON, maximumLength: 4096, example: "eyJ0eXBlIjoi…", "For PASSKEYS."),
        .string(
            "deviceId", \.deviceId, example: "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11",
            "For BIOMETRIC: the id of the trusted device."),
        .string(
            "signature", \.signature, isRequired: true, maximumLength: 200, pattern: TextForm.base64url,
            example: "MEUCIQDx",
            "The signature: ECDSA over P-256 with SHA-256, in DER or as r and s."),
    ]
}

/// The outcome of an authentication that the partner carried out itself.
public struct DecideAuthenticationBody: RequestBody {
    public var walletOperationId: String?
    public var status: String?
    public var statusReason: String?
    public var verification: VerificationBody?

    public init() {}

    public static let members: [BodyMember<DecideAuthenticationBody>] = [
        .walletOperationID(\.walletOperationId),
        .enumeration(
            "status", \.status, of: ["VERIFIED", "REJECTED", "FAILED"], isRequired: true, example: "VERIFIED",
            "The outcome."),
        .string("statusReason", \.statusReason, maximumLength: 200, example: "Wrong code", "The reason."),
        .object("verification", \.verification, "The method that was used."),
    ]

    public static let examples: [BodyExample<DecideAuthenticationBody>] = [
        BodyExample("The customer was authenticated") { body in
            body.walletOperationId = exampleOperationID
            body.status = "VERIFIED"
            body.verification = .codeBySMS
        },
        BodyExample("The customer was not authenticated") { body in
            body.walletOperationId = exampleOperationID
            (body.status, body.statusReason) = ("FAILED", "Wrong code")
        },
    ]
}

/// The PIN that the business sets for a customer's wallet.
public struct SetWalletPINBody: RequestBody {
    public var pin: String?

    public init() {}

    public static let members: [BodyMember<SetWalletPINBody>] = [
        .string(
            "pin", \.pin, isRequired: true, isSecret: true, pattern: TextForm.sixDigits, example: "402817",
            "The new PIN, 6 digits; no repeated digit or pair, and no digits in sequence.")
    ]
}

/// A device that the customer wants to trust.
public struct TrustDeviceBody: RequestBody {
    public var name: String?
    public var publicKey: PublicKeyBody?

    public init() {}

    public static let members: [BodyMember<TrustDeviceBody>] = [
        .string(
            "name", \.name, isRequired: true, pattern: TextForm.printable(1...40), example: "Ivana's phone",
            "The device's name, 1 to 40 characters."),
        .object("publicKey", \.publicKey, isRequired: true, "The device's public key, as a JSON Web Key."),
    ]
}

/// A public key on P-256 as a JSON Web Key (RFC 7517; RFC 7518, section 6.2).
public struct PublicKeyBody: RequestBody {
    public var kty: String?
    public var crv: String?
    public var x: String?
    public var y: String?

    public init() {}

    public static let members: [BodyMember<PublicKeyBody>] = [
        .enumeration("kty", \.kty, of: ["EC"], isRequired: true, example: "EC", "Key type: elliptic curve."),
        .enumeration("crv", \.crv, of: ["P-256"], isRequired: true, example: "P-256", "The curve."),
        .string(
            "x", \.x, isRequired: true, maximumLength: 60, pattern: TextForm.coordinate,
            example: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "32 bytes in Base64url."),
        .string(
            "y", \.y, isRequired: true, maximumLength: 60, pattern: TextForm.coordinate,
            example: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
            "32 bytes in Base64url."),
    ]
}

/// The content of `SCA-Authorization`, in Base64: the event that lets the request through.
public struct AuthenticationPassBody: RequestBody {
    public var scaDetails: Details?

    public init() {}

    public static let members: [BodyMember<AuthenticationPassBody>] = [
        .object("scaDetails", \.scaDetails, isRequired: true, "The event of strong customer authentication.")
    ]

    public struct Details: RequestBody {
        public var eventId: String?
        public var walletOperationId: String?

        public init() {}

        public static let members: [BodyMember<Details>] = [
            .string(
                "eventId", \.eventId, isRequired: true, pattern: TextForm.identifier,
                example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10",
                "The event's id, from `WWW-Authenticate`."),
            .walletOperationID(\.walletOperationId),
        ]
    }
}

/// The content of `SCA-Device`, in Base64: a trusted device's signature of the request.
public struct DevicePassBody: RequestBody {
    public var deviceId: String?
    public var signedAt: Int?
    public var signature: String?

    public init() {}

    public static let members: [BodyMember<DevicePassBody>] = [
        .string(
            "deviceId", \.deviceId, isRequired: true, pattern: TextForm.identifier,
            example: "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11",
            "The device's id, from the response to `trustDevice`."),
        .integer(
            "signedAt", \.signedAt, in: 0...253_402_300_799_999, isRequired: true, example: "1773576000000",
            "The time of signing, in milliseconds since 1970; later than in any earlier request."),
        .string(
            "signature", \.signature, isRequired: true, maximumLength: 200, pattern: TextForm.base64url,
            example: "MEUCIQDx",
            "The signature, in Base64url: ECDSA over P-256 with SHA-256, in DER or as r and s."),
    ]
}

private let exampleOperationID = "b7a2f7f2-3f54-4a06-8c0c-1a4f8f7f5d21"

extension VerificationBody {
    fileprivate static var codeBySMS: VerificationBody {
        var verification = VerificationBody()
        (verification.method, verification.channel) = ("OTP", "SMS")
        return verification
    }
}

extension BodyMember {
    fileprivate static func walletOperationID(
        _ property: any WritableKeyPath<Body, String?> & Sendable
    ) -> BodyMember {
        .string(
            "walletOperationId", property, isRequired: true, pattern: TextForm.identifier, example: exampleOperationID,
            "The second id of the event.")
    }
}
