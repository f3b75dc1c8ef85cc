import Cards
import CardSecrets
import Identifiers
import Issuing
import Ledger
import Postgres
import Validation

extension Sandbox {
    /// The amounts that can be loaded, in minor units: those of a deposit.
    public static let loads = Movement.amounts

    /// Puts money on a customer's account, as a bank transfer from outside would. The account is opened if the customer
    /// has none in this currency.
    ///
    /// - Parameter amount: within ``loads``.
    public func load(_ amount: Money, for customer: CustomerID) async throws(IssuingFailure) -> AccountTransaction {
        let holder = AccountHolder(customer)
        let posting = try Self.ledger { () throws(LedgerRefusal) in
            try Posting(from: .safeguarding, to: .customer, amount: amount)
        }
        let journal = try Self.ledger { () throws(LedgerRefusal) in
            try Journal(id: JournalID(rawValue: entropy.uuid()), [posting])
        }
        do throws(IssuingFailure) {
            return try await database.transaction { tx throws(IssuingFailure) in
                let now = clock.now()
                let owner = [(holder: holder, currency: amount.currency)]
                guard try !tx.run(CustomerStatements.find(.id(customer))).isEmpty else {
                    throw .refused(.customer(.notFound))
                }
                let (_, accounts, tickets) = try tx.run(
                    AccountStatements.openMissing(owner, at: now),
                    AccountStatements.lock(of: holder, in: amount.currency),
                    issuing.ticketForNewTransaction(of: holder))
                let account = try IssuingFailure.requiring(accounts.first, "the account just opened")
                let numbers = tickets.first?.numbers()
                let loaded = try Self.ledger { () throws(LedgerRefusal) in
                    try numbers.flatMap { numbers throws(LedgerRefusal) in
                        try AccountTransaction(
                            completing: journal, on: account, as: .deposit, numbers: numbers, at: now)
                    }
                }
                let (_, transactions, _) = try tx.commit(
                    JournalStatements.post(journal, on: account.id, of: holder, at: now),
                    TransactionStatements.complete(journal.id, of: holder, as: .deposit, numbers: numbers),
                    issuing.telling(new: loaded, tickets.first))
                return try IssuingFailure.requiring(transactions.first, "the transaction of a load")
            }
        } catch {
            // A clearing is never refused for this reason, so it is a refusal only here.
            guard error.postgresFailure?.constraint == "balance_is_limited" else { throw error }
            throw .refused(.account(.balanceTooLarge))
        }
    }

    /// The balances of all accounts of the ledger.
    public func trialBalance() async throws(IssuingFailure) -> TrialBalance {
        try await translating(IssuingFailure.init) { () async throws(PostgresFailure) in
            try await TrialBalance.read(from: database)
        }
    }

    private static func ledger<Value>(_ body: () throws(LedgerRefusal) -> Value) throws(IssuingFailure) -> Value {
        try translating({ IssuingFailure.damaged("a load is no journal: \($0)") }, body)
    }
}
