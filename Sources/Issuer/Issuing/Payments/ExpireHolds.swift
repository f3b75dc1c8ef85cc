import Authorizing
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// How many holds are looked up at once.
    private static let holdsAtOnce = 1000

    /// Releases the money of all holds whose life has ended, the earliest first, and ends their authorizations. Each
    /// account is a transaction of its own, which waits for payments of that account.
    func expireHolds(at now: Date) async throws(IssuingFailure) {
        try await settleInPages({ (paused) async throws(IssuingFailure) -> [HoldStatements.DueAccount] in
            try await reading(
                HoldStatements.due(at: now, limit: Self.holdsAtOnce, except: paused.compactMap(\.account)))
        }, about: { .account($0.account) }, { (due) async throws(IssuingFailure) in
            try await expireHolds(of: due, at: now)
        })
    }

    private func expireHolds(
        of due: HoldStatements.DueAccount, at now: Date
    ) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            let (_, expired) = try tx.run(
                AccountStatements.lock(due.account, of: due.holder),
                HoldStatements.expire(on: due.account, of: due.holder, at: now))
            guard !expired.isEmpty else { return }
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
        }
    }
}
