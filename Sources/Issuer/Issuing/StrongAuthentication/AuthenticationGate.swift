import Cards
import CardSecrets
import Foundation
import Postgres

/// The evidence in a request for a protected operation.
public struct AuthenticationEvidence: Sendable {
    public let brand: String
    public let customer: CustomerID
    /// The operation, and the exact request; nil if no authentication is needed. The subject is made only if the brand
    /// protects the operation, because it takes the digest of the whole request.
    let asked: (operation: ProtectedOperation, subject: @Sendable () -> AuthenticationSubject)?
    /// The event that the request names; nil if it names none.
    public let presented: AuthenticationReference?
    /// The trusted device that the request names as its signer.
    public let device: DeviceClaim?

    public init(
        brand: String, customer: CustomerID, operation: ProtectedOperation,
        subject: @autoclosure @escaping @Sendable () -> AuthenticationSubject,
        presented: AuthenticationReference?, device: DeviceClaim?
    ) {
        self.brand = brand
        self.customer = customer
        asked = (operation, subject)
        self.presented = presented
        self.device = device
    }

    /// For requests without a customer's token, such as a business's, where the caller answers for the customer.
    package static func vouched(for customer: CustomerID) -> AuthenticationEvidence {
        AuthenticationEvidence(vouchedFor: customer)
    }

    private init(vouchedFor customer: CustomerID) {
        (brand, asked, presented, device) = ("", nil, nil, nil)
        self.customer = customer
    }
}

/// A request signed by a device, before it is known whether the device is trusted.
public struct DeviceClaim: Sendable {
    public let device: TrustedDeviceID
    public let signedAt: Date
    /// The signed bytes, which identify this request.
    public let message: [UInt8]
    public let signature: [UInt8]

    public init(device: TrustedDeviceID, signedAt: Date, message: [UInt8], signature: [UInt8]) {
        self.device = device
        self.signedAt = signedAt
        self.message = message
        self.signature = signature
    }
}

/// The only way to an operation that strong customer authentication protects. It has three queries for a transaction's
/// first round trip, one for the last, and the decision between them.
///
/// It is part of the transaction that it protects, so an event lets only one request through, and a failed request uses
/// up nothing. A request that can be repeated for a while may come again with its used event in that time. The gate
/// comes before the rules that depend on the card's status. So a repeated request gets the answer of any request
/// without a valid event, even if the first one changed the card.
struct AuthenticationGate {
    let evidence: AuthenticationEvidence
    let issuing: Issuing
    /// An operation that does the same. If the brand protects it, this request needs authentication, too.
    let equivalent: ProtectedOperation?
    /// Seconds during which the same request may come again with the same event; nil for never.
    let repeatableSeconds: TimeInterval?

    var policy: Query<AuthenticationPolicy>? {
        evidence.asked == nil ? nil : AuthenticationStatements.policy(.text(evidence.brand))
    }

    var event: Query<AuthenticationStatements.HeldEvent>? {
        guard let presented = evidence.presented else { return nil }
        return AuthenticationStatements.holdEvent(presented, of: evidence.customer)
    }

    var device: Query<AuthenticationMeansStatements.HeldDevice>? {
        guard let claim = evidence.device else { return nil }
        return AuthenticationMeansStatements.holdDevice(.id(evidence.customer), .id(claim.device))
    }

    /// The results of the three queries.
    typealias Found = (
        policies: [AuthenticationPolicy], events: [AuthenticationStatements.HeldEvent],
        devices: [AuthenticationMeansStatements.HeldDevice]
    )

    /// The consequences of letting a request through.
    struct Passage {
        /// Uses up the event or the signature. Commit it together with the changes of the request.
        let use: Query<Void>?
        /// The step to report to the observer after the commit; nil if no authentication was required.
        fileprivate let step: Occurrence.AuthenticationStep?

        var wasRequired: Bool { step != nil }
    }

