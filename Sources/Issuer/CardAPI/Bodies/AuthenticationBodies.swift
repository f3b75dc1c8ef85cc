import HTTPContract

/// An event of strong customer authentication, as a response with 401 names it in `WWW-Authenticate`.
public struct AuthenticationEventBody: Sendable, Hashable, Decodable {
    public var eventId: String
    public var walletOperationId: String
    public var authenticationMode: String
    public var availableVerifications: [OfferedVerificationBody]
    public var creationTime: Timestamp
    public var expirationTime: Timestamp

    public init(
        eventId: String, walletOperationId: String, authenticationMode: String,
        availableVerifications: [OfferedVerificationBody], creationTime: Timestamp, expirationTime: Timestamp
    ) {
        self.eventId = eventId
        self.walletOperationId = walletOperationId
        self.authenticationMode = authenticationMode
        self.availableVerifications = availableVerifications
        self.creationTime = creationTime
        self.expirationTime = expirationTime
    }
}

extension AuthenticationEventBody: AnswerBody {
    /// All members are in `scaDetails`, the only member of the challenge's parameter.
    public static let members: [AnswerMember<AuthenticationEventBody>] = [
        .member("scaDetails", { Details(event: $0) }, "The event of strong customer authentication.")
    ]

    private struct Details: AnswerBody {
        let event: AuthenticationEventBody

        static let members: [AnswerMember<Details>] = [
            .eventID(\.event.eventId), .walletOperationID(\.event.walletOperationId),
            .authenticationMode(\.event.authenticationMode),
            .member(
                "availableVerifications", \.event.availableVerifications,
                "The methods that the customer can use; in an OUTSOURCED event, the partner chooses."),
            .member(
                "creationTime", \.event.creationTime, example: "2026-11-21T08:45:34Z",
                "The time when the event was opened."),
            .member(
                "expirationTime", \.event.expirationTime, example: "2026-11-21T09:00:34Z",
                "The time when the event expires."),
        ]
    }
}

/// A method to answer with, and the address that its challenge is sent to.
public struct OfferedVerificationBody: Sendable, Hashable, Decodable, AnswerBody {
    public var method: String
    public var channel: String?
    /// Masked.
    public var target: String?

    public init(method: String, channel: String?, target: String?) {
        self.method = method
        self.channel = channel
        self.target = target
    }

    public static let members: [AnswerMember<OfferedVerificationBody>] = [
        .member(
            "method", \.method, as: .enumeration(Vocabulary.verificationMethods), example: "OTP", "The method."),
        .member(
            "channel", \.channel, as: .enumeration(Vocabulary.verificationChannels), example: "SMS",
            "The channel, for a method that has several."),
        .member("target", \.target, example: "+359 *****4567", "The masked address that the challenge is sent to."),
    ]
}

/// A challenge that was sent.
public struct ChallengeBody: Sendable, Hashable, Decodable, AnswerBody {
    public var eventId: String
    public var walletOperationId: String
    public var authenticationMode: String
    public var verification: OfferedVerificationBody
    /// The data to sign; nil if the method signs nothing.
    public var signing: Signing?
    public var creationTime: Timestamp
    public var expirationTime: Timestamp
    public var allowableChallenges: Int
    public var currentChallenges: Int

    /// The data that a passkey or a device needs for its signature. All bytes are in Base64url.
    public struct Signing: Sendable, Hashable, Decodable, AnswerBody {
        public var challenge: String
        public var rpId: String?
        public var credentialIds: [String]?

        public init(challenge: String, rpId: String?, credentialIds: [String]?) {
            self.challenge = challenge
            self.rpId = rpId
            self.credentialIds = credentialIds
        }

        public static let members: [AnswerMember<Signing>] = [
            .member(
                "challenge", \.challenge, example: "p5aV2uHXr0AOqUk7HQitvi-Ny1jKexPzf7JP2V9hBBo",
                "The bytes to sign; Base64url."),
            .member("rpId", \.rpId, example: "cards.example", "For PASSKEYS: the id of the relying party."),
            .member(
                "credentialIds", \.credentialIds, example: "oZ2dYqbYQkq8",
                "For PASSKEYS: the ids of the customer's credentials; Base64url."),
        ]
    }

