/// The lifecycle status of a card. Names and meanings are Paysafe's; the raw values are used on the wire and in the
/// database.
public enum CardStatus: String, CaseIterable, Sendable {
    /// Usable.
    case active = "ACTIVE"
    /// The issuer validates the application before it issues the card.
    case pending = "PENDING"
    /// The customer has applied for the card, and the issuer has not begun to validate the application.
    case applied = "APPLIED"
    /// The issuer has refused the application; the card was never issued.
    case rejected = "REJECTED"
    /// A physical card that has not been activated yet.
    case issued = "ISSUED"
    /// A physical card that can be used online only, until it is delivered and activated.
    case digital = "DIGITAL"
    /// Locked by the customer.
    case locked = "LOCKED"
    /// Blocked by customer service, or after wrong activation data.
    case suspended = "SUSPENDED"
    /// Past the end of its expiry month, or renewed before it.
    case expired = "EXPIRED"
    /// Cancelled permanently.
    case cancelled = "CANCELLED"
    /// The plastic is broken; the card is still usable online.
    case damaged = "DAMAGED"
    /// Lost permanently.
    case lost = "LOST"

    /// Whether the card can pay, in shops or online only.
    public var isUsable: Bool { self == .active || self == .digital }

    /// Whether a card can never leave this status.
    public var isFinal: Bool {
        TransitionMatrix.rows.allSatisfy { $0.from != self }
    }
}

/// A status, together with the one that a lock or a suspension returns to.
///
/// A card that was locked while DIGITAL can only be unlocked to DIGITAL. Otherwise DIGITAL → LOCKED → ACTIVE would
/// avoid chip and PIN.
public struct Standing: Equatable, Sendable {
    public let status: CardStatus
    /// Set exactly while the status is LOCKED or SUSPENDED.
    public let returnsTo: CardStatus?

    public init(_ status: CardStatus, returnsTo: CardStatus? = nil) {
        self.status = status
        self.returnsTo = returnsTo
    }

    /// The standing after a move to `next`. A lock or suspension remembers the status before it. A suspension of a
    /// locked card keeps the status that the lock remembers.
    public func moved(to next: CardStatus) -> Standing {
        guard next == .locked || next == .suspended else { return Standing(next) }
        return Standing(next, returnsTo: returnsTo ?? status)
    }
}

extension [CardStatus] {
    /// The names as a message lists them: "ACTIVE, LOCKED or DAMAGED".
    var joinedByOr: String {
        let names = map(\.rawValue)
        guard let last = names.last, names.count > 1 else { return names.first ?? "no status" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
