import Ledger

/// Where the money of a dispute is: pure bookkeeping.
///
/// The account `dispute` owes or has what the customer got and the scheme has not given, or the other way round. So its
/// part of one dispute is `credited - collected - writtenOff`, which is 0 at the end.
public struct DisputedMoney: Hashable, Sendable {
    /// What is still disputed; refunds have made it smaller. All amounts are in minor units of the account's currency,
    /// 0 or above.
    public private(set) var disputed: Int64
    /// What the customer has got: all that is disputed, or nothing.
    public private(set) var credited: Int64
    /// What the scheme has given.
    public private(set) var collected: Int64
    /// What the issuer has lost.
    public private(set) var writtenOff: Int64

    /// The money of a dispute that was not opened yet.
    ///
    /// - Parameter disputed: above 0.
    public init(disputed: Int64) {
        (self.disputed, credited, collected, writtenOff) = (disputed, 0, 0, 0)
    }

    /// As it is stored.
    ///
    /// - Returns: nil if no history leads there.
    public init?(disputed: Int64, credited: Int64, collected: Int64, writtenOff: Int64) {
        guard disputed >= 0, [credited, collected, writtenOff].allSatisfy({ $0 == 0 || $0 == disputed }) else {
            return nil
        }
        (self.disputed, self.credited) = (disputed, credited)
        (self.collected, self.writtenOff) = (collected, writtenOff)
    }

    /// What this dispute adds to the debit side of the account `dispute`.
    public var balance: Int64 { credited - collected - writtenOff }

    /// The postings of a step.
    public struct Movement: Hashable, Sendable {
        public let postings: [Posting]
        /// The change of the customer's balance: above 0 for a credit.
        public let change: Int64
    }

    /// Moves the money to where it belongs in a status. A step that moves nothing has no postings.
    public mutating func reach(
        _ status: DisputeStatus, under terms: DisputeTerms, by scheme: LedgerAccount.Scheme, in currency: Currency
    ) throws(LedgerRefusal) -> Movement {
        var next = self
        next.collected = status.collects ? disputed : 0
        switch status {
        case .open: next.credited = terms.givesProvisionalCredit ? disputed : 0
        case .chargeback, .represented, .preArbitration, .arbitration: break
        case .won: next.credited = disputed
        case .withdrawn: next.credited = 0
        case .lost where terms.bearsLosses: next.writtenOff = credited
        case .lost: next.credited = 0
        }
        return try move(to: next, by: scheme, in: currency)
    }

    /// Makes the dispute smaller, because the merchant gives money back: the customer returns that part of a credit,
    /// and the scheme gets its part back. So a refund pays once.
    ///
    /// - Parameter refund: what the customer gets, above 0; more than is disputed only ends the dispute.
    public mutating func reduce(
        by refund: Int64, by scheme: LedgerAccount.Scheme, in currency: Currency
    ) throws(LedgerRefusal) -> Movement {
        let part = min(disputed, refund)
        var next = self
        next.disputed -= part
        if credited > 0 { next.credited -= part }
        if collected > 0 { next.collected -= part }
        return try move(to: next, by: scheme, in: currency)
    }

    private mutating func move(
        to next: DisputedMoney, by scheme: LedgerAccount.Scheme, in currency: Currency
    ) throws(LedgerRefusal) -> Movement {
        var postings: [Posting] = []
        func move(_ amount: Int64, from payer: LedgerAccount, to payee: LedgerAccount) throws(LedgerRefusal) {
            guard amount != 0 else { return }
            let money = Money(minorUnits: abs(amount), currency: currency)
            postings.append(
                try amount > 0
                    ? Posting(from: payer, to: payee, amount: money) : Posting(from: payee, to: payer, amount: money))
        }
        try move(next.collected - collected, from: .scheme(scheme), to: .dispute)
        try move(next.writtenOff - writtenOff, from: .writeoff, to: .dispute)
        try move(next.credited - credited, from: .dispute, to: .customer)
        let change = next.credited - credited
        self = next
        return Movement(postings: postings, change: change)
    }
}
