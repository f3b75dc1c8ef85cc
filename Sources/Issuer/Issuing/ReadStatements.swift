import Cards
import Ledger

extension Issuing {
    /// One page of the statement of an account. Only the first page has the totals.
    public func statement(
        of account: AskedAccount, over period: StatementPeriod, after last: EntryReference?, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount {
        let holder = try await holder(of: account)
        return try await statement(of: account.id, of: holder, over: period, after: last, limit: limit)
    }

    /// The whole statement of an account; nil if it has more entries than the limit.
    ///
    /// Reads page after page. What is posted meanwhile, in a period that is not over, comes after the entries that the
    /// first page counts. A statement that does not add up is never handed out.
    public func wholeStatement(
        of account: AskedAccount, over period: StatementPeriod, limit: Int
    ) async throws(IssuingFailure) -> StatementOfAccount? {
        let id = account.id
        let holder = try await holder(of: account)
        var statement = try await statement(of: id, of: holder, over: period, after: nil, limit: Self.pageSize)
        let count = statement.totals?.count ?? 0
        guard count <= limit else { return nil }
        while statement.entries.count < count, let last = statement.entries.last {
            let page = try await self.statement(
                of: id, of: holder, over: period, after: last.reference, limit: Self.pageSize)
            guard !page.entries.isEmpty else { break }
            statement = statement.adding(page.entries.prefix(count - statement.entries.count))
        }
        guard statement.addsUp else { throw .damaged("the statement of account \(id) does not add up") }
        return statement
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

    private static let pageSize = 500
}
