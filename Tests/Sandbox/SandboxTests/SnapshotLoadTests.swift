import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Snapshots of large databases and under load")
struct SnapshotLoadTests {
    private static let base = SnapshotName.named("base")

    /// The cost depends only on the number of changed rows.
    @Test("Differences and a restore scan no growing table")
    func unchangedRows() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await CardCrowd.add(to: fixture.scratch, copying: card)
        let contents = try await fixture.watchedContents()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        for program in [DemoProgram.virtualVisa, .virtualMastercard] {
            _ = try await fixture.issue(program, to: card.customer)
            try await fixture.token("DPAN-\(program)", for: fixture.issue(program, to: fixture.enrol()))
        }
        _ = try await fixture.move(card, to: .locked)

        let read = Statement("rows_read", """
            SELECT relname || ' ' || seq_tup_read AS rows_read FROM pg_stat_xact_user_tables
            WHERE relname = ANY ($1) AND relname <> 'change' AND seq_tup_read > 0
            """) { row throws(PostgresFailure) in try row.text("rows_read") }
        let total = Statement("differences", """
            SELECT count(*) FROM sandbox.snapshot, sandbox.differences_since(log_position, 1000)
            """) { row throws(PostgresFailure) in try row.bigint("count") }
        let restore = Statement("restore", "SELECT sandbox.restore_snapshot('base') AS is_known") {
            row throws(PostgresFailure) in try row.boolean("is_known")
        }
        let (rows, differences) = try await fixture.issuing.database.transaction { tx throws(PostgresFailure) in
            let (differences, _) = try tx.run(total(), restore())
            return (try tx.run(read(.textArray(SchemaCatalog.growingTableNames))), differences)
        }
        #expect(rows == [])
        #expect(differences[0] > 20)
        #expect(try await fixture.watchedContents() == contents)
    }

    /// A crowd holds its lock for longer than a request may wait, and so does autovacuum, which gives way only after
    /// the deadlock timeout.
    @Test("A snapshot waits for a lock that is held for long")
    func longLock() async throws {
        let fixture = try await IssuingFixture.make()
        let lock = try await TableLock.take("card", mode: "SHARE UPDATE EXCLUSIVE", in: fixture.scratch)
        let limit = try #require(await fixture.texts("SELECT current_setting('deadlock_timeout')").first)
        let releasing = Task {
            defer { lock.release() }
            try await lock.isWaitedFor(longerThan: limit)
        }
        defer { releasing.cancel() }
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        try await releasing.value
    }

    /// The statement timeout, which limits a request to seconds, does not apply to snapshots.
    @Test("The statement timeout does not apply to snapshots, and differences are limited")
    func statementTimeout() async throws {
        let fixture = try await IssuingFixture.make()
        let hurried = try fixture.hurried()
        _ = try await hurried.takeSnapshot(Self.base)
        _ = try await hurried.takeSnapshot(.named("later"))
        try await hurried.issuing.database.execute(script: """
            INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
            SELECT n, 'demo', 'BG', 'A', 'B', '+1 1', '2026-01-01Z' FROM generate_series(1, 1200) n;
            INSERT INTO brand VALUES ('another');
            """)
        let difference = try await hurried.differences(since: Self.base)
        #expect(difference.total == 1201)
        #expect(difference.rows.count == SnapshotDifference.limit)
        #expect(difference.rows.map(\.table) == ["brand"] + Array(repeating: "customer", count: 999))
        #expect(difference.rows.last?.keyJSON == #"{"customer_id": 999}"#)
        try await hurried.dropSnapshot(Self.base)
        try await hurried.dropSnapshot(.named("later"))
    }

    @Test("Dropping a snapshot scans no log and does not wait for writers")
    func dropSnapshot() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        _ = try await fixture.move(card, to: .locked)
        _ = try await fixture.sandbox.takeSnapshot(.named("later"))
        try await fixture.issuing.database.execute(script: """
            INSERT INTO sandbox.change (changed, key) SELECT 'card', '{}' FROM generate_series(1, 20000);
            ANALYZE sandbox.change;
            """)
        let lock = try await TableLock.take("card", mode: "ROW EXCLUSIVE", in: fixture.scratch)
        defer { lock.release() }
        let read = Statement("log_read", """
            SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relid = 'sandbox.change'::regclass
            """) { row throws(PostgresFailure) in try row.bigint("seq_tup_read") }
        let drop = Statement("drop", "SELECT sandbox.drop_snapshot('base') AS is_known") {
            row throws(PostgresFailure) in try row.boolean("is_known")
        }
        let (dropped, scanned) = try await fixture.issuing.database.transaction { tx throws(PostgresFailure) in
            try tx.run(drop(), read())
        }
        #expect(dropped == [true] && scanned == [0])
        #expect(try await fixture.texts("SELECT count(*)::text FROM sandbox.change") == ["20000"])
    }

    /// Two servers issue and lock cards while snapshots are taken and restored. At the end every card is complete.
    @Test("Snapshots that are taken and restored under load leave every card complete")
    func simultaneousChanges() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    for _ in 0..<12 { try await Self.issueAndLock(servers[number % 2]) }
                }
            }
            group.addTask {
                for round in 0..<6 {
                    let name = SnapshotName.named("round\(round)")
                    _ = try await servers[0].sandbox.takeSnapshot(name)
                    try await Self.issueAndLock(servers[1])
                    try await servers[round % 2].sandbox.restore(name)
                }
            }
            try await group.waitForAll()
        }
        let broken = try await fixture.texts("""
            SELECT 'history of ' || card_id FROM card c
            WHERE changes <> (SELECT count(*) FROM card_status_history h
                              WHERE h.customer_id = c.customer_id AND h.card_id = c.card_id)
               OR NOT EXISTS (SELECT FROM issued_pan p WHERE p.card_id = c.card_id)
            UNION ALL
            SELECT 'PAN of ' || card_id FROM issued_pan p
            WHERE NOT EXISTS (SELECT FROM card c WHERE c.customer_id = p.customer_id AND c.card_id = p.card_id)
            UNION ALL
            SELECT 'allowance of ' || customer_id FROM card_allowance a
            WHERE issued_cards <> (SELECT count(*) FROM card c
                                   WHERE c.customer_id = a.customer_id AND c.program_name = a.program_name)
            """)
        #expect(broken == [])
        try await fixture.sandbox.restore(.named("round0"))
        #expect(try await fixture.sandbox.differences(since: .named("round0")).total == 0)
        #expect(try await fixture.sandbox.snapshots().map(\.name) == [.named("round0")])
    }

    /// Stops early if a restore removes the customer or the card in between.
    private static func issueAndLock(_ server: IssuingFixture) async throws {
        do {
            let card = try await server.issue(.virtualVisa, to: server.enrol())
            _ = try await server.move(card, to: .locked)
        } catch IssuingFailure.refused(.customer(.notFound)) {
        } catch IssuingFailure.refused(.invalidFields) {
        } catch IssuingFailure.refused(.card(.notFound)) {}
    }
}
