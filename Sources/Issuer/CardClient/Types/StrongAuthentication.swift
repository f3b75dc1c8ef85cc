import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// The ids of an event that the customer has answered. They let one request through once.
    public struct SCAAuthenticationEventRequest: Sendable, Hashable {
        public let eventID: String
        public let walletOperationID: String

        public init(eventID: String, walletOperationID: String) {
            self.eventID = eventID
            self.walletOperationID = walletOperationID
        }
    }

    /// An event of strong customer authentication.
    public struct SCAAuthenticationEventResponse: Sendable, Hashable {
        public let eventID: String
        public let walletOperationID: String
        public let authenticationMode: SCAAuthenticationMode
        public let availableVerifications: [SCAVerification]
        public let creationTime: Date
        public let expirationTime: Date

        public init(
            eventID: String, walletOperationID: String, authenticationMode: SCAAuthenticationMode,
            availableVerifications: [SCAVerification], creationTime: Date, expirationTime: Date
        ) {
            self.eventID = eventID
            self.walletOperationID = walletOperationID
            self.authenticationMode = authenticationMode
            self.availableVerifications = availableVerifications
            self.creationTime = creationTime
            self.expirationTime = expirationTime
        }

        /// The ids to repeat the request with, once the customer has answered.
        public var scaDetails: SCAAuthenticationEventRequest {
            SCAAuthenticationEventRequest(eventID: eventID, walletOperationID: walletOperationID)
        }
    }

    public enum SCAAuthenticationMode: String, WalletWord {
        /// The partner's backend authenticates the customer and reports it to the service; the app only waits.
        case outsourced = "OUTSOURCED"
        case embedded = "EMBEDDED"
        case hybrid = "HYBRID"
        case unknown = "UNKNOWN"
    }

    /// A method to answer with.
    public struct SCAVerification: Sendable, Hashable {
        public let method: SCAVerificationMethod
        public let channel: SCAVerificationChannel?
        /// The masked address that the challenge is sent to.
        public let target: String?

        /// - Parameter target: filled in by the service; it is never sent.
        public init(method: SCAVerificationMethod, channel: SCAVerificationChannel? = nil, target: String? = nil) {
            self.method = method
            self.channel = channel
            self.target = target
        }
    }

    public enum SCAVerificationMethod: String, WalletWord {
        case password = "PASSWORD"
        /// The wallet's PIN of six digits, not the PIN of a card.
        case pin = "PIN"
        case otp = "OTP"
        case passkeys = "PASSKEYS"
        case biometric = "BIOMETRIC"
        /// The same as ``otp`` with the channel `pushNotification`, which is what the service offers.
        case pushNotification = "PUSH_NOTIFICATION"
        case unknown = "UNKNOWN"
    }

    public enum SCAVerificationChannel: String, WalletWord {
        case sms = "SMS"
        case email = "EMAIL"
        case authenticator = "AUTHENTICATOR"
        case pushNotification = "PUSH_NOTIFICATION"
        case redirect = "REDIRECT"
        case unknown = "UNKNOWN"
    }

    /// A challenge that was sent.
    public struct SCAChallenge: Sendable, Hashable {
        public let eventID: String
        public let verification: SCAVerification
        /// The bytes that a passkey signs, in Base64url. They are also a part of what a device signs.
        public let challenge: String?
        public let rpID: String?
        public let credentialIDs: [String]?
        public let expirationTime: Date
        public let allowableChallenges: Int
        public let currentChallenges: Int

        public init(
            eventID: String, verification: SCAVerification, challenge: String? = nil, rpID: String? = nil,
            credentialIDs: [String]? = nil, expirationTime: Date, allowableChallenges: Int, currentChallenges: Int
        ) {
            self.eventID = eventID
            self.verification = verification
            self.challenge = challenge
            self.rpID = rpID
            self.credentialIDs = credentialIDs
            self.expirationTime = expirationTime
            self.allowableChallenges = allowableChallenges
            self.currentChallenges = currentChallenges
        }

        /// The bytes that a trusted device signs, by ECDSA with SHA-256; nil if there is nothing to sign.
        public var deviceMessage: Data? {
            challenge.map { Data("SCA-CHALLENGE\n\(eventID.lowercased())\n\($0)".utf8) }
        }
    }

    /// The customer's answer. It is never printed.
    public enum SCAAnswer: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        case otp(String)
        case password(String)
        /// The wallet's PIN, six digits. A card's PIN is not accepted.
        case pin(String)
        /// Bytes in Base64url, as in WebAuthn.
        case passkey(credentialID: String, authenticatorData: String, clientDataJSON: String, signature: String)
        /// A trusted device's signature of the challenge's ``SCAChallenge/deviceMessage``, in DER or as r and s.
        case device(deviceID: String, signature: Data)
        /// The customer answers elsewhere, for example on a push notification. The attempt only requests the outcome.
        case elsewhere

        public var description: String { "SCAAnswer(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
    }

    /// An attempt with its outcome.
    public struct SCAAttempt: Sendable, Hashable {
        public let status: Status
        public let statusReason: String?
        public let currentAttempts: Int
        public let allowableAttempts: Int

        public init(status: Status, statusReason: String? = nil, currentAttempts: Int, allowableAttempts: Int) {
            self.status = status
            self.statusReason = statusReason
            self.currentAttempts = currentAttempts
            self.allowableAttempts = allowableAttempts
        }

        public enum Status: String, WalletWord {
            /// The event now lets its request through.
            case verified = "VERIFIED"
            /// The answer was wrong, and attempts are left.
            case rejected = "REJECTED"
            /// No attempts are left: a new challenge is needed.
            case failed = "FAILED"
            case unknown = "UNKNOWN"
        }
    }
}

