import Cards
import Ledger
import Postgres

extension Issuing {
    /// The customer, with the accounts if they are asked for.
    public func profile(
        of customer: CustomerID, withAccounts: Bool
    ) async throws(IssuingFailure) -> (customer: Customer, accounts: [Account]) {
        let (people, accounts) = try await database.transaction { tx throws(IssuingFailure) in
            try tx.commit(
                CustomerStatements.find(.id(customer)),
                withAccounts ? AccountStatements.accounts(of: AccountHolder(customer)) : nil)
        }
        guard let person = people.first else { throw .refused(.customer(.notFound)) }
        return (person, accounts)
    }

    /// One account. Another customer's account is not found, as if it did not exist.
    public func account(_ id: AccountID, of customer: CustomerID) async throws(IssuingFailure) -> Account {
        let accounts = try await reading(AccountStatements.accounts(of: AccountHolder(customer)))
        guard let account = accounts.first(where: { $0.id == id }) else { throw .refused(.account(.notFound)) }
        return account
    }

    /// A customer's transactions, newest first.
    public func transactions(
        of customer: CustomerID, matching filter: TransactionFilter, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<AccountTransaction> {
        Page(
            try await listing(
                TransactionStatements.page(
                    of: AccountHolder(customer), matching: filter, limit: limit, offset: offset)))
    }

    /// One transaction. Another customer's is not found, as if it did not exist.
    public func transaction(
        _ id: TransactionID, of customer: CustomerID
    ) async throws(IssuingFailure) -> AccountTransaction {
        let found = try await reading(TransactionStatements.find(id, of: AccountHolder(customer)))
        guard let transaction = found.first else { throw .refused(.account(.transactionNotFound)) }
        return transaction
    }
}
