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

extension AuthenticationEventBody: JSONWritable {
    /// Inside `scaDetails`, which is all that the challenge's parameter holds.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("scaDetails") { json in
                json.object { json in
                    json.member("eventId", eventId)
                    json.member("walletOperationId", walletOperationId)
                    json.member("authenticationMode", authenticationMode)
                    json.member("availableVerifications", availableVerifications)
                    json.member("creationTime", creationTime)
                    json.member("expirationTime", expirationTime)
                }
            }
        }
    }
}

/// A way to answer, and where it leads to.
public struct OfferedVerificationBody: Sendable, Hashable, Decodable, JSONWritable {
    public var method: String
    public var channel: String?
    /// Masked.
    public var target: String?

    public init(method: String, channel: String?, target: String?) {
        self.method = method
        self.channel = channel
        self.target = target
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("method", method)
            json.member("channel", channel)
            json.member("target", target)
        }
    }
}

/// A challenge that was sent.
public struct ChallengeBody: Sendable, Hashable, Decodable, JSONWritable {
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
    public struct Signing: Sendable, Hashable, Decodable, JSONWritable {
        public var challenge: String
        public var rpId: String?
        public var credentialIds: [String]?

        public init(challenge: String, rpId: String?, credentialIds: [String]?) {
            self.challenge = challenge
            self.rpId = rpId
            self.credentialIds = credentialIds
        }

        public func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("challenge", challenge)
                json.member("rpId", rpId)
                json.member("credentialIds", credentialIds)
            }
        }
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

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("eventId", eventId)
            json.member("walletOperationId", walletOperationId)
            json.member("authenticationMode", authenticationMode)
            json.member("verification", verification)
            json.member("signing", signing)
            json.member("creationTime", creationTime)
            json.member("expirationTime", expirationTime)
            json.member("allowableChallenges", allowableChallenges)
            json.member("currentChallenges", currentChallenges)
        }
    }
}

/// An attempt that was judged.
public struct AttemptBody: Sendable, Hashable, Decodable, JSONWritable {
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

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("eventId", eventId)
            json.member("walletOperationId", walletOperationId)
            json.member("authenticationMode", authenticationMode)
            json.member("verification", verification)
            json.member("status", status)
            json.member("statusReason", statusReason)
            json.member("currentAttempts", currentAttempts)
            json.member("allowableAttempts", allowableAttempts)
        }
    }
}
