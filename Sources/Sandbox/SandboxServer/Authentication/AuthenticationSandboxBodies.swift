import CardAPI
import Cards
import CardSecrets
import CardServer
import Foundation
import HTTPContract
import Identifiers
import Issuing
import Sandbox
import Validation

struct InboxQuery: RequestQuery {
    var customerId: String?

    static let parameters: [BoundParameter<InboxQuery>] = [
        .text("customerId", \.customerId, "The customer who received the messages; all if absent.")
    ]
}

struct MessageAnswer: AnswerBody {
    let message: SentMessage
    /// The outcome of the answer to the message; nil for a message that is only read.
    let status: String?

    static let members: [AnswerMember<MessageAnswer>] = [
        .member(
            "id", { $0.message.id.description }, as: .identifier,
            example: "b0c5f0de-7d2f-4a0e-a0f4-0d6f1e6c4f11", "The message's id."),
        .member(
            "customerId", \.message.customer.description, example: "10000001",
            "The customer who received the message."),
        .member("channel", \.message.channel.rawValue, example: "SMS", "The channel."),
        .member(
            "target", \.message.target, example: "+359 881234567",
            "The mobile number or e-mail address that it was sent to."),
        .member(
            "code", \.message.code, isSecret: true, example: "493817",
            "The code in the message; a push message has none."),
        .member(
            "eventId", { $0.message.eventID?.description }, as: .identifier,
            example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10",
            "The event that the message is about; absent in a network's message."),
        .member(
            "issuerTokenId", \.message.token, example: "DNITHE41493306176949492327766247",
            "The token on a phone that the network's message is about."),
        .member(
            "about", \.message.about, example: "12.34 EUR to Corner Shop",
            "The payment on the internet that the message confirms; absent in all others."),
        .member(
            "operation", { $0.message.operation?.rawValue },
            as: .enumeration(ProtectedOperation.allCases.map(\.rawValue)), example: "UPDATE_CARD",
            "The operation that it authenticates; absent for a payment, in a network's message, and once the event is "
                + "forgotten."),
        .member(
            "cardId", { $0.message.card?.description }, as: .identifier,
            example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card that it is about, if it is about one."),
        .member(
            "state", \.message.state.rawValue, as: .enumeration(SentMessage.State.allCases.map(\.rawValue)),
            example: "OPEN",
            "Whether its code or question was used. OPEN can still be used; VERIFIED has authenticated the customer; "
                + "USED has let the request through as well; REPLACED is an earlier one of the same event."),
        .member(
            "expiryDate", { $0.message.endsAt.map { Timestamp($0) } }, example: "2026-11-21T15:48:00Z",
            "Until when it can be used; absent in a network's message, and once the event is forgotten."),
        .member(
            "createdDate", { Timestamp($0.message.createdAt) }, example: "2026-11-21T15:43:00Z",
            "The time when the message was sent."),
        .member(
            "answer", { $0.message.isApproved.map { $0 ? "APPROVED" : "DENIED" } },
            as: .enumeration(["APPROVED", "DENIED"]), example: "APPROVED",
            "What the customer has answered to a push; absent before, and in all other messages."),
        .member(
            "awaitsAnswer", \.message.awaitsAnswer, example: "false",
            "Whether a push can still be approved or denied: not once it is answered, or its event is over. Absent in "
                + "all other messages."),
        .member(
            "status", \.status, example: "VERIFIED",
            "The outcome of the attempt, in the response to approving or denying."),
    ]

    init(_ message: SentMessage, status: String? = nil) {
        self.message = message
        self.status = status
    }
}

struct InboxAnswer: AnswerBody {
    let messages: [MessageAnswer]

    static let members: [AnswerMember<InboxAnswer>] = [
        .member("messages", \.messages, "The messages, newest first.")
    ]
}

/// The means by which a customer can authenticate. Absent members keep their value.
struct AuthenticationMeansBody: RequestBody {
    var email: String?
    var password: String?
    var pin: String?
    var authenticatorSecret: String?
    var passkey: PasskeyBody?
    var clearAttempts: Bool?