    public init(
        eventId: String, walletOperationId: String, authenticationMode: String, verification: OfferedVerificationBody,
        signing: Signing?, creationTime: Timestamp, expirationTime: Timestamp, allowableChallenges: Int,
        currentChallenges: Int
    ) {
        self.eventId = eventId
        self.walletOperationId = walletOperationId
        self.authenticationMode = authenticationMode
        self.verification = verification
        self.signing = signing
        self.creationTime = creationTime
        self.expirationTime = expirationTime
        self.allowableChallenges = allowableChallenges
        self.currentChallenges = currentChallenges
    }

    public static let members: [AnswerMember<ChallengeBody>] = [
        .eventID(\.eventId), .walletOperationID(\.walletOperationId), .authenticationMode(\.authenticationMode),
        .member("verification", \.verification, "The method to answer with."),
        .member("signing", \.signing, "What to sign, for PASSKEYS and BIOMETRIC."),
        .member(
            "creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time when the challenge was sent."),
        .member(
            "expirationTime", \.expirationTime, example: "2026-11-21T09:00:34Z",
            "The time when the challenge expires."),
        .member(
            "allowableChallenges", \.allowableChallenges, example: "5",
            "The number of challenges that the event may have."),
        .member(
            "currentChallenges", \.currentChallenges, example: "1", "The number of challenges that the event has had."),
    ]
}

/// An attempt that was checked.
public struct AttemptBody: Sendable, Hashable, Decodable, AnswerBody {
    public var id: String
    public var eventId: String
    public var walletOperationId: String
    public var authenticationMode: String
    public var verification: OfferedVerificationBody?
    /// VERIFIED, REJECTED or FAILED.
    public var status: String
    public var statusReason: String?
    public var currentAttempts: Int
    public var allowableAttempts: Int

    public init(
        id: String, eventId: String, walletOperationId: String, authenticationMode: String,
        verification: OfferedVerificationBody?, status: String, statusReason: String?, currentAttempts: Int,
        allowableAttempts: Int
    ) {
        self.id = id
        self.eventId = eventId
        self.walletOperationId = walletOperationId
        self.authenticationMode = authenticationMode
        self.verification = verification
        self.status = status
        self.statusReason = statusReason
        self.currentAttempts = currentAttempts
        self.allowableAttempts = allowableAttempts
    }

    public static let members: [AnswerMember<AttemptBody>] = [
        .member("id", \.id, as: .identifier, example: "9c3f6d2c-52b5-4b5e-8f0e-7f3a0f6d5c11", "The attempt's id."),
        .eventID(\.eventId), .walletOperationID(\.walletOperationId), .authenticationMode(\.authenticationMode),
        .member("verification", \.verification, "The method that was used."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.attemptStatuses), example: "VERIFIED",
            "VERIFIED; REJECTED if attempts are left; FAILED if none are."),
        .member("statusReason", \.statusReason, "The reason, if the attempt was not accepted."),
        .member("currentAttempts", \.currentAttempts, example: "1", "The number of attempts at this challenge."),
        .member(
            "allowableAttempts", \.allowableAttempts, example: "3",
            "The number of attempts that the challenge may have."),
    ]
}

extension AnswerMember {
    fileprivate static func eventID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member("eventId", value, as: .identifier, example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "The event's id.")
    }

    fileprivate static func walletOperationID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "walletOperationId", value, as: .identifier, example: "b7a2f7f2-3f54-4a06-8c0c-1a4f8f7f5d21",
            "The second id of the event.")
    }

    fileprivate static func authenticationMode(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "authenticationMode", value, as: .enumeration(Vocabulary.authenticationModes), example: "EMBEDDED",
            "EMBEDDED or HYBRID: this service authenticates the customer. OUTSOURCED: the partner does.")
    }
}
