import Authorizing
import Cards
import Foundation
import Ledger
import Postgres

extension Issuing {
    /// How many disputes are looked up at once.
    private static let disputesAtOnce = 200

    /// Ends the disputes whose deadline has passed, the earliest first. Each is a transaction of its own.
    func settleDisputes(at now: Date) async throws(IssuingFailure) {
        try await settleInPages({ (paused) async throws(IssuingFailure) -> [Dispute] in
            try await reading(
                DisputeStatements.due(at: now, limit: Self.disputesAtOnce, except: paused.compactMap(\.account)))
        }, about: { .account($0.account) }, pausingAfter: {
            // A credit that does not fit on the account is refused, as long as the account is as full.
            $0.isOfStoredData || $0.isRefusal
        }, { (due) async throws(IssuingFailure) in try await settle(due, at: now) })
    }

    private func settle(_ due: Dispute, at now: Date) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            let held = try hold(due, in: tx)
            guard let deadline = held.dispute.deadline, deadline < now else { return }
            let (_, writes) = try step(.timeOut, of: held, by: .clock, at: now)
            try commit(writes, nil, in: tx)
        }
    }
}
