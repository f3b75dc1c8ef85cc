import Authorizing
import Cards
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// How many disputes are looked up at once.
    private static let disputesAtOnce = 200

    /// Ends the disputes whose deadline has passed, the earliest first. Each is a transaction of its own. A damaged
    /// account is left out and tried again after ten minutes, so that the others go on.
    func settleDisputes(at now: Date) async throws(IssuingFailure) {
        var isOver = false
        while !isOver {
            let excluded = setbacks.pausing(at: clock.realNow()).compactMap(\.account)
            let due = try await reading(
                DisputeStatements.due(at: now, limit: Self.disputesAtOnce, except: excluded))
            isOver = true
            for dispute in due {
                if try await settleOrSkip(dispute, at: now) { isOver = false }
            }
        }
    }

    /// - Returns: whether another look at the disputes would find less.
    private func settleOrSkip(_ due: Dispute, at now: Date) async throws(IssuingFailure) -> Bool {
        do {
            return try await settle(due, at: now)
        } catch {
            // A credit that does not fit on the account is refused, as long as the account is as full.
            guard error.isOfStoredData || error.isRefusal else { throw error }
            return setbacks.add(Setback(subject: .account(due.account), failure: error), at: clock.realNow())
        }
    }

    private func settle(_ due: Dispute, at now: Date) async throws(IssuingFailure) -> Bool {
        try await database.transaction { tx throws(IssuingFailure) in
            let held = try hold(due, in: tx)
            guard let deadline = held.dispute.deadline, deadline < now else { return false }
            let (_, writes) = try step(.timeOut, of: held, by: .clock, at: now)
            try commit(writes, nil, in: tx)
            return true
        }
    }
}
