import Cards
import CardSecrets
import Foundation
import Postgres

/// What a request brings along to be let through to something protected.
public struct AuthenticationEvidence: Sendable {
    public let brand: String
    public let customer: CustomerID
    /// What exactly is asked for; nil where the customer has nothing to show.
    let subject: AuthenticationSubject?
    /// The event that is said to have been verified; nil where none is named.
    public let presented: AuthenticationReference?
    /// The trusted device that is said to have signed the request.
    public let device: DeviceClaim?

    public init(
        brand: String, customer: CustomerID, subject: AuthenticationSubject, presented: AuthenticationReference?,
        device: DeviceClaim?
    ) {
        self.brand = brand
        self.customer = customer
        self.subject = subject
        self.presented = presented
        self.device = device
    }

    /// For what is not asked with a customer's token: the business answers for who its customer is, and the sandbox
    /// plays the customer.
    package static func vouched(for customer: CustomerID) -> AuthenticationEvidence {
        AuthenticationEvidence(vouchedFor: customer)
    }

    private init(vouchedFor customer: CustomerID) {
        (brand, subject, presented, device) = ("", nil, nil, nil)
        self.customer = customer
    }
}

/// A request signed by a device, before anyone knows whether it is one that is trusted.
public struct DeviceClaim: Sendable {
    public let device: TrustedDeviceID
    public let signedAt: Date
    /// Everything that makes the request this one; what was signed.
    public let message: [UInt8]
    public let signature: [UInt8]

    public init(device: TrustedDeviceID, signedAt: Date, message: [UInt8], signature: [UInt8]) {
        self.device = device
        self.signedAt = signedAt
        self.message = message
        self.signature = signature
    }
}

/// The one door to what strong customer authentication protects: three queries for a transaction's first round trip,
/// one for its last, and the decision in between.
///
/// It stands inside the transaction of what it protects, so that an event lets one request through and a request that
/// fails has used nothing up. It stands before the card's own rules: a request that comes a second time is answered
/// like any without a good event, whatever it has done to the card the first time.
struct AuthenticationGate {
    let evidence: AuthenticationEvidence
    let issuing: Issuing

    var policy: Query<AuthenticationPolicy> { AuthenticationStatements.policy(.text(evidence.brand)) }

    var event: Query<AuthenticationStatements.HeldEvent> {
        AuthenticationStatements.holdEvent(evidence.presented, of: evidence.customer)
    }

    var device: Query<AuthenticationMeansStatements.HeldDevice> {
        AuthenticationMeansStatements.holdDevice(
            .id(evidence.customer), .id(evidence.device?.device))
    }

    /// What the three queries found.
    typealias Found = (
        policies: [AuthenticationPolicy], events: [AuthenticationStatements.HeldEvent],
        devices: [AuthenticationMeansStatements.HeldDevice]
    )

    /// What comes of letting a request through.
    struct Passage {
        /// Uses up what let it through; to be committed together with what it did.
        let use: Query<Void>
        /// To be told once that is committed; nil where nothing was asked for.
        fileprivate let step: Occurrence.AuthenticationStep?
    }

    /// Lets the request through, or opens an event for it, commits that, and refuses.
    ///
    /// A device's signature decides nothing about which devices are trusted: that takes the customer, who may answer a
    /// challenge on the device.
    func pass(_ found: Found, in tx: Transaction<IssuingFailure>) throws(IssuingFailure) -> Passage {
        // A brand without a policy is a brand nobody has thought about: everything asks.
        let policy = found.policies.first ?? .standard
        let now = issuing.clock.now()
        guard let subject = evidence.subject, policy.protects(subject.operation) else {
            return Passage(use: use(event: nil, device: nil), step: nil)
        }
        if subject.operation != .trustDevice, policy.acceptsTrustedDevices, let claim = evidence.device,
            let known = found.devices.first, stands(claim, of: known, now)
        {
            return Passage(use: use(event: nil, device: claim), step: .trustedDevice)
        }
        if let presented = evidence.presented,
            let held = found.events.first,
            held.event.authorises(subject, presented: presented, at: now)
        {
            return Passage(use: use(event: presented, device: nil), step: .used)
        }
        throw .refused(.authentication(.required(try open(for: subject, under: policy, at: now, in: tx))))
    }

    private func stands(
        _ claim: DeviceClaim, of known: AuthenticationMeansStatements.HeldDevice, _ now: Date
    ) -> Bool {
        known.device.accepts(signedAt: claim.signedAt, now: now)
            && DevicePublicKey(x963: known.publicKey)?.verifies(claim.signature, of: claim.message) == true
    }

    private func use(event: AuthenticationReference?, device: DeviceClaim?) -> Query<Void> {
        AuthenticationStatements.use(
            .id(evidence.customer), .id(event?.eventID), .id(device?.device),
            .timestamp(device?.signedAt))
    }

    private func open(
        for subject: AuthenticationSubject, under policy: AuthenticationPolicy, at now: Date,
        in tx: Transaction<IssuingFailure>
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
        return RequiredAuthentication(event: event, offers: means.offers(in: policy.mode))
    }
}

extension Issuing {
    /// The gate for this request; nothing protected is reached without one.
    func gate(_ evidence: AuthenticationEvidence) -> AuthenticationGate {
        AuthenticationGate(evidence: evidence, issuing: self)
    }

    /// Tells what let a request through, behind the COMMIT.
    func tell(_ passage: AuthenticationGate.Passage) {
        if let step = passage.step { tell(.authentication(step)) }
    }

    /// Refuses what is no use doing with an event that is over.
    func requireOpen(_ event: AuthenticationEvent, at now: Date) throws(IssuingFailure) {
        if now >= event.expiresAt { tell(.authentication(.expired)) }
        try IssuingFailure.refusing { () throws(Refusal) in try event.requireOpen(at: now) }
    }
}
