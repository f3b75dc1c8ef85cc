import Cards
import Foundation
import Issuing
import Ledger
import Postgres

/// A posting that changed an account's balance.
public struct BookedPosting: Sendable {
    public let journal: JournalID
    /// Counted from 1 in its journal.
    public let number: Int
    let debit: String
    let credit: String
    public let currency: String
    /// In minor units.
    public let amount: Int64
    /// Of the account, after the journal.
    public let balance: Int64
    public let at: Date
    /// Nil for a journal that the customer reads nothing about.
    public let transaction: Int64?
    public let transactionType: String?

    /// Whether the posting adds to the customer's money.
    public var isCredit: Bool { credit == "customer" }
    /// The other account, such as `scheme:VISA`.
    public var otherAccount: String { isCredit ? debit : credit }
}

/// Money of an account that is kept for a purchase.
public struct PendingHold: Sendable {
    public let id: HoldID
    /// The amount that is still held, in minor units.
    public let held: Int64
    /// The amount that clearings have taken.
    public let posted: Int64
    public let placedAt: Date
    /// Nil if never.
    public let expiresAt: Date?
    public let currency: String
}

extension Sandbox {
    /// The thousand newest postings of an account, page by page.
    public func postings(
        of account: AccountID, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (postings: [BookedPosting], total: Int) {
        let rows = try await reading(
            AccountBookStatements.postings(.id(account), .bigint(Int64(limit)), .bigint(Int64(offset))))
        try await requireAccount(account, found: rows.first?.total ?? 0)
        return (rows.compactMap(\.posting), rows.first?.total ?? 0)
    }

    /// The pending holds of an account, page by page.
    public func holds(
        of account: AccountID, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (holds: [PendingHold], total: Int) {
        let rows = try await reading(
            AccountBookStatements.holds(.id(account), .bigint(Int64(limit)), .bigint(Int64(offset))))
        try await requireAccount(account, found: rows.first?.total ?? 0)
        return (rows.compactMap(\.hold), rows.first?.total ?? 0)
    }

    /// An account without rows may be one that does not exist.
    private func requireAccount(_ account: AccountID, found: Int) async throws(IssuingFailure) {
        guard found == 0 else { return }
        guard try await reading(AccountBookStatements.isKnown(.id(account))).first == true else {
            throw .refused(.account(.notFound))
        }
    }
}
