import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Statements of account")
struct StatementOfAccountTests {
    /// A change of the balance as the test has seen it, in the order of the ledger.
    private struct Change {
        let at: Date
        let amount: Int64
    }

    private static let day: TimeInterval = 86_400

    @Test("Periods one after the other have all entries of a random history, and each leads to the next", arguments: [
        (1, "EUR"), (2, "JPY"), (3, "KWD"), (4, "CLF"),
    ] as [(UInt64, String)])
    func history(seed: UInt64, code: String) async throws {
        let fixture = try await LedgerFixture.make()
        var dice = SeededNumbers(seed: seed)
        var course = try await fixture.emptyCourse(in: try #require(Currency(code)))
        let changes = try await Self.live(on: fixture, &course, &dice)
        let posted = changes.reduce(0) { $0 + $1.amount }
        #expect(changes.count > 50 && zip(changes, changes.dropFirst()).contains { $0.at > $1.at }, "Seed \(seed)")
        var edges = (0..<12).map { _ in dice.one(of: changes).at + Double(dice.below(3) - 1) }
        edges += [LedgerFixture.now - 5 * Self.day, course.now + 5 * Self.day]
        edges = Set(edges).sorted()
        var balance: Int64 = 0
        for (start, end) in zip(edges, edges.dropFirst()) {
            let period = try #require(StatementPeriod(from: start, to: end))
            let statement = try await fixture.statement(of: course, over: period, inPagesOf: dice.below(9) + 1)
            #expect(statement.opening.minorUnits == balance, "Seed \(seed), \(period)")
            #expect(statement.addsUp && !statement.hasMore, "Seed \(seed), \(period)")
            let first = changes.firstIndex { $0.at >= start } ?? changes.endIndex
            let last = max(first, changes.firstIndex { $0.at >= end } ?? changes.endIndex)
            #expect(statement.entries.map(\.change) == changes[first..<last].map(\.amount), "Seed \(seed), \(period)")
            #expect(statement.entries.map(\.postedAt) == changes[first..<last].map(\.at), "Seed \(seed), \(period)")
            balance = statement.closing.minorUnits
        }
        #expect(balance == posted, "Seed \(seed)")
        #expect(try await fixture.account(of: course)?.posted.minorUnits == posted)
        #expect(try await fixture.findings() == [])
    }

    /// Plays random steps. Times may go back by up to three hours, as if servers waited for the account.
    private static func live(
        on fixture: LedgerFixture, _ course: inout Course, _ dice: inout SeededNumbers
    ) async throws -> [Change] {
        var (changes, holds, balance, clock) = ([Change](), 0, Int64(0), course.now)
        for _ in 1...300 {
            let step = Step.drawn(by: &dice, holds: holds)
            if case .hold(holds, _, _, _) = step { holds += 1 }
            course.now = clock - Double(dice.below(10_800))
            do {
                try await fixture.play(step, &course)
            } catch LedgerFailure.refused {
                continue
            }
            if case .pass(let days) = step { clock += Double(days) * day }
            let posted = try #require(try await fixture.account(of: course)).posted.minorUnits
            if posted != balance { changes.append(Change(at: course.now, amount: posted - balance)) }
            balance = posted
        }
        return changes
    }

    @Test("An entry has its fees and what the customer's transaction says; holds and foreign amounts are no entries")
    func entry() async throws {
        let fixture = try await LedgerFixture.make()
        var course = try await fixture.course(loaded: 5_000)
        try await fixture.play(.hold(0, 948), &course)
        try await fixture.play(.hold(1, 100), &course)
        let dollars = Money(minorUnits: 1_000, currency: try #require(Currency("USD")))
        let journal = try Journal(
            id: JournalID(rawValue: uuid(70, of: 2)),
            [
                Posting(from: .customer, to: .fx, amount: course.money(920)),
                Posting(from: .fx, to: .scheme(.visa), amount: dollars),
                Posting(from: .customer, to: .income(.fx), amount: course.money(28)),
                Posting(from: .customer, to: .income(.atm), amount: course.money(5)),
            ])
        let post = JournalStatements.post(
            journal, on: course.account, of: course.holder, clearing: .whole(course.hold(0)), at: course.now)
        _ = try await fixture.play(post, of: course)
        let card = PayingInstrumentID(rawValue: uuid(1, of: 8))
        let transaction = try #require(
            try await fixture.database.write(
                TransactionStatements.complete(journal.id, of: course.holder, as: .payment, instrument: card)).first)
        let period = try #require(StatementPeriod(from: course.now, to: course.now + 1))
        let statement = try await fixture.statement(of: course, over: period, inPagesOf: 10)
        #expect(statement.account == (try await fixture.account(of: course)))
        #expect(statement.entries.map(\.change) == [5_000, -953] && statement.addsUp)
        #expect(statement.entries.map(\.line?.transaction) == [nil, transaction.id])
        #expect(statement.entries.last?.line?.kind == .payment && statement.entries.last?.line?.instrument == card)
        #expect(statement.entries.last?.fees == transaction.fees && transaction.fees.map(\.reason) == [.fx, .atm])
        #expect(statement.entries.last?.balance == transaction.balance)
        #expect(statement.totals == .init(
            creditCount: 1, debitCount: 1, credits: course.money(5_000), debits: course.money(953),
            fees: [Fee(reason: .atm, amount: course.money(5)), Fee(reason: .fx, amount: course.money(28))]))
    }

    @Test("A journal that gives back what it takes is no entry")
    func noChange() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: 100)
        let journal = try Journal(
            id: JournalID(rawValue: uuid(71, of: 2)),
            [
                Posting(from: .customer, to: .dispute, amount: course.money(30)),
                Posting(from: .dispute, to: .customer, amount: course.money(30)),
            ])
        _ = try await fixture.play(
            JournalStatements.post(journal, on: course.account, of: course.holder, at: course.now), of: course)
        let period = try #require(StatementPeriod(from: course.now, to: course.now + 1))
        let statement = try await fixture.statement(of: course, over: period, inPagesOf: 1)
        #expect(statement.entries.map(\.change) == [100] && statement.addsUp)
    }

    @Test("Another customer's account has no statement, and an empty period has the same balance twice")
    func strangers() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: 100)
        let later = try #require(StatementPeriod(from: course.now + 1, to: course.now + 2))
        let statement = try await fixture.statement(of: course, over: later, inPagesOf: 1)
        #expect(statement.opening == course.money(100) && statement.closing == course.money(100))
        #expect(statement.entries == [] && statement.totals?.count == 0 && statement.addsUp)
        let foreign = PeriodStatements.page(
            of: course.account, of: AccountHolder(8), over: later, after: nil, withTotals: true, limit: 1)
        #expect(try await fixture.database.read(foreign).isEmpty)
    }

    @Test("A period is at least a moment and at most a leap year")
    func periods() {
        let now = LedgerFixture.now
        #expect(StatementPeriod(from: now, to: now) == nil && StatementPeriod(from: now + 1, to: now) == nil)
        #expect(StatementPeriod(from: now, to: now + 0.001) != nil)
        #expect(StatementPeriod(from: now, to: now + StatementPeriod.limitSeconds) != nil)
        #expect(StatementPeriod(from: now, to: now + StatementPeriod.limitSeconds + 1) == nil)
    }

    @Test("A statement does not add up if a balance, a total, a fee or an entry is wrong")
    func addingUp() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: 100)
        let period = try #require(StatementPeriod(from: course.now, to: course.now + 1))
        let right = try await fixture.statement(of: course, over: period, inPagesOf: 1)
        let entry = try #require(right.entries.first)
        let totals = try #require(right.totals)
        func addsUp(
            opening: Int64 = 0, closing: Int64 = 100, _ totals: StatementOfAccount.Totals?,
            _ entries: [StatementOfAccount.Entry]
        ) -> Bool {
            StatementOfAccount(
                account: right.account, period: period, opening: course.money(opening), closing: course.money(closing),
                totals: totals, entries: entries
            ).addsUp
        }
        #expect(addsUp(totals, [entry]))
        #expect(!addsUp(opening: 1, totals, [entry]) && !addsUp(closing: 101, totals, [entry]))
        #expect(!addsUp(totals, []) && !addsUp(totals, [entry, entry]) && !addsUp(nil, [entry]))
        let fee = Fee(reason: .atm, amount: course.money(1))
        for wrong in [
            StatementOfAccount.Totals(
                creditCount: 2, debitCount: 0, credits: totals.credits, debits: totals.debits, fees: []),
            .init(creditCount: 1, debitCount: 0, credits: course.money(99), debits: totals.debits, fees: []),
            .init(creditCount: 1, debitCount: 0, credits: totals.credits, debits: course.money(1), fees: []),
            .init(creditCount: 1, debitCount: 0, credits: totals.credits, debits: totals.debits, fees: [fee]),
        ] {
            #expect(!addsUp(wrong, [entry]))
        }
    }

    @Test("A page reads no more of an account with 20,000 earlier journals than its search takes steps more")
    func cost() async throws {
        let fixture = try await LedgerFixture.make()
        try await fixture.database.execute(script: Self.twoHistories)
        let (short, long) = (try await fixture.blocks(ofPageFor: 1), try await fixture.blocks(ofPageFor: 2))
        // Each of the two searches halves the account 9 times more often, and each step reads a few blocks of an index.
        #expect(short > 20 && long < short + 250, "\(short) and \(long)")
    }

    /// Two accounts with the same 60 journals in the last hours; one has 40 earlier ones, the other one 20,000.
    private static let twoHistories = """
        INSERT INTO money.account (customer_id, account_id, currency, posted, version, opened_at)
        VALUES (1, 1, 'EUR', 100, 100, '2020-01-01Z'), (2, 2, 'EUR', 20060, 20060, '2020-01-01Z');
        INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, posted_at)
        SELECT customer_id, gen_random_uuid(), account_id, n, n,
               '2026-03-01Z'::timestamptz - (version - n) * interval '1 hour'
        FROM money.account, generate_series(1, version) n;
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
        SELECT customer_id, journal_id, 1, 'safeguarding', 'customer', 'EUR', 1 FROM money.journal;
        ANALYZE money.account, money.journal, money.posting, money.transaction;
        """
}

