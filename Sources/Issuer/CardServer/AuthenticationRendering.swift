import CardAPI
import Cards
import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Issuing

extension AuthenticationEventBody {
    init(_ required: RequiredAuthentication) {
        let event = required.event
        self.init(
            eventId: event.reference.eventID.description,
            walletOperationId: event.reference.walletOperationID.description,
            authenticationMode: event.mode.rawValue,
            availableVerifications: required.offers.map { OfferedVerificationBody($0.verification, target: $0.target) },
            creationTime: Timestamp(event.createdAt), expirationTime: Timestamp(event.expiresAt))
    }
}

extension RequiredAuthentication {
    /// The challenge in `WWW-Authenticate`, in the form and with the realms that Paysafe documents.
    var challenge: String {
        let realm = event.subject.operation == .issueToken ? "Authentication" : "Prepaid Cards"
        let details = Data(AuthenticationEventBody(self).jsonBytes).base64EncodedString()
        return #"SCA realm="\#(realm)" auth-param1="\#(details)""#
    }
}

extension OfferedVerificationBody {
    init(_ verification: Verification, target: String? = nil) {
        self.init(method: verification.method, channel: verification.channel, target: target)
    }
}

extension ChallengeBody {
    init(_ sent: SentChallenge) {
        let reference = sent.event.reference
        self.init(
            eventId: reference.eventID.description,
            walletOperationId: reference.walletOperationID.description,
            authenticationMode: sent.event.mode.rawValue,
            verification: OfferedVerificationBody(sent.verification, target: sent.target),
            signing: sent.nonce.map { nonce in
                Signing(
                    challenge: Base64url.encode(nonce), rpId: sent.relyingPartyID,
                    credentialIds: sent.relyingPartyID == nil ? nil : sent.credentialIDs.map { Base64url.encode($0) })
            },
            creationTime: Timestamp(sent.createdAt), expirationTime: Timestamp(sent.expiresAt),
            allowableChallenges: sent.allowableChallenges, currentChallenges: sent.currentChallenges)
    }
}

extension AttemptBody {
    init(_ attempt: AuthenticationAttempt) {
        let reference = attempt.event.reference
        self.init(
            id: attempt.id.description, eventId: reference.eventID.description,
            walletOperationId: reference.walletOperationID.description,
            authenticationMode: attempt.event.mode.rawValue,
            verification: attempt.verification.map { OfferedVerificationBody($0) },
            status: attempt.outcome.status.rawValue, statusReason: attempt.outcome.reason,
            currentAttempts: attempt.outcome.attempts, allowableAttempts: attempt.allowableAttempts)
    }
}

extension TrustedDeviceBody {
    init(_ device: TrustedDevice) {
        self.init(
            deviceId: device.id.description, name: device.name,
            createdDate: Timestamp(device.createdAt), lastUsedDate: device.lastUsedAt.map(Timestamp.init))
    }
}