    /// Lets the request through. Otherwise it opens an event for the request, commits that, and refuses the request.
    ///
    /// A device's signature cannot decide which devices are trusted. The customer must do that, and may answer a
    /// challenge on the device.
    func pass(_ found: Found, in tx: Transaction<IssuingFailure>) throws(IssuingFailure) -> Passage {
        // A brand without a policy has that of a new brand.
        let policy = found.policies.first ?? .standard
        let now = issuing.clock.now()
        let isProtected = [evidence.asked?.operation, equivalent].contains { $0.map(policy.protects) == true }
        guard let asked = evidence.asked, isProtected else {
            return Passage(use: nil, step: nil)
        }
        let subject = asked.subject()
        var obstacle: AuthenticationObstacle?
        if let claim = evidence.device {
            obstacle = self.obstacle(to: claim, of: found.devices.first, for: asked.operation, under: policy, now)
            if obstacle == nil { return Passage(use: use(of: claim), step: .trustedDevice) }
        }
        if let presented = evidence.presented {
            if let event = found.events.first?.event {
                obstacle = event.obstacle(to: subject, presented: presented, at: now)
                if obstacle == nil { return Passage(use: use(of: event, at: now), step: .used) }
            } else {
                obstacle = .unknownEvent
            }
        }
        throw .refused(
            .authentication(.required(try open(for: subject, under: policy, because: obstacle, at: now, in: tx))))
    }

    /// The reason why the signature of a device does not let the request through; nil if it does.
    private func obstacle(
        to claim: DeviceClaim, of known: AuthenticationMeansStatements.HeldDevice?,
        for operation: ProtectedOperation, under policy: AuthenticationPolicy, _ now: Date
    ) -> AuthenticationObstacle? {
        guard operation != .trustDevice else { return .deviceManagesDevices }
        guard policy.acceptsTrustedDevices else { return .devicesNotAccepted }
        guard let known else { return .unknownDevice }
        guard known.device.accepts(signedAt: claim.signedAt, now: now) else { return .staleSignature }
        let isRight = DevicePublicKey(x963: known.publicKey)?.verifies(claim.signature, of: claim.message) == true
        return isRight ? nil : .wrongSignature
    }

    /// A repetition writes nothing, so it does not extend the time in which the request can be repeated.
    private func use(of event: AuthenticationEvent, at now: Date) -> Query<Void>? {
        guard event.use == nil else { return nil }
        let use = event.use(at: now, repeatableSeconds: repeatableSeconds)
        return AuthenticationStatements.useEvent(
            .id(event.customer), .id(event.reference.eventID), .timestamp(use.usedAt),
            .timestamp(use.repeatableUntil))
    }

    private func use(of claim: DeviceClaim) -> Query<Void> {
        AuthenticationMeansStatements.useDevice(.id(evidence.customer), .id(claim.device), .timestamp(claim.signedAt))
    }

    private func open(
        for subject: AuthenticationSubject, under policy: AuthenticationPolicy,
        because obstacle: AuthenticationObstacle?, at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> RequiredAuthentication {
        let customer = evidence.customer
        let means = try tx.run(AuthenticationMeansStatements.find(.id(customer)))
        guard let means = means.first else { throw .refused(.customer(.notFound)) }
        let reference = AuthenticationReference(
            eventID: issuing.entropy.id(), walletOperationID: issuing.entropy.id())
        let event = AuthenticationEvent(
            reference: reference, customer: customer, brand: evidence.brand, subject: subject,
            mode: policy.mode, status: .open, createdAt: now,
            expiresAt: now + TimeInterval(policy.eventLifetimeSeconds))
        _ = try tx.commit(AuthenticationStatements.open(event, limits: policy))
        issuing.tell(.authentication(.demanded(policy.mode)))
        return RequiredAuthentication(event: event, offers: means.offers, obstacle: obstacle)
    }
}

extension Issuing {
    /// The gate for this request. Every protected operation uses one.
    func gate(
        _ evidence: AuthenticationEvidence, equivalent: ProtectedOperation? = nil,
        repeatableSeconds: TimeInterval? = nil
    ) -> AuthenticationGate {
        AuthenticationGate(
            evidence: evidence, issuing: self, equivalent: equivalent, repeatableSeconds: repeatableSeconds)
    }

    /// Reports the step that let a request through. Call it after the commit.
    func tell(_ passage: AuthenticationGate.Passage) {
        if let step = passage.step { tell(.authentication(step)) }
    }

    /// Refuses an event that is over.
    func requireOpen(_ event: AuthenticationEvent, at now: Date) throws(IssuingFailure) {
        if now >= event.expiresAt { tell(.authentication(.expired)) }
        try IssuingFailure.refusing { () throws(Refusal) in try event.requireOpen(at: now) }
    }
}