    static let members: [BodyMember<AuthenticationMeansBody>] = [
        .string("email", \.email, example: "ivana@example.com", "The address that codes by EMAIL are sent to."),
        .string(
            "password", \.password, isSecret: true, maximumLength: 128, example: "demo-password",
            "For PASSWORD: the password."),
        .string(
            "pin", \.pin, isSecret: true, pattern: TextForm.sixDigits, example: "402817",
            "For PIN: the wallet's PIN, 6 digits that are not easily guessed."),
        .string(
            "authenticatorSecret", \.authenticatorSecret, isSecret: true, maximumLength: 128,
            example: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "For AUTHENTICATOR: the seed in Base32, 16 to 64 bytes."),
        .object("passkey", \.passkey, "For PASSKEYS: the passkey."),
        .boolean(
            "clearAttempts", \.clearAttempts, example: "true",
            "Whether to forget all wrong attempts and sent challenges, which ends every lock-out."),
    ]

    struct PasskeyBody: RequestBody {
        var credentialId: String?
        var publicKey: PublicKeyBody?

        static let members: [BodyMember<PasskeyBody>] = [
            .string(
                "credentialId", \.credentialId, isRequired: true, maximumLength: 1364, example: "oZ2d",
                "The id of the credential, in Base64url."),
            .object(
                "publicKey", \.publicKey, isRequired: true, "The passkey's public key, as a JSON Web Key on P-256."),
        ]
    }

    var secrets: Draft<AuthenticationSecrets?> {
        var secrets = AuthenticationSecrets(email: email, password: password, pin: pin)
        var violations = AuthenticationRule.violations(email: email, password: password, pin: pin)
        if let text = authenticatorSecret {
            let bytes = Base32.decode(text) ?? []
            if (16...64).contains(bytes.count) {
                secrets.seed = Secret(bytes)
            } else {
                violations.append(FieldError("authenticatorSecret", "must be 16 to 64 bytes in Base32"))
            }
        }
        if let passkey, let id = passkey.credentialId, let body = passkey.publicKey {
            let bytes = Base64url.decode(id) ?? []
            let key = DevicePublicKey(body)
            if let key { secrets.passkey = (bytes, key) }
            if key == nil { violations.append(FieldError("passkey.publicKey", DevicePublicKey.expectation)) }
            if !(1...1023).contains(bytes.count) {
                violations.append(FieldError("passkey.credentialId", "must be 1 to 1023 bytes in Base64url"))
            }
        }
        secrets.clearsAttempts = clearAttempts == true
        return Draft(secrets, errors: violations)
    }
}

struct AuthenticationMeansAnswer: AnswerBody {
    let customer: CustomerID
    let means: AuthenticationMeans

    static let members: [AnswerMember<AuthenticationMeansAnswer>] = [
        .member("customerId", \.customer.description, example: "10000001", "The customer's id."),
        .member("mobile", \.means.mobile, example: "+359 881234567", "The mobile number for SMS."),
        .member("email", \.means.email, example: "ivana@example.com", "The address for EMAIL."),
        .member("hasPassword", \.means.hasPassword, example: "true", "For PASSWORD: whether the customer has one."),
        .member(
            "hasAuthenticator", \.means.hasAuthenticator, example: "true",
            "For AUTHENTICATOR: whether the customer has one."),
        .member("hasPin", \.means.hasPIN, example: "false", "For PIN: whether the customer has a wallet PIN."),
        .member("hasPasskey", \.means.hasPasskey, example: "false", "For PASSKEYS: whether the customer has one."),
        .member(
            "hasTrustedDevice", \.means.hasTrustedDevice, example: "false",
            "Whether the customer has a trusted device."),
    ]
}

/// A brand's settings for strong customer authentication. Absent members keep their value.
struct AuthenticationPolicyBody: RequestBody {
    var mode: String?
    var operations: [String]?
    var eventLifetimeSeconds: Int?
    var challengeLifetimeSeconds: Int?
    var allowableChallenges: Int?
    var cooldownSeconds: Int?
    var allowableAttempts: Int?
    var challengesPerHour: Int?
    var wrongAttemptsBeforeLockOut: Int?
    var refusesWeakPins: Bool?
    var acceptsTrustedDevices: Bool?
    var relyingPartyId: String?
    var origins: [String]?

