import Foundation

/// A customer's prepaid balance in one currency.
public struct Account: Hashable, Sendable {
    /// The largest amount, in minor units, that can be posted or held: neither a sum nor a difference of two such
    /// amounts exceeds 64 bits.
    public static let limit: Int64 = 4_000_000_000_000_000_000

    public let id: AccountID
    public let holder: AccountHolder
    /// The sum of the account's entries. It may be below 0, because a clearing is never refused.
    public internal(set) var posted: Money
    /// The sum of the account's pending holds.
    public internal(set) var held: Money
    /// Counts the changes of the balance.
    public internal(set) var version: Int64
    public let openedAt: Date

    /// An account as it is stored.
    ///
    /// - Parameters:
    ///   - posted: within the limit, in the account's currency.
    ///   - held: 0 or above, within the limit, in the same currency.
    public init(
        id: AccountID, holder: AccountHolder, posted: Money, held: Money, version: Int64, openedAt: Date
    ) {
        self.id = id
        self.holder = holder
        self.posted = posted
        self.held = held
        self.version = version
        self.openedAt = openedAt
    }

    /// A new account, which is empty.
    public init(id: AccountID, holder: AccountHolder, currency: Currency, openedAt: Date) {
        self.init(
            id: id, holder: holder, posted: .zero(currency), held: .zero(currency), version: 0, openedAt: openedAt)
    }

    public var currency: Currency { posted.currency }

    /// The amount that can be spent: the posted balance less the held amount. It may be below 0.
    public var available: Money {
        // Both are within the limit, so the difference fits.
        Money(minorUnits: posted.minorUnits &- held.minorUnits, currency: currency)
    }

    /// Changes both parts of the balance as one change.
    mutating func change(posted: Money, held: Money) throws(LedgerRefusal) {
        let (before, beforeHeld) = (self.posted, self.held)
        let after = try LedgerRefusal.limiting { () throws(MoneyFailure) in
            (posted: try before + posted, held: try beforeHeld + held)
        }
        guard (-Self.limit...Self.limit).contains(after.posted.minorUnits),
            (0...Self.limit).contains(after.held.minorUnits)
        else { throw .amountTooLarge }
        (self.posted, self.held) = after
        version += 1
    }
}
