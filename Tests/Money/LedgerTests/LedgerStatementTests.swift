import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Statements of the ledger")
struct LedgerStatementTests {
    @Test("The list of statements has every statement of the sources, each with its own name")
    func completeList() throws {
        let names = try SourceFile.all(in: ["Sources/Money/Ledger"]).flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.count > 10)
        let checks = LedgerStatements.checks.map(\.name)
        // The names of the other checks are made from their rules, so the pattern does not find them.
        let others = ["ledger_check_extent", "ledger_check_owed"]
        #expect(Set(names) == Set(LedgerStatements.served.map(\.name) + others))
        #expect(Set(names).count == names.count)
        #expect(Set(checks).count == checks.count && checks.allSatisfy { $0.hasPrefix("ledger_check_") })
    }

    /// Looks at the generic plan, which Postgres keeps for all values, on tables that are too large to scan.
    @Test("No statement that is served scans a growing table")
    func queryPlans() async throws {
        let fixture = try await LedgerFixture.make()
        try await fixture.database.execute(script: Self.crowd)
        let growing: Set = [
            "account", "account_number", "hold", "journal", "movement", "posting", "transaction",
            "used_merchant_reference",
        ]
        let plans = try await fixture.database.plans(of: LedgerStatements.served)
        #expect(plans.count == LedgerStatements.served.count)
        for plan in plans { #expect(growing.isDisjoint(with: plan.scannedTables), "\(plan)") }
    }

    /// 20,000 accounts, each with a journal and an expired hold; a few holds are pending.
    private static let crowd = """
        INSERT INTO money.account (customer_id, account_id, currency, posted, opened_at)
        SELECT n, n, 'EUR', 1, '2026-01-01Z' FROM generate_series(1, 20000) n;
        INSERT INTO money.account_number SELECT account_id, customer_id FROM money.account;
        INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, posted_at)
        SELECT n, gen_random_uuid(), n, 1, 1, '2026-01-01Z' FROM generate_series(1, 20000) n;
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
        SELECT customer_id, journal_id, 1, 'safeguarding', 'customer', 'EUR', 1 FROM money.journal;
        INSERT INTO money.hold (customer_id, hold_id, account_id, status, held, placed_at, expires_at, ended_at)
        SELECT n, gen_random_uuid(), n, CASE WHEN n % 100 = 0 THEN 'PENDING' ELSE 'EXPIRED' END,
               CASE WHEN n % 100 = 0 THEN 1 ELSE 0 END, '2026-01-01Z', '2026-01-08Z',
               CASE WHEN n % 100 <> 0 THEN '2026-01-08Z'::timestamptz END
        FROM generate_series(1, 20000) n;
        INSERT INTO money.transaction (
            customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status, journal_id,
            created_at, changed_at)
        SELECT customer_id, customer_id, customer_id, account_id, 'DEPOSIT', 'CREDIT', 1, 'COMPLETED', journal_id,
               posted_at, posted_at
        FROM money.journal;
        INSERT INTO money.movement (
            customer_id, movement_id, kind, currency, amount, merchant_ref_num, status, account_id, transaction_id,
            slip_id, created_at, changed_at)
        SELECT customer_id, journal_id, 'DEPOSIT', 'EUR', 1, customer_id,
               CASE WHEN customer_id % 100 = 0 THEN 'PROCESSING' ELSE 'COMPLETED' END, account_id, transaction_id,
               slip_id, created_at, changed_at
        FROM money.transaction;
        INSERT INTO money.used_merchant_reference
        SELECT 'demo', 0, merchant_ref_num, customer_id, movement_id FROM money.movement;
        INSERT INTO money.fold SELECT shard, last_value FROM generate_series(0, 15) shard, money.next_fold_number;
        ANALYZE money.account, money.account_number, money.journal, money.posting, money.hold,
            money.transaction, money.movement, money.used_merchant_reference, money.fold;
        """

    @Test("An account is opened empty, and found by its customer and by its number")
    func open() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course()
        let empty = course.emptyAccount
        #expect(try await fixture.account(of: course) == empty)
        #expect(try await fixture.database.read(AccountStatements.accounts(of: course.holder)) == [empty])
        #expect(try await fixture.database.read(AccountStatements.accounts(of: AccountHolder(8))) == [])
        let unknown = AccountStatements.account(numbered: AccountID(5))
        #expect(try await fixture.database.read(unknown) == [])
    }

    @Test("No two accounts have the same number")
    func numbers() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course()
        let failure = await #expect(throws: PostgresFailure.self) {
            try await fixture.database.write(
                AccountStatements.open(
                    course.account, of: AccountHolder(8), in: course.currency, at: course.now))
        }
        #expect(failure.flatMap { LedgerRefusal($0) } == .accountNumberTaken)
    }

    @Test("Another customer's account and another currency move nothing")
    func strangers() async throws {
        let fixture = try await LedgerFixture.make()
        let course = try await fixture.course(loaded: 500)
        let stranger = AccountHolder(8)
        let dollars = Money(minorUnits: 1, currency: try #require(Currency("USD")))
        let journal = try Journal(
            id: JournalID(rawValue: uuid(50, of: 2)), [Posting(from: .safeguarding, to: .customer, amount: dollars)])
        let load = JournalStatements.post(journal, on: course.account, of: course.holder, at: course.now)
        #expect(try await fixture.database.write(load) == [])
        for (holder, amount) in [(stranger, course.money(1)), (course.holder, dollars)] {
            let place = HoldStatements.place(
                course.hold(1), of: amount, on: course.account, of: holder, at: course.now, expiresAt: nil)
            #expect(try await fixture.database.write(place) == [])
        }
        #expect(try await fixture.texts("SELECT count(*)::text FROM money.journal") == ["1"])
        #expect(try await fixture.findings() == [])
    }

    @Test("A journal is stored with its postings, its place in the account and the hold that it cleared")
    func journal() async throws {
        let fixture = try await LedgerFixture.make()
        var course = try await fixture.course(loaded: 5_000)
        try await fixture.play(.hold(0, 948), &course)
        let dollars = Money(minorUnits: 1_000, currency: try #require(Currency("USD")))
        let postings = [
            try Posting(from: .customer, to: .fx, amount: course.money(920)),
            try Posting(from: .fx, to: .scheme(.visa), amount: dollars),
            try Posting(from: .customer, to: .income(.fx), amount: course.money(28)),
        ]
        let journal = try Journal(id: JournalID(rawValue: uuid(70, of: 2)), postings)
        _ = try await fixture.play(
            JournalStatements.post(
                journal, on: course.account, of: course.holder, clearing: .whole(course.hold(0)), at: course.now),
            of: course)
        let stored = try await fixture.database.read(JournalStatements.postings(of: journal.id, of: course.holder))
        #expect(stored.map(\.from) == postings.map(\.from) && stored.map(\.to) == postings.map(\.to))
        #expect(stored.map(\.amount) == postings.map(\.amount))
        #expect(try await fixture.texts("""
            SELECT concat_ws(' ', version, balance, hold_id IS NOT NULL) FROM money.journal ORDER BY version
            """) == ["1 5000 f", "3 4052 t"])
        #expect(try await fixture.houseBalances() == [
            "fx 920 EUR", "fx -1000 USD", "income:FX_FEE 28 EUR", "safeguarding -5000 EUR", "scheme:VISA 1000 USD",
        ])
        #expect(try await fixture.findings() == [])
    }

    @Test("Folding does not change the house's balances")
    func fold() async throws {
        let fixture = try await LedgerFixture.make()
        for customer: Int64 in 1...20 {
            _ = try await fixture.course(customer: customer, account: customer, loaded: customer)
        }
        #expect(try await fixture.houseBalances() == ["safeguarding -210 EUR"])
        try await fixture.foldCompletely()
        #expect(try await fixture.texts("SELECT sum(balance)::text FROM money.house_balance") == ["-210"])
        let settlement = try Journal(
            id: JournalID(rawValue: uuid(1, of: 3)),
            [
                Posting(
                    from: .scheme(.visa), to: .safeguarding, amount: Money(minorUnits: 10, currency: LedgerFixture.euro)
                )
            ])
        _ = try await fixture.database.write(JournalStatements.postOfHouse(settlement, at: LedgerFixture.now))
        let balances = ["safeguarding -200 EUR", "scheme:VISA -10 EUR"]
        #expect(try await fixture.houseBalances() == balances)
        for _ in 1...2 {
            try await fixture.foldCompletely()
            #expect(try await fixture.houseBalances() == balances)
            #expect(try await fixture.findings() == [])
        }
    }

    @Test("A posting of a transaction that still runs is folded after it has ended")
    func foldDuringTransaction() async throws {
        let fixture = try await LedgerFixture.make()
        let slow = try await fixture.course(customer: 1, account: 1)
        let journal = try Journal(
            id: JournalID(rawValue: uuid(1, of: 3)),
            [Posting(from: .safeguarding, to: .customer, amount: slow.money(1_000))])
        let (writing, written) = AsyncStream<Void>.makeStream()
        let released = DispatchSemaphore(value: 0)
        async let load: [Account] = fixture.database.transaction {
            (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
            let post = JournalStatements.post(journal, on: slow.account, of: slow.holder, at: slow.now)
            let account = try tx.run(post)
            written.finish()
            released.wait()
            _ = try tx.commit()
            return account
        }
        for await _ in writing {}
        _ = try await fixture.course(customer: 17, account: 17, loaded: 5)
        try await fixture.fold()
        #expect(try await fixture.houseBalances() == ["safeguarding -5 EUR"])
        released.signal()
        #expect(try await load.count == 1)
        #expect(try await fixture.houseBalances() == ["safeguarding -1005 EUR"])
        try await fixture.foldCompletely()
        #expect(try await fixture.texts("SELECT sum(balance)::text FROM money.house_balance") == ["-1005"])
        #expect(try await fixture.findings() == [])
    }
}
