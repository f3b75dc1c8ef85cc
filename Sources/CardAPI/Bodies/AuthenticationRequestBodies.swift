import HTTPContract

/// The way an answer is to be given in.
public struct VerificationBody: RequestBody {
    public var method: String?
    public var channel: String?
    public var action: VerificationActionBody?

    public init() {}

    public static let members: [BodyMember<VerificationBody>] = [
        .enumeration(
            "method", \.method, of: Vocabulary.verificationMethods, isRequired: true, example: "OTP",
            "One of the event's availableVerifications."),
        .enumeration(
            "channel", \.channel, of: Vocabulary.verificationChannels, example: "SMS",
            "Where the method has several channels."),
        .object("action", \.action, "How the challenge is put to the cardholder."),
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

/// How a challenge is put to the cardholder; taken and kept by nobody, for there is one language here and no redirect.
public struct VerificationActionBody: RequestBody {
    public var language: String?
    public var returnUrl: String?

    public init() {}

    public static let members: [BodyMember<VerificationActionBody>] = [
        .string("language", \.language, maximumLength: 35, example: "en", "Language of the message, BCP 47."),
        .string(
            "returnUrl", \.returnUrl, maximumLength: 2000, example: "wallet://return",
            "Where a redirect leads back to."),
    ]
}

/// The request to send a challenge.
public struct SendChallengeBody: RequestBody {
    public var walletOperationId: String?
    public var verification: VerificationBody?

    public init() {}

    public static let members: [BodyMember<SendChallengeBody>] = [
        .walletOperationID(\.walletOperationId),
        .object("verification", \.verification, isRequired: true, "How the cardholder is to answer."),
        .anything("deviceInfo", "The device the app runs on; taken and not looked at."),
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
        .object("verification", \.verification, isRequired: true, "As in the challenge."),
        .string("otp", \.otp, isSecret: true, maximumLength: 10, example: "123456", "The code, for OTP."),
        .string(
            "password", \.password, isSecret: true, maximumLength: 128, example: "demo-password",
            "The customer's, for PASSWORD."),
        .string(
            "pin", \.pin, isSecret: true, pattern: TextForm.sixDigits, example: "402817",
            "The wallet's, for PIN: 6 digits. No card's PIN is accepted."),
        .object("assertion", \.assertion, "What was signed, for PASSKEYS and BIOMETRIC."),
        .anything("deviceInfo", "The device the app runs on; taken and not looked at."),
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
            "The passkey's, for PASSKEYS."),
        .string(
            "authenticatorData", \.authenticatorData, maximumLength: 4096, example: "SZYN5YgOjGh0…", "For PASSKEYS."),
        .string("clientDataJSON", \.clientDataJSON, maximumLength: 4096, example: "eyJ0eXBlIjoi…", "For PASSKEYS."),
        .string(
            "deviceId", \.deviceId, example: "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11",
            "The trusted device's, for BIOMETRIC."),
        .string(
            "signature", \.signature, isRequired: true, maximumLength: 200, example: "MEUCIQDx…",
            "ECDSA over P-256 with SHA-256, in DER or as r and s."),
    ]
}

/// What the partner found out about a customer, where the partner is the one who asks.
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
            "What came of it."),
        .string("statusReason", \.statusReason, maximumLength: 200, example: "Wrong code", "Why."),
        .object("verification", \.verification, "How it was found out."),
    ]

    public static let examples: [BodyExample<DecideAuthenticationBody>] = [
        BodyExample("The customer was there") { body in
            body.walletOperationId = exampleOperationID
            body.status = "VERIFIED"
            body.verification = .codeBySMS
        },
        BodyExample("Somebody else was") { body in
            body.walletOperationId = exampleOperationID
            (body.status, body.statusReason) = ("FAILED", "Wrong code")
        },
    ]
}

/// The PIN of a customer's wallet, as the business sets it.
public struct SetWalletPINBody: RequestBody {
    public var pin: String?

    public init() {}

    public static let members: [BodyMember<SetWalletPINBody>] = [
        .string(
            "pin", \.pin, isRequired: true, isSecret: true, pattern: TextForm.sixDigits, example: "402817",
            "6 digits; not one digit or one pair repeated, nor digits in a row.")
    ]
}

/// A device the customer is going to trust.
public struct TrustDeviceBody: RequestBody {
    public var name: String?
    public var publicKey: PublicKeyBody?

    public init() {}

    public static let members: [BodyMember<TrustDeviceBody>] = [
        .string(
            "name", \.name, isRequired: true, pattern: TextForm.printable(1...40), example: "Ivana's phone",
            "1 to 40 characters."),
        .object("publicKey", \.publicKey, isRequired: true, "The key the device signs with, as a JSON Web Key."),
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
        .enumeration("kty", \.kty, of: ["EC"], isRequired: true, example: "EC", "Elliptic curve."),
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

/// What `SCA-Authorization` holds, in Base64: the event that lets the request through.
public struct AuthenticationPassBody: RequestBody {
    public var scaDetails: Details?

    public init() {}

    public static let members: [BodyMember<AuthenticationPassBody>] = [
        .object("scaDetails", \.scaDetails, isRequired: true, "The event.")
    ]

    public struct Details: RequestBody {
        public var eventId: String?
        public var walletOperationId: String?

        public init() {}

        public static let members: [BodyMember<Details>] = [
            .string(
                "eventId", \.eventId, isRequired: true, example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10",
                "As the challenge gave it."),
            .walletOperationID(\.walletOperationId),
        ]
    }
}

/// What `SCA-Device` holds, in Base64: a trusted device's signature of the request.
public struct DevicePassBody: RequestBody {
    public var deviceId: String?
    public var signedAt: Int?
    public var signature: String?

    public init() {}

    public static let members: [BodyMember<DevicePassBody>] = [
        .string(
            "deviceId", \.deviceId, isRequired: true, example: "5bb2b4a5-7a3a-4d3a-9f35-2f1f8e1e2a11",
            "As trusting it answered."),
        .integer(
            "signedAt", \.signedAt, in: 0...253_402_300_799_999, isRequired: true, example: "1773576000000",
            "When, in milliseconds since 1970; later than in any request before."),
        .string(
            "signature", \.signature, isRequired: true, maximumLength: 200, example: "MEUCIQDx…",
            "Base64url; ECDSA over P-256 with SHA-256, in DER or as r and s."),
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
            "The event's other name.")
    }
}
