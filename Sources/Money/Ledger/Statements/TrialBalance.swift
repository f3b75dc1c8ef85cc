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

    /// In the order of their names and currencies. What customers are owed is one line.
    public let lines: [Line]

    /// Whether debits equal credits in each currency.
    public var isBalanced: Bool {
        var sums: [Currency: Int128] = [:]
        for line in lines {
            sums[line.currency, default: 0] += line.account.isDebitNormal ? -line.balance : line.balance
        }
        return sums.values.allSatisfy { $0 == 0 }
    }

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
