import Authorizing
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// How many holds are looked up at once.
    private static let holdsAtOnce = 1000

    /// Releases the money of all holds whose life has ended, the earliest first, and ends their authorizations. Each
    /// account is a transaction of its own, which waits for payments of that account.
    ///
    /// A damaged account is left out and tried again after ten minutes, so that the others go on. ``setbacks`` has it.
    func expireHolds(at now: Date) async throws(IssuingFailure) {
        var isOver = false
        while !isOver {
            let excluded = setbacks.pausing(at: clock.realNow()).compactMap(\.account)
            let accounts = try await reading(
                HoldStatements.due(at: now, limit: Self.holdsAtOnce, except: excluded))
            isOver = true
            for due in accounts {
                if try await expireHoldsOrSkip(of: due, at: now) { isOver = false }
            }
        }
    }

    /// - Returns: whether another look at the accounts would find less.
    private func expireHoldsOrSkip(
        of due: HoldStatements.DueAccount, at now: Date
    ) async throws(IssuingFailure) -> Bool {
        do {
            let released = try await expireHolds(of: due, at: now)
            setbacks.remove(.account(due.account))
            return released > 0
        } catch {
            guard error.isOfStoredData else { throw error }
            return setbacks.add(Setback(subject: .account(due.account), failure: error), at: clock.realNow())
        }
    }

    /// - Returns: how many.
    private func expireHolds(
        of due: HoldStatements.DueAccount, at now: Date
    ) async throws(IssuingFailure) -> Int {
        try await database.transaction { tx throws(IssuingFailure) in
            let (_, expired) = try tx.run(
                AccountStatements.lock(due.account, of: due.holder),
                HoldStatements.expire(on: due.account, of: due.holder, at: now))
            guard !expired.isEmpty else { return 0 }
            let authorizations = try tx.run(
                AuthorizationStatements.expire(expired, of: due.holder, at: now))
            for ended in authorizations {
                let freed = expired.first { $0.hold == ended.id.hold }?.released.minorUnits ?? 0
                let isUnpaid = ended.state.spending == .nothing
                _ = try tx.run(
                    SpendingStatements.adjust(
                        by: Spending(amount: -freed, count: isUnpaid ? -1 : 0),
                        ofPaymentBy: ended.payment.channels, on: Window.day(of: ended.createdAt), of: ended.card,
                        holder: due.holder))
            }
            return expired.count
        }
    }
}
