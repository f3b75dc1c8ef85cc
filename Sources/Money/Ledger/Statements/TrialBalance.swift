import Postgres

/// The balances of all accounts of the chart. In each currency, those that grow by credits equal those that grow by
/// debits.
///
/// It reads every customer's account, so it is for maintenance and tests.
public struct TrialBalance: Hashable, Sendable {
    /// An account of the chart in one currency.
    public struct Line: Hashable, Sendable {
        public let account: LedgerAccount
        public let currency: Currency
        /// In minor units, on the side on which the account grows. Below 0, it is on the other side.
        public let balance: Int128
    }

    /// In the order of their names and currencies. The debt to customers is one line.
    public let lines: [Line]

    /// The sums of all accounts of one currency, in minor units.
    public struct Total: Hashable, Sendable {
        public let currency: Currency
        /// The balances of the accounts that are on the debit side.
        public var debit: Int128
        /// The balances of the accounts that are on the credit side.
        public var credit: Int128

        public var isBalanced: Bool { debit == credit }
    }

    /// One for each currency that has a line, in the order of their codes.
    public var totals: [Total] {
        var totals: [Currency: Total] = [:]
        for line in lines {
            let credit = line.account.isDebitNormal ? -line.balance : line.balance
            var total = totals[line.currency] ?? Total(currency: line.currency, debit: 0, credit: 0)
            if credit < 0 { total.debit -= credit } else { total.credit += credit }
            totals[line.currency] = total
        }
        return totals.values.sorted { $0.currency.code < $1.currency.code }
    }

    /// Whether debits equal credits in each currency.
    public var isBalanced: Bool { totals.allSatisfy(\.isBalanced) }

    /// Reads all balances in one snapshot of the data. The customers' line is the sum of their accounts, and not what
    /// the other lines imply.
    public static func read(from database: Database) async throws(PostgresFailure) -> TrialBalance {
        try await database.maintain { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
            try tx.run(
                script: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", named: "ledger_trial_begin")
            var balances = try tx.run(CheckStatements.owedToCustomers())
            for shard in HouseStatements.shards {
                balances += try tx.run(HouseStatements.houseBalances(inShard: shard))
            }
            let lines = HouseStatements.sum(balances).map { balance in
                let credit = balance.credit.minorUnits
                return Line(
                    account: balance.account, currency: balance.currency,
                    balance: balance.account.isDebitNormal ? -credit : credit)
            }
            return TrialBalance(lines: lines)
        }
    }
}

extension LedgerAccount {
    /// The account's line in the chart.
    public var kind: Kind? { Self.chart.first { name == $0.name || name.hasPrefix($0.name + ":") } }

    fileprivate var isDebitNormal: Bool { kind?.normalSide == .debit }
}
