/// An amount that moves from one account of the chart to another one.
///
/// It is a debit and a credit of the same amount in the same currency, so it cannot be unbalanced. It is stored as one
/// row for the same reason.
public struct Posting: Hashable, Sendable {
    /// The account that is debited.
    public let from: LedgerAccount
    /// The account that is credited.
    public let to: LedgerAccount
    public let amount: Money

    /// - Throws: if the amount is not above 0, or both accounts are the same.
    public init(from: LedgerAccount, to: LedgerAccount, amount: Money) throws(LedgerRefusal) {
        guard amount.isPositive else { throw .amountNotPositive }
        guard from != to else { throw .postingLeadsNowhere }
        (self.from, self.to, self.amount) = (from, to, amount)
    }

    /// Its debit and its credit.
    public var entries: [Entry] {
        [
            Entry(account: from, side: .debit, amount: amount), Entry(account: to, side: .credit, amount: amount),
        ]
    }
}

/// One side of a posting.
public struct Entry: Hashable, Sendable {
    public let account: LedgerAccount
    public let side: LedgerAccount.Side
    public let amount: Money
}

/// Postings that are written together, or not at all. A journal is never changed; a correction is another journal.
///
/// It is made of postings, each of which is balanced. So it is balanced in every currency.
public struct Journal: Hashable, Sendable {
    public let id: JournalID
    public let postings: [Posting]

    /// - Throws: if there are no postings.
    public init(id: JournalID, _ postings: [Posting]) throws(LedgerRefusal) {
        guard !postings.isEmpty else { throw .journalIsEmpty }
        (self.id, self.postings) = (id, postings)
    }

    public var entries: [Entry] { postings.flatMap(\.entries) }

    /// Whether the journal moves money of a customer.
    public var isOfCustomer: Bool { entries.contains { $0.account == .customer } }

    /// The change of the customer's account in a currency: above 0 if the journal adds money, below 0 if it takes some.
    ///
    /// - Throws: if it moves customer money of another currency, or if the sum does not fit.
    public func change(ofAccountIn currency: Currency) throws(LedgerRefusal) -> Money {
        var sum = Money.zero(currency)
        for entry in entries where entry.account == .customer {
            guard entry.amount.currency == currency else { throw .otherCurrency }
            sum = try LedgerRefusal.limiting { () throws(MoneyFailure) in
                try entry.side == .credit ? sum + entry.amount : sum - entry.amount
            }
        }
        return sum
    }
}