extension LedgerFixture {
    /// Opens an account without money.
    fileprivate func emptyCourse(in currency: Currency) async throws -> Course {
        let course = Course(holder: 7, account: 100_000_001, currency: currency, now: Self.now)
        _ = try await database.write(
            AccountStatements.open(course.account, of: course.holder, in: currency, at: course.now))
        return course
    }

    /// Reads a statement page by page. Only the first page has the totals.
    fileprivate func statement(
        of course: Course, over period: StatementPeriod, inPagesOf limit: Int
    ) async throws -> StatementOfAccount {
        func page(after last: EntryReference?) async throws -> StatementOfAccount {
            let rows = try await database.read(
                PeriodStatements.page(
                    of: course.account, of: course.holder, over: period, after: last, withTotals: last == nil,
                    limit: limit))
            return try #require(StatementOfAccount(rows, over: period, withTotals: last == nil, limit: limit))
        }
        let first = try await page(after: nil)
        var (last, entries) = (first, first.entries)
        while last.hasMore {
            #expect(last.entries.count == limit)
            last = try await page(after: entries.last?.reference)
            #expect(last.opening == first.opening && last.closing == first.closing && last.totals == nil)
            entries += last.entries
        }
        return StatementOfAccount(
            account: first.account, period: period, opening: first.opening, closing: first.closing,
            totals: first.totals, entries: entries)
    }

    /// The number of blocks that a page of the last 60 hours takes, by the generic plan.
    fileprivate func blocks(ofPageFor customer: Int) async throws -> Int {
        let statement = try #require(LedgerStatements.served.first { $0.name == "ledger_period_page" })
        let lines = try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
            try tx.run(script: "SET LOCAL plan_cache_mode = force_generic_plan", named: "settings")
            try tx.run(script: "PREPARE page AS \(statement.sql)", named: "page")
            let explain = Statement(
                "explain",
                """
                EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE page(
                    \(customer), \(customer), '2026-02-26T12:00:00Z', '2026-03-02Z', 0, false, 11)
                """) { row throws(PostgresFailure) in try row.text("QUERY PLAN") }
            let lines = try tx.run(explain())
            try tx.run(script: "DEALLOCATE page", named: "page")
            return lines
        }
        let top = try #require(lines.first { $0.contains("Buffers:") })
        return top.matches(of: /(?:hit|read)=([0-9]+)/).reduce(0) { $0 + (Int($1.1) ?? 0) }
    }
}
