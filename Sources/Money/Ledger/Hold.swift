import Foundation

/// Money of an account that is kept for a purchase until the purchase is cleared. A hold is no entry, because nothing
/// has been paid yet.
public struct Hold: Hashable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case pending = "PENDING"
        /// Its last clearing has come. The other three are final.
        case posted = "POSTED"
        /// Released because the purchase was reversed, or by staff.
        case voided = "VOIDED"
        /// Released because no clearing came in time.
        case expired = "EXPIRED"
    }

    /// An event in the life of a hold.
    public enum Event: String, CaseIterable, Sendable {
        /// Made larger or smaller. A hold that would be 0 is voided instead.
        case adjust
        /// A clearing after which others may come, and that leaves a rest.
        case postPart
        /// The last clearing, or one that leaves no rest.
        case postWhole
        case void
        case expire
    }

    /// A step that a hold may take.
    public struct Transition: Hashable, Sendable {
        public let from: Status
        public let event: Event
        public let to: Status
    }

    /// Every step that a hold may take. Only a pending hold takes any.
    public static let transitions = [
        Transition(from: .pending, event: .adjust, to: .pending),
        Transition(from: .pending, event: .postPart, to: .pending),
        Transition(from: .pending, event: .postWhole, to: .posted),
        Transition(from: .pending, event: .void, to: .voided),
        Transition(from: .pending, event: .expire, to: .expired),
    ]

    public let id: HoldID
    public internal(set) var status: Status
    /// The amount that is still held: above 0 while the hold is pending, and 0 afterwards.
    public internal(set) var held: Money
    /// The amount that was cleared. It may exceed the amount that was held, because a clearing is never refused.
    public internal(set) var posted: Money
    public let placedAt: Date
    /// When it expires; nil if never.
    public let expiresAt: Date?

    public init(
        id: HoldID, status: Status = .pending, held: Money, posted: Money, placedAt: Date, expiresAt: Date?
    ) {
        self.id = id
        self.status = status
        self.held = held
        self.posted = posted
        self.placedAt = placedAt
        self.expiresAt = expiresAt
    }

    /// Takes a step and returns the released amount; below 0 if more is held than before.
    ///
    /// - Parameter rest: the amount that is held afterwards, in minor units, if the hold stays pending.
    mutating func take(_ event: Event, leaving rest: Int64 = 0) throws(LedgerRefusal) -> Money {
        let from = status
        guard let step = Self.transitions.first(where: { $0.from == from && $0.event == event }) else {
            throw .holdHasEnded
        }
        let left = Money(minorUnits: step.to == .pending ? rest : 0, currency: held.currency)
        let released = try LedgerRefusal.limiting { [held] () throws(MoneyFailure) in try held - left }
        (status, held) = (step.to, left)
        return released
    }
}
