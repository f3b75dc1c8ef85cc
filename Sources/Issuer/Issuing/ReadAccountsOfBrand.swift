import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

/// A business's reads of its customers' money. Data of another brand's customer is not found, as if it did not exist.
extension Issuing {
    /// A customer's accounts, in the order of their currencies.
    public func accounts(of customer: NamedCustomer) async throws(IssuingFailure) -> [Account] {
        try await reading(AccountStatements.accounts(of: AccountHolder(customer.unproven)), of: customer)
    }

    public func account(_ id: AccountID, in brand: String) async throws(IssuingFailure) -> Account {
        let found = try await reading(AccountStatements.account(numbered: id))
        guard let account = found.first, try await isCustomer(account.holder, of: brand) else {
            throw .refused(.account(.notFound))
        }
        return account
    }

    public func transaction(
        _ id: TransactionID, in brand: String
    ) async throws(IssuingFailure) -> AccountTransaction {
        let found = try await reading(TransactionStatements.transaction(numbered: id))
        guard let transaction = found.first, try await isCustomer(transaction.holder, of: brand) else {
            throw .refused(.account(.transactionNotFound))
        }
        return transaction
    }

    public func authorization(
        _ id: AuthorizationID, in brand: String
    ) async throws(IssuingFailure) -> Authorization {
        let found = try await reading(AuthorizationStatements.authorization(id))
        guard let authorization = found.first, try await isCustomer(authorization.holder, of: brand) else {
            throw .refused(.account(.authorizationNotFound))
        }
        return authorization
    }

    /// An account's transactions, newest first.
    public func transactions(
        onAccount id: AccountID, in brand: String, matching filter: TransactionFilter, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<AccountTransaction> {
        let account = try await account(id, in: brand)
        var filter = filter
        filter.account = id
        return Page(
            try await listing(
                TransactionStatements.page(of: account.holder, matching: filter, limit: limit, offset: offset)))
    }

    /// The transactions of the deposit or the transfer with the filter's number of the brand, newest first. A transfer
    /// has one for each of its two customers.
    public func transactionsOfMovement(
        in brand: String, matching filter: TransactionFilter, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<AccountTransaction> {
        guard let number = filter.merchantRefNum else { return Page([], total: 0) }
        let movement = try await reading(MovementStatements.find(number, in: MovementNumbers(of: brand))).first
        // The brand's customers may have used the same number for movements of their own.
        guard let movement, let slip = movement.slip, filter.slip ?? slip == slip else { return Page([], total: 0) }
        var filter = filter
        filter.slip = slip
        var transactions: [AccountTransaction] = []
        for holder in [movement.holder, movement.recipient].compactMap(\.self) {
            let page = try await listing(
                TransactionStatements.page(of: holder, matching: filter, limit: limit, offset: 0))
            transactions += page.compactMap(\.record)
        }
        transactions.sort { $0.id.rawValue > $1.id.rawValue }
        return Page(Array(transactions.dropFirst(offset).prefix(limit)), total: transactions.count)
    }

    /// The authorizations on an account, newest first.
    public func authorizations(
        onAccount id: AccountID, in brand: String, matching filter: AuthorizationFilter, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<Authorization> {
        let account = try await account(id, in: brand)
        var filter = filter
        filter.account = id
        return Page(
            try await listing(
                AuthorizationStatements.page(of: account.holder, matching: filter, limit: limit, offset: offset)))
    }

    private func isCustomer(_ holder: AccountHolder, of brand: String) async throws(IssuingFailure) -> Bool {
        guard let customer = CustomerID(holder) else { return false }
        return try await !reading(NamedCustomer(customer, in: brand).lookup).isEmpty
    }
}