extension Wallet.SCAAuthenticationEventRequest {
    var pass: AuthenticationPassBody {
        var details = AuthenticationPassBody.Details()
        (details.eventId, details.walletOperationId) = (eventID, walletOperationID)
        var body = AuthenticationPassBody()
        body.scaDetails = details
        return body
    }
}

extension Wallet.SCAAuthenticationEventResponse {
    init(_ body: AuthenticationEventBody) {
        eventID = body.eventId
        walletOperationID = body.walletOperationId
        authenticationMode = Wallet.SCAAuthenticationMode(word: body.authenticationMode)
        availableVerifications = body.availableVerifications.map(Wallet.SCAVerification.init)
        creationTime = Date(body.creationTime)
        expirationTime = Date(body.expirationTime)
    }
}

extension Wallet.SCAVerification {
    init(_ body: OfferedVerificationBody) {
        method = Wallet.SCAVerificationMethod(word: body.method)
        channel = body.channel.map(Wallet.SCAVerificationChannel.init(word:))
        target = body.target
    }

    var body: VerificationBody {
        var body = VerificationBody()
        (body.method, body.channel) = (method.rawValue, channel?.rawValue)
        return body
    }
}

extension Wallet.SCAChallenge {
    init(_ body: ChallengeBody) {
        eventID = body.eventId
        verification = Wallet.SCAVerification(body.verification)
        challenge = body.signing?.challenge
        rpID = body.signing?.rpId
        credentialIDs = body.signing?.credentialIds
        expirationTime = Date(body.expirationTime)
        allowableChallenges = body.allowableChallenges
        currentChallenges = body.currentChallenges
    }
}

extension Wallet.SCAAnswer {
    func add(to body: inout AttemptAuthenticationBody) {
        switch self {
        case .otp(let code): body.otp = code
        case .password(let password): body.password = password
        case .pin(let pin): body.pin = pin
        case .passkey(let credentialID, let authenticatorData, let clientDataJSON, let signature):
            var assertion = AssertionBody()
            (assertion.credentialId, assertion.signature) = (credentialID, signature)
            (assertion.authenticatorData, assertion.clientDataJSON) = (authenticatorData, clientDataJSON)
            body.assertion = assertion
        case .device(let deviceID, let signature):
            var assertion = AssertionBody()
            (assertion.deviceId, assertion.signature) = (deviceID, signature.base64url)
            body.assertion = assertion
        case .elsewhere: break
        }
    }
}

extension Wallet.SCAAttempt {
    init(_ body: AttemptBody) {
        status = Status(word: body.status)
        statusReason = body.statusReason
        currentAttempts = body.currentAttempts
        allowableAttempts = body.allowableAttempts
    }
}
