import Foundation
import Identifiers

/// One account with its holds and its journals, and the rules for changing them: the ledger without a database.
///
/// The statements do the same. So a history can be played on both, and their balances compared.
public struct AccountBook: Sendable {
    public private(set) var account: Account
    public private(set) var holds: [HoldID: Hold] = [:]
    /// In the order in which they were posted.
    public private(set) var journals: [Journal] = []
    private var journalIDs: Set<JournalID> = []

    /// The book of a new account.
    public init(_ account: Account) {
        self.account = account
    }

    /// Keeps money for a purchase.
    ///
    /// - Parameter isForced: whether the hold may exceed the available money, because somebody else has approved the
    ///   purchase already.
    public mutating func place(
        _ id: HoldID, of amount: Money, at now: Date, expiresAt: Date?, isForced: Bool = false
    ) throws(LedgerRefusal) {
        guard amount.isPositive else { throw .amountNotPositive }
        try check(amount, isForced: isForced)
        guard holds[id] == nil else { throw .holdExists }
        try account.change(posted: .zero(account.currency), held: amount)
        holds[id] = Hold(
            id: id, held: amount, posted: .zero(account.currency), placedAt: now, expiresAt: expiresAt)
    }

    /// Makes a hold larger, or smaller by at most its rest. Without a rest it is voided.
    public mutating func adjust(
        _ id: HoldID, by difference: Money, isForced: Bool = false
    ) throws(LedgerRefusal) {
        var hold = try pending(id)
        if difference.isPositive { try check(difference, isForced: isForced) }
        let after = try LedgerRefusal.limiting { () throws(MoneyFailure) in try hold.held + difference }
        let released =
            after.isPositive
            ? try hold.take(.adjust, leaving: after.minorUnits) : try hold.take(.void)
        try release(released, of: hold)
    }

    /// Posts a journal. If it clears a hold that is pending, it also releases the cleared amount of the hold, or the
    /// whole hold if it is the last clearing.
    ///
    /// A hold that has ended, or is not known, changes nothing: a clearing is never refused.
    ///
    /// - Parameter requiresFunds: whether the available money, with the money that the clearing releases, must cover
    ///   the journal.
    public mutating func post(
        _ journal: Journal, clearing id: HoldID? = nil, isLast: Bool = true, requiresFunds: Bool = false
    ) throws(LedgerRefusal) {
        let change = try journal.change(ofAccountIn: account.currency)
        let taken = try LedgerRefusal.limiting { () throws(MoneyFailure) in try change.negated() }
        guard !journalIDs.contains(journal.id) else { throw .journalExists }
        var released = Money.zero(account.currency)
        var cleared = id.flatMap { holds[$0] }
        if var hold = cleared, hold.status == .pending {
            let rest = hold.held.minorUnits - max(0, min(taken.minorUnits, hold.held.minorUnits))
            released = isLast || rest == 0 ? try hold.take(.postWhole) : try hold.take(.postPart, leaving: rest)
            let before = hold.posted
            hold.posted = try LedgerRefusal.limiting { () throws(MoneyFailure) in try before + taken }
            cleared = hold
        } else {
            cleared = nil
        }
        let needed = try LedgerRefusal.limiting { () throws(MoneyFailure) in try taken - released }
        if requiresFunds, needed.isPositive { try check(needed, isForced: false) }
        let freed = try LedgerRefusal.limiting { () throws(MoneyFailure) in try released.negated() }
        try account.change(posted: change, held: freed)
        if let cleared { holds[cleared.id] = cleared }
        journalIDs.insert(journal.id)
        journals.append(journal)
    }

    /// Releases the rest of a hold.
    public mutating func void(_ id: HoldID) throws(LedgerRefusal) {
        var hold = try pending(id)
        try release(hold.take(.void), of: hold)
    }

    /// Releases a hold at the end of its life.
    public mutating func expire(_ id: HoldID, at now: Date) throws(LedgerRefusal) {
        var hold = try pending(id)
        guard let end = hold.expiresAt, end <= now else { throw .holdNotDue }
        try release(hold.take(.expire), of: hold)
    }

    /// The pending holds whose life has ended, in the order in which they expire.
    public func due(at now: Date) -> [HoldID] {
        holds.values.compactMap { hold in
            hold.status == .pending ? hold.expiresAt.map { (end: $0, id: hold.id) } : nil
        }
        .filter { $0.end <= now }
        .sorted { ($0.end, $0.id.rawValue.uuidString) < ($1.end, $1.id.rawValue.uuidString) }
        .map(\.id)
    }

    private func pending(_ id: HoldID) throws(LedgerRefusal) -> Hold {
        guard let hold = holds[id] else { throw .holdNotFound }
        guard hold.status == .pending else { throw .holdHasEnded }
        return hold
    }

    private func check(_ amount: Money, isForced: Bool) throws(LedgerRefusal) {
        let available = account.available
        let isCovered = try LedgerRefusal.limiting { () throws(MoneyFailure) in try available.covers(amount) }
        guard isForced || isCovered else { throw .insufficientFunds }
    }

    private mutating func release(_ released: Money, of hold: Hold) throws(LedgerRefusal) {
        let freed = try LedgerRefusal.limiting { () throws(MoneyFailure) in try released.negated() }
        try account.change(posted: .zero(account.currency), held: freed)
        holds[hold.id] = hold
    }
}
