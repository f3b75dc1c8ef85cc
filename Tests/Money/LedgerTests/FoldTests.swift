import Dispatch
import Foundation
import Identifiers
import Ledger
import Postgres
import Testing
import TestSupport

/// `RESTORED_HISTORIES` is the number of histories that are dumped and restored. A failure names its seed.
@Suite("Folding the house's balances", .timeLimit(.minutes(10)))
struct FoldTests {
    private static let histories =
        ProcessInfo.processInfo.environment["RESTORED_HISTORIES"].flatMap { Int($0) } ?? 2

    /// The dump is restored in a cluster with lower transaction ids, and from there in one with higher ids.
    @Test("A ledger goes on in another cluster, in which its dump was restored, and adds up")
    func restoredDump() async throws {
        try await OtherCluster.with { other in
            for seed in 1...UInt64(Self.histories) {
                let home = try await LedgerFixture.make()
                try await home.database.execute(script: Self.useUpTransactions)
                var history = History(seed: seed, course: try await home.course())
                try await history.go(on: home)
                try await home.foldCompletely()
                try await history.go(on: home)

                let url = try await other.makeDatabase("history_\(seed)")
                try await DatabaseDump.move(from: home.scratch.url, to: url)
                let away = LedgerFixture(scratch: home.scratch, database: try other.connect(to: url))
                try #require(try await away.nextTransaction() < home.nextTransaction(), "The ids are not lower.")
                try await history.goOn(on: away)
                await away.database.shutDown()

                let scratch = try await ScratchDatabase.make()
                try await DatabaseDump.move(from: url, to: scratch.url)
                try await history.goOn(on: LedgerFixture(scratch: scratch, database: try scratch.database))
            }
        }
    }

    private static let useUpTransactions = """
        DO $$ BEGIN FOR n IN 1..3000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$
        """

    @Test("A posting is folded once, whenever its transaction ends", arguments: 1...4 as ClosedRange<UInt64>)
    func lateCommits(seed: UInt64) async throws {
        let fixture = try await LedgerFixture.make()
        var (dice, running, sum) = (SeededNumbers(seed: seed), [Writer](), Int64(0))
        for number in 1...30 {
            switch dice.below(3) {
            case 0 where running.count < 3:
                running.append(try await Writer.begun(Int64(number), on: fixture))
            case 1 where !running.isEmpty:
                let writer = running.remove(at: dice.below(running.count))
                try await writer.commit()
                sum += writer.amount
            default: try await fixture.fold()
            }
            let expected = sum == 0 ? [] : ["safeguarding -\(sum) EUR"]
            try #require(try await fixture.houseBalances() == expected, "Seed \(seed), step \(number)")
        }
        for writer in running {
            try await writer.commit()
            sum += writer.amount
        }
        try await fixture.foldCompletely()
        #expect(try await fixture.texts("SELECT sum(balance)::text FROM money.house_balance") == ["-\(sum)"])
        #expect(try await fixture.findings() == [])
    }

    @Test("Folding starts again when the numbers of transactions begin again")
    func numbersBeginAgain() async throws {
        let fixture = try await LedgerFixture.make()
        _ = try await fixture.course(customer: 1, account: 1, loaded: 100)
        // Higher than any number that the folds below draw.
        try await fixture.database.execute(script: "SELECT setval('money.next_fold_number', 1000000)")
        try await fixture.fold()
        try await fixture.database.execute(script: """
            ALTER TABLE money.posting DISABLE TRIGGER USER; ALTER TABLE money.journal DISABLE TRIGGER USER;
            GRANT ALL ON money.posting, money.journal TO CURRENT_USER;
            DELETE FROM money.posting; DELETE FROM money.journal; DELETE FROM money.account_number;
            DELETE FROM money.account; DELETE FROM money.house_balance; DELETE FROM money.fold;
            ALTER SEQUENCE money.next_fold_number RESTART
            """)
        for (round, customer) in [Int64(17), 33].enumerated() {
            _ = try await fixture.course(customer: customer, account: customer, loaded: 5)
            try await fixture.foldCompletely()
            #expect(try await fixture.houseBalances() == ["safeguarding -\(5 + 5 * round) EUR"])
            #expect(try await fixture.findings() == [])
        }
        #expect(try await fixture.texts("SELECT sum(balance)::text FROM money.house_balance") == ["-10"])
    }

    @Test("The check of the ledger finds numbers that will be drawn again")
    func numbersBehind() async throws {
        let fixture = try await LedgerFixture.make()
        for customer: Int64 in 1...2 {
            _ = try await fixture.course(customer: customer, account: customer, loaded: customer)
        }
        #expect(try await fixture.findings() == [])
        try await fixture.database.execute(script: "SELECT setval('money.next_fold_number', 1)")
        let findings = try await fixture.findings().map(\.description)
        #expect(
            findings == [
                "fold_numbers_are_drawn_once: the last number of shard 2 should be at most 1, and is 2."
            ])
    }
}

/// A random history of one account, which can continue in another cluster.
private struct History {
    private var dice: SeededNumbers
    private var course: Course
    private var holds = 0
    private let seed: UInt64

    init(seed: UInt64, course: Course) {
        (dice, self.course, self.seed) = (SeededNumbers(seed: seed), course, seed)
    }

    /// Plays some steps, with folds between them.
    mutating func go(on fixture: LedgerFixture) async throws {
        for _ in 1...25 {
            let step = Step.drawn(by: &dice, holds: holds)
            if case .hold(holds, _, _, _) = step { holds += 1 }
            do {
                try await fixture.play(step, &course)
            } catch LedgerFailure.refused {
                // A random step may be refused.
            }
            if dice.below(5) == 0 { try await fixture.fold() }
        }
    }

    /// The same in a restored ledger.
    mutating func goOn(on fixture: LedgerFixture) async throws {
        try await expectBalance(of: fixture)
        try await go(on: fixture)
        try await expectBalance(of: fixture)
        try await fixture.foldCompletely()
        try await expectBalance(of: fixture)
    }

    private func expectBalance(of fixture: LedgerFixture) async throws {
        let balance = try await TrialBalance.read(from: fixture.database)
        #expect(balance.isBalanced, "Seed \(seed): \(balance.lines)")
        #expect(try await fixture.findings() == [], "Seed \(seed)")
    }
}

/// A transaction that has posted a load, and stays open until the test ends it.
private struct Writer {
    let amount: Int64
    private let released: DispatchSemaphore
    private let writing: Task<Void, any Error>

    static func begun(_ number: Int64, on fixture: LedgerFixture) async throws -> Writer {
        let course = try await fixture.course(customer: number, account: number)
        let journal = try Journal(
            id: JournalID(rawValue: uuid(Int(number), of: 3)),
            [Posting(from: .safeguarding, to: .customer, amount: course.money(number))])
        let (written, hasWritten) = AsyncStream<Void>.makeStream()
        let released = DispatchSemaphore(value: 0)
        let writing = Task {
            defer { hasWritten.finish() }
            try await fixture.database.transaction { (tx: Transaction<LedgerFailure>) throws(LedgerFailure) in
                _ = try tx.run(JournalStatements.post(journal, on: course.account, of: course.holder, at: course.now))
                hasWritten.finish()
                released.wait()
                _ = try tx.commit()
            }
        }
        for await _ in written {}
        return Writer(amount: number, released: released, writing: writing)
    }

    func commit() async throws {
        released.signal()
        try await writing.value
    }
}

extension LedgerFixture {
    fileprivate func nextTransaction() async throws -> Int64 {
        try #require(Int64(try await texts("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")[0]))
    }
}
