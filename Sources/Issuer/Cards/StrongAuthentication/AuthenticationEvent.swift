import Foundation
import Identifiers

/// One event of strong customer authentication: opened by the request that needs it, and valid only for that request.
public struct AuthenticationEvent: Equatable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case open = "OPEN"
        /// The latest attempt succeeded.
        case verified = "VERIFIED"
        /// Denied permanently: by the last attempt, if the partner decides.
        case failed = "FAILED"
        /// It has let its request through, and takes no attempts and no decisions any more.
        case used = "USED"
    }

    /// When an event let its request through, and how long it lets the same request through again.
    public struct Use: Equatable, Sendable {
        public let usedAt: Date
        /// Nil if the request cannot be repeated.
        public let repeatableUntil: Date?

        public init(usedAt: Date, repeatableUntil: Date?) {
            self.usedAt = usedAt
            self.repeatableUntil = repeatableUntil
        }

        func isRepeatable(at now: Date) -> Bool { repeatableUntil.map { now < $0 } ?? false }
    }

    public let reference: AuthenticationReference
    public let customer: CustomerID
    public let brand: String
    public let subject: AuthenticationSubject
    public let mode: AuthenticationPolicy.Mode
    public let status: Status
    /// Nil unless the status is ``Status/used``.
    public let use: Use?
    public let createdAt: Date
    public let expiresAt: Date

    public init(
        reference: AuthenticationReference, customer: CustomerID, brand: String, subject: AuthenticationSubject,
        mode: AuthenticationPolicy.Mode, status: Status, use: Use? = nil, createdAt: Date, expiresAt: Date
    ) {
        self.reference = reference
        self.customer = customer
        self.brand = brand
        self.subject = subject
        self.mode = mode
        self.status = status
        self.use = use
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The reason why the event does not let this request through now. Nil if it does: it is made for exactly this
    /// request, in time, and verified and unused, or used by a request that can still be repeated.
    public func obstacle(
        to subject: AuthenticationSubject, presented: AuthenticationReference, at now: Date
    ) -> AuthenticationObstacle? {
        guard reference == presented else { return .unknownEvent }
        if let operation = self.subject.operation, let asked = subject.operation, operation != asked {
            return .otherOperation(of: operation, asked: asked)
        }
        guard self.subject.card == subject.card else { return .otherCard }
        guard self.subject.isOf(subject) else { return .otherRequest }
        guard now < expiresAt else { return .expiredEvent(status) }
        if let use { return use.isRepeatable(at: now) ? nil : .usedEvent(use) }
        return status == .verified ? nil : .notVerified(status)
    }

    /// Its use by a request that it lets through now. The request cannot be repeated after the event's own end.
    ///
    /// - Parameter repeatableSeconds: how long the request can be repeated; nil for never.
    public func use(at now: Date, repeatableSeconds: TimeInterval?) -> Use {
        Use(usedAt: now, repeatableUntil: repeatableSeconds.map { min(now + $0, expiresAt) })
    }

    /// Refuses an event that is over.
    public func requireOpen(at now: Date) throws(Refusal) {
        guard now < expiresAt else { throw .authentication(.eventIsOver("has expired")) }
        switch status {
        case .open, .verified: break
        case .used: throw .authentication(.eventIsOver("has been used"))
        case .failed: throw .authentication(.eventIsOver("has failed"))
        }
    }
}

/// The two ids of an event; both are needed to use it.
public struct AuthenticationReference: Hashable, Sendable {
    public let eventID: AuthenticationEventID
    public let walletOperationID: WalletOperationID

    public init(eventID: AuthenticationEventID, walletOperationID: WalletOperationID) {
        self.eventID = eventID
        self.walletOperationID = walletOperationID
    }

    /// Both in the 36-character form of RFC 9562.
    public init?(eventID: String, walletOperationID: String) {
        guard let event = AuthenticationEventID(eventID), let operation = WalletOperationID(walletOperationID) else {
            return nil
        }
        self.init(eventID: event, walletOperationID: operation)
    }
}

/// The exact request that an event is for: an event for one request lets no other through.
public struct AuthenticationSubject: Equatable, Sendable {
    /// Nil for a payment by 3-D Secure, for which the merchant decides whether its customer must authenticate.
    public let operation: ProtectedOperation?
    /// Nil if the operation is not about a card.
    public let card: CardID?
    /// Keyed digest of method, path and the body's content; for a payment, digest of the confirmed values.
    public let digest: [UInt8]
    /// The digests of a request under the other versions of the key: an event may be stored with one of them.
    public let otherDigests: [[UInt8]]

    public init(operation: ProtectedOperation?, card: CardID?, digest: [UInt8], otherDigests: [[UInt8]] = []) {
        self.operation = operation
        self.card = card
        self.digest = digest
        self.otherDigests = otherDigests
    }

    /// Whether a request is the one of this subject, which was stored.
    func isOf(_ request: AuthenticationSubject) -> Bool {
        operation == request.operation && card == request.card
            && (digest == request.digest || request.otherDigests.contains(digest))
    }
}

/// An event with the methods that its customer can use: the contents of a 401.
public struct RequiredAuthentication: Equatable, Sendable {
    public let event: AuthenticationEvent
    public let offers: [AuthenticationOffer]
    /// Why the proof in the request was not accepted; nil if it had none. It is not in the response.
    public let obstacle: AuthenticationObstacle?

    public init(event: AuthenticationEvent, offers: [AuthenticationOffer], obstacle: AuthenticationObstacle? = nil) {
        self.event = event
        self.offers = offers
        self.obstacle = obstacle
    }
}

/// A method that this customer can use, and the masked address it leads to.
public struct AuthenticationOffer: Equatable, Sendable {
    public let verification: Verification
    /// A masked phone number or address; nil if no message is sent.
    public let target: String?

    public init(_ verification: Verification, target: String? = nil) {
        self.verification = verification
        self.target = target
    }
}
