import Cards
import Ledger
import TestSupport
import Testing

/// The books of disputes, without a database.
@Suite("Disputed money")
struct DisputedMoneyTests {
    /// The accounts of the chart that a dispute moves, in credits less debits.
    private struct Books {
        var balances: [LedgerAccount: Int64] = [:]

        mutating func post(_ movement: DisputedMoney.Movement) {
            var change: Int64 = 0
            for posting in movement.postings {
                balances[posting.from, default: 0] -= posting.amount.minorUnits
                balances[posting.to, default: 0] += posting.amount.minorUnits
                if posting.to == .customer { change += posting.amount.minorUnits }
                if posting.from == .customer { change -= posting.amount.minorUnits }
            }
            #expect(change == movement.change)
        }

        func balance(_ account: LedgerAccount) -> Int64 { balances[account] ?? 0 }
    }

    private static let allTerms = [false, true].flatMap { credit in
        [false, true].map { DisputeTerms(givesProvisionalCredit: credit, bearsLosses: $0) }
    }

    @Test("Random walks leave nothing in dispute at their end, and pay the customer at most once", arguments: allTerms)
    func walks(_ terms: DisputeTerms) throws {
        var dice = SeededNumbers(seed: 40)
        var ends: Set<DisputeStatus> = []
        var reductions = 0
        for walk in 1...400 {
            let claim = Int64(dice.below(1000) + 1)
            var (money, books) = (DisputedMoney(disputed: claim), Books())
            var (status, refunded) = (DisputeStatus.open, Int64(0))
            books.post(try money.reach(.open, under: terms, by: .visa, in: .euro))
            while !status.isFinal {
                if dice.below(4) == 0 {
                    let refund = Int64(dice.below(400) + 1)
                    refunded += refund
                    reductions += 1
                    books.post(try money.reduce(by: refund, by: .visa, in: .euro))
                    // The refund's own money.
                    books.balances[.customer, default: 0] += refund
                    books.balances[.scheme(.visa), default: 0] -= refund
                    if money.disputed == 0 { status = .withdrawn }
                } else {
                    let steps = DisputeMatrix.rows.filter { $0.from.contains(status) && $0.step != .refund }
                    status = dice.one(of: steps).to
                    books.post(try money.reach(status, under: terms, by: .visa, in: .euro))
                }
                #expect(books.balance(.dispute) == -money.balance, "Walk \(walk)")
            }
            ends.insert(status)
            let kept = books.balance(.customer)
            #expect(books.balance(.dispute) == 0 && money.balance == 0, "Walk \(walk) to \(status.rawValue)")
            #expect(kept >= refunded && kept <= max(claim, refunded), "Walk \(walk) to \(status.rawValue)")
            #expect(books.balances.values.reduce(0, +) == 0)
            switch status {
            case .won: #expect(kept == max(claim, refunded) && books.balance(.writeoff) == 0)
            case .withdrawn: #expect(kept == refunded && books.balance(.writeoff) == 0)
            case .lost where terms.bearsLosses && terms.givesProvisionalCredit:
                #expect(kept == refunded - books.balance(.writeoff) && books.balance(.scheme(.visa)) == -refunded)
            default: #expect(kept == refunded && books.balance(.scheme(.visa)) == -refunded)
            }
        }
        #expect(ends == [.won, .lost, .withdrawn] && reductions > 100)
    }

    @Test("A stored state that no history leads to is none")
    func stored() {
        #expect(DisputedMoney(disputed: 100, credited: 100, collected: 0, writtenOff: 100)?.balance == 0)
        #expect(DisputedMoney(disputed: 100, credited: 60, collected: 0, writtenOff: 0) == nil)
        #expect(DisputedMoney(disputed: -1, credited: 0, collected: 0, writtenOff: 0) == nil)
    }
}