    static let members: [BodyMember<AuthenticationPolicyBody>] = [
        .enumeration(
            "mode", \.mode, of: AuthenticationPolicy.Mode.allCases.map(\.rawValue), example: "EMBEDDED",
            "Who authenticates the customer: the service (EMBEDDED, HYBRID) or the partner (OUTSOURCED)."),
        .strings(
            "operations", \.operations, example: "UPDATE_CARD",
            "The protected operations. TRUST_DEVICE is added if any other is protected or devices are accepted."),
        .integer(
            "eventLifetimeSeconds", \.eventLifetimeSeconds, in: AuthenticationPolicy.lifetimesInSeconds,
            example: "900", "How long an event is valid."),
        .integer(
            "challengeLifetimeSeconds", \.challengeLifetimeSeconds, in: AuthenticationPolicy.lifetimesInSeconds,
            example: "300", "How long a challenge is valid."),
        .integer(
            "allowableChallenges", \.allowableChallenges, in: AuthenticationPolicy.allowances, example: "5",
            "Challenges for one event before the cooldown."),
        .integer(
            "cooldownSeconds", \.cooldownSeconds, in: AuthenticationPolicy.cooldownsInSeconds, example: "900",
            "The time from the last allowed challenge to the next."),
        .integer(
            "allowableAttempts", \.allowableAttempts, in: AuthenticationPolicy.allowances, example: "5",
            "Attempts at one challenge."),
        .integer(
            "challengesPerHour", \.challengesPerHour, in: AuthenticationPolicy.hourlyAllowances, example: "20",
            "Challenges to one customer by one method in an hour, over all events."),
        .integer(
            "wrongAttemptsBeforeLockOut", \.wrongAttemptsBeforeLockOut, in: AuthenticationPolicy.allowances,
            example: "10", "Wrong attempts in a row by one method, over all events."),
        .boolean(
            "refusesWeakPins", \.refusesWeakPins, example: "true", "Whether weak card PINs such as 1234 are refused."),
        .boolean(
            "acceptsTrustedDevices", \.acceptsTrustedDevices, example: "true",
            "Whether the signature of a trusted device replaces a challenge."),
        .string(
            "relyingPartyId", \.relyingPartyId, example: "wallet.example", "The domain that passkeys are bound to."),
        .strings("origins", \.origins, example: "https://wallet.example", "The origins that may use passkeys."),
    ]

    init() {}

    init(_ policy: AuthenticationPolicy) {
        mode = policy.mode.rawValue
        operations = policy.protectedOperations.map(\.rawValue)
        eventLifetimeSeconds = policy.eventLifetimeSeconds
        challengeLifetimeSeconds = policy.challengeLifetimeSeconds
        allowableChallenges = policy.allowableChallenges
        cooldownSeconds = policy.cooldownSeconds
        allowableAttempts = policy.allowableAttempts
        challengesPerHour = policy.challengesPerHour
        wrongAttemptsBeforeLockOut = policy.wrongAttemptsBeforeLockOut
        refusesWeakPins = policy.refusesWeakPINs
        acceptsTrustedDevices = policy.acceptsTrustedDevices
        relyingPartyId = policy.relyingPartyID
        origins = policy.origins
    }

    func applied(to policy: AuthenticationPolicy) -> Draft<AuthenticationPolicy?> {
        var policy = policy
        var violations: [FieldError] = []
        policy.mode = mode.flatMap(AuthenticationPolicy.Mode.init(rawValue:)) ?? policy.mode
        if let operations {
            let known = ProtectedOperation.allCases.filter { operations.contains($0.rawValue) }
            if known.count < Set(operations).count {
                let names = ProtectedOperation.allCases.map(\.rawValue).joined(separator: ", ")
                violations.append(FieldError("operations", "must contain only \(names)"))
            }
            policy.operations = known
        }
        policy.eventLifetimeSeconds = eventLifetimeSeconds ?? policy.eventLifetimeSeconds
        policy.challengeLifetimeSeconds = challengeLifetimeSeconds ?? policy.challengeLifetimeSeconds
        policy.allowableChallenges = allowableChallenges ?? policy.allowableChallenges
        policy.cooldownSeconds = cooldownSeconds ?? policy.cooldownSeconds
        policy.allowableAttempts = allowableAttempts ?? policy.allowableAttempts
        policy.challengesPerHour = challengesPerHour ?? policy.challengesPerHour
        policy.wrongAttemptsBeforeLockOut = wrongAttemptsBeforeLockOut ?? policy.wrongAttemptsBeforeLockOut
        policy.refusesWeakPINs = refusesWeakPins ?? policy.refusesWeakPINs
        policy.acceptsTrustedDevices = acceptsTrustedDevices ?? policy.acceptsTrustedDevices
        policy.relyingPartyID = relyingPartyId ?? policy.relyingPartyID
        policy.origins = origins ?? policy.origins
        return Draft(policy, errors: violations.adding(policy.violations))
    }
}
