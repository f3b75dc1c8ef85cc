import Authorizing
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// How many holds are looked up at once.
    private static let holdsAtOnce = 1000

    /// Releases the money of holds whose life has ended, the earliest first, and ends their authorizations. Each
    /// account is a transaction of its own, which waits for payments of that account.
    ///
    /// - Returns: how many.
    func expireHolds(at now: Date) async throws(IssuingFailure) -> Int {
        var released = 0
        for due in try await reading(HoldStatements.due(at: now, limit: Self.holdsAtOnce)) {
            released += try await database.transaction { tx throws(IssuingFailure) in
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
        return released
    }
}
