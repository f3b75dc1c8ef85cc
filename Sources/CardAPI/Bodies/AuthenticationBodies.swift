import HTTPContract

/// An occasion for strong customer authentication, as the challenge of a 401 names it.
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
    /// Inside `scaDetails`, which is all that the challenge's parameter holds.
    public static let members: [AnswerMember<AuthenticationEventBody>] = [
        .member("scaDetails", { Details(event: $0) }, "The event.")
    ]

    private struct Details: AnswerBody {
        let event: AuthenticationEventBody

        static let members: [AnswerMember<Details>] = [
            .eventID(\.event.eventId), .walletOperationID(\.event.walletOperationId),
            .authenticationMode(\.event.authenticationMode),
            .member("availableVerifications", \.event.availableVerifications, "The ways to answer."),
            .member("creationTime", \.event.creationTime, example: "2026-11-21T08:45:34Z", "When it came to be."),
            .member("expirationTime", \.event.expirationTime, example: "2026-11-21T09:00:34Z", "When it is over."),
        ]
    }
}

/// A way to answer, and where it leads to.
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
            "method", \.method, as: .enumeration(Vocabulary.verificationMethods), example: "OTP", "How to answer."),
        .member(
            "channel", \.channel, as: .enumeration(Vocabulary.verificationChannels), example: "SMS",
            "Where the method has several channels."),
        .member("target", \.target, example: "+359 *****4567", "Where it leads to, masked."),
    ]
}

/// A challenge that was sent.
public struct ChallengeBody: Sendable, Hashable, Decodable, AnswerBody {
    public var eventId: String
    public var walletOperationId: String
    public var authenticationMode: String
    public var verification: OfferedVerificationBody
    /// What is to be signed, where something is.
    public var signing: Signing?
    public var creationTime: Timestamp
    public var expirationTime: Timestamp
    public var allowableChallenges: Int
    public var currentChallenges: Int

    /// What a passkey or a device needs in order to sign; Base64url throughout.
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
                "What is to be signed; Base64url."),
            .member("rpId", \.rpId, example: "cards.example", "PASSKEYS: the relying party's id."),
            .member("credentialIds", \.credentialIds, example: "oZ2dYqbYQkq8", "PASSKEYS: the customer's; Base64url."),
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
        .member("verification", \.verification, "How the cardholder is to answer."),
        .member("signing", \.signing, "What is to be signed, where something is."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "When it was sent."),
        .member("expirationTime", \.expirationTime, example: "2026-11-21T09:00:34Z", "Until when it can be answered."),
        .member("allowableChallenges", \.allowableChallenges, example: "5", "How many the event may have."),
        .member("currentChallenges", \.currentChallenges, example: "1", "How many it has had."),
    ]
}

/// An attempt that was judged.
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
        .member("id", \.id, as: .identifier, example: "9c3f6d2c-52b5-4b5e-8f0e-7f3a0f6d5c11", "The attempt."),
        .eventID(\.eventId), .walletOperationID(\.walletOperationId), .authenticationMode(\.authenticationMode),
        .member("verification", \.verification, "How it was answered."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.attemptStatuses), example: "VERIFIED",
            "REJECTED: there are attempts left; FAILED: there are none."),
        .member("statusReason", \.statusReason, "Why not."),
        .member("currentAttempts", \.currentAttempts, example: "1", "How many the challenge has had."),
        .member("allowableAttempts", \.allowableAttempts, example: "3", "How many it may have."),
    ]
}

extension AnswerMember {
    fileprivate static func eventID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member("eventId", value, as: .identifier, example: "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10", "The event.")
    }

    fileprivate static func walletOperationID(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "walletOperationId", value, as: .identifier, example: "b7a2f7f2-3f54-4a06-8c0c-1a4f8f7f5d21",
            "The event's other name.")
    }

    fileprivate static func authenticationMode(_ value: @escaping @Sendable (Body) -> String) -> AnswerMember {
        .member(
            "authenticationMode", value, as: .enumeration(Vocabulary.authenticationModes), example: "EMBEDDED",
            "Who asks the customer.")
    }
}
