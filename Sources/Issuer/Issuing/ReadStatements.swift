import Cards
import Ledger

extension Issuing {
    /// One page of the statement of a customer's account. Only the first page has the totals. Another customer's
    /// account is not found, as if it did not exist.
    public func statement(
        of account: AccountID, of customer: CustomerID, over period: StatementPeriod, after last: EntryReference?,
        limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount {
        try await statement(of: account, of: AccountHolder(customer), over: period, after: last, limit: limit)
    }

    /// One page of the statement of an account in a brand. Another brand's is not found, as if it did not exist.
    public func statement(
        of account: AccountID, in brand: String, over period: StatementPeriod, after last: EntryReference?, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount {
        let holder = try await self.account(account, in: brand).holder
        return try await statement(of: account, of: holder, over: period, after: last, limit: limit)
    }

    /// The whole statement of a customer's account; nil if it has more entries than the limit.
    public func wholeStatement(
        of account: AccountID, of customer: CustomerID, over period: StatementPeriod, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount? {
        try await wholeStatement(of: account, of: AccountHolder(customer), over: period, limit: limit)
    }

    /// The whole statement of an account in a brand; nil if it has more entries than the limit.
    public func wholeStatement(
        of account: AccountID, in brand: String, over period: StatementPeriod, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount? {
        let holder = try await self.account(account, in: brand).holder
        return try await wholeStatement(of: account, of: holder, over: period, limit: limit)
    }

    private func statement(
        of account: AccountID, of holder: AccountHolder, over period: StatementPeriod, after last: EntryReference?,
        limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount {
        let isFirst = last == nil
        let rows = try await reading(
            PeriodStatements.page(
                of: account, of: holder, over: period, after: last, withTotals: isFirst, limit: limit))
        guard let page = StatementOfAccount(rows, over: period, withTotals: isFirst, limit: limit) else {
            throw .refused(.account(.notFound))
        }
        return page
    }

    /// Reads page after page. What is posted meanwhile, in a period that is not over, comes after the entries that the
    /// first page counts. A statement that does not add up is never handed out.
    private func wholeStatement(
        of account: AccountID, of holder: AccountHolder, over period: StatementPeriod, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount? {
        var statement = try await statement(of: account, of: holder, over: period, after: nil, limit: Self.pageSize)
        let count = statement.totals?.count ?? 0
        guard count <= limit else { return nil }
        while statement.entries.count < count, let last = statement.entries.last {
            let page = try await self.statement(
                of: account, of: holder, over: period, after: last.reference, limit: Self.pageSize)
            guard !page.entries.isEmpty else { break }
            statement = statement.adding(page.entries.prefix(count - statement.entries.count))
        }
        guard statement.addsUp else { throw .damaged("the statement of account \(account) does not add up") }
        return statement
    }

    private static let pageSize = 500
}
