import Authorizing
import Cards
import CardSecrets
import Crypto
import Foundation
import Identifiers
import Issuing
import Sandbox
import Testing
import TestSupport

/// The steps of an app in strong customer authentication.
extension IssuingFixture {
    /// Requests to lock the card. Most tests use this operation.
    package func lock(
        _ card: Card, presenting event: AuthenticationReference? = nil, digest: String = "lock",
        device: DeviceClaim? = nil, as customer: CustomerID? = nil
    ) async throws -> Card {
        try await issuing.changeStatus(
            of: card.id, to: .locked, reason: "Mislaid",
            evidence: evidence(
                .updateCard, card, presenting: event, digest: digest, device: device, as: customer))
    }

    /// Requests to replace the card's controls.
    package func setControls(
        _ controls: CardControls, of card: Card, presenting event: AuthenticationReference? = nil,
        as customer: CustomerID? = nil
    ) async throws -> CardControls {
        try await issuing.setControls(
            controls, of: card.id,
            evidence: evidence(.cardControls, card, presenting: event, digest: "controls", as: customer))
    }

    package func evidence(
        _ operation: ProtectedOperation, _ card: Card?, presenting event: AuthenticationReference? = nil,
        digest: String = "lock", device: DeviceClaim? = nil, as customer: CustomerID? = nil
    ) -> AuthenticationEvidence {
        AuthenticationEvidence(
            brand: DemoUniverse.brand, customer: customer ?? card?.customer ?? .largest,
            operation: operation,
            subject: AuthenticationSubject(operation: operation, card: card?.id, digest: Array(digest.utf8)),
            presented: event, device: device)
    }

    /// The event that the server opens because the request needs authentication.
    package func event(
        at location: SourceLocation = #_sourceLocation, openedBy request: () async throws -> some Any
    ) async throws -> RequiredAuthentication {
        let refusal = await refusal(at: location) { try await request() }
        guard case .authentication(.required(let required)) = refusal else {
            throw Unexpected(what: "\(String(describing: refusal)) instead of a challenge")
        }
        return required
    }

    package func challenge(
        _ event: RequiredAuthentication, by verification: Verification = .smsCode
    ) async throws -> SentChallenge {
        let answered = try await issuing.sendChallenge(
            for: event.event.reference, of: event.event.customer, by: verification, request: .unkeyed())
        return try #require(answered.value)
    }

    package func attempt(
        _ proof: AuthenticationProof, at event: RequiredAuthentication
    ) async throws -> AttemptOutcome {
        let answered = try await issuing.attempt(
            proof, at: event.event.reference, of: event.event.customer, request: .unkeyed())
        return try #require(answered.value).outcome
    }

    /// The code of the newest message to the event's customer.
    package func code(of event: RequiredAuthentication) async throws -> String {
        let newest = try #require(try await sandbox.messages(to: event.event.customer).first)
        #expect(newest.eventID == event.event.reference.eventID)
        return try #require(newest.code)
    }

    /// Answers an event with the right code.
    package func verified(_ event: RequiredAuthentication) async throws -> AuthenticationReference {
        _ = try await challenge(event)
        #expect(try await attempt(.code(code(of: event), by: .smsCode), at: event).status == .verified)
        return event.event.reference
    }

    /// Distrusts a device, which may not exist. The customer authenticates if the server requires it.
    package func distrust(_ device: TrustedDeviceID, of customer: CustomerID) async throws {
        func distrust(_ reference: AuthenticationReference?) async throws {
            let evidence = self.evidence(.trustDevice, nil, presenting: reference, digest: "distrust", as: customer)
            try await issuing.distrustDevice(device, evidence: evidence)
        }
        do {
            try await distrust(nil)
        } catch {
            guard case .refused(.authentication(.required(let required))) = error as? IssuingFailure else {
                throw error
            }
            try await distrust(verified(required))
        }
    }

    /// A new trusted device of a customer, and the key that it signs with.
    package func trustedDevice(
        of customer: CustomerID) async throws -> (id: TrustedDeviceID, key: P256.Signing.PrivateKey
    ) {
        let key = P256.Signing.PrivateKey()
        let publicKey = try #require(DevicePublicKey(x963: Array(key.publicKey.x963Representation)))
        func trust(_ reference: AuthenticationReference?) async throws -> Answered<TrustedDevice> {
            let evidence = AuthenticationEvidence(
                brand: DemoUniverse.brand, customer: customer, operation: .trustDevice,
                subject: AuthenticationSubject(operation: .trustDevice, card: nil, digest: [1]),
                presented: reference, device: nil)
            return try await issuing.trustDevice(
                named: "Phone", key: publicKey, evidence: evidence, request: .unkeyed())
        }
        let required = try await event { try await trust(nil) }
        let device = try await trust(verified(required))
        return (try #require(device.value).id, key)
    }
}

package struct Unexpected: Error {
    package let what: String

    package init(what: String) {
        self.what = what
    }
}

extension DeviceClaim {
    package static func signing(
        _ message: String, at date: Date, by device: (id: TrustedDeviceID, key: P256.Signing.PrivateKey)
    ) throws -> DeviceClaim {
        let signature = try device.key.signature(for: Array(message.utf8)).derRepresentation
        return DeviceClaim(
            device: device.id, signedAt: date, message: Array(message.utf8), signature: Array(signature))
    }
}
