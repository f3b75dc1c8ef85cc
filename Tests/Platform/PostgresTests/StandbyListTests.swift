import Testing
import TestSupport

@testable import Postgres

/// What decides whether a standby answers a list. `ListsFromStandbyTests` has a standby.
@Suite("Lists and standbys", .timeLimit(.minutes(5)))
struct StandbyListTests {
    private static func place(_ byte: Int64, system: Int64 = 7, timeline: Int = 2) -> LogPosition {
        LogPosition(system: system, timeline: timeline, byte: byte)
    }

    private static func state(_ applied: LogPosition, isStandby: Bool = true) -> StandbyState {
        StandbyState(isStandby: isStandby, applied: applied)
    }

    @Test("A list needs a standby of the same cluster and timeline that has applied everything", arguments: [
        (state(place(100)), nil),
        (state(place(101)), nil),
        (state(place(99)), .behind),
        (state(place(500), isStandby: false), .promoted),
        (state(place(500, system: 8)), .cluster),
        (state(place(500, timeline: 1)), .timeline),
        (state(place(500, timeline: 3)), .timeline),
    ] as [(StandbyState, StandbyObstacle?)])
    func obstacles(state: StandbyState, obstacle: StandbyObstacle?) {
        #expect(state.obstacle(before: Self.place(100)) == obstacle)
    }

    @Test("After a write, the place in the primary's log is behind that of the write", arguments: ["on", "off"])
    func places(synchronousCommit: String) async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)") {
            $0.sessionSettings = ["synchronous_commit": synchronousCommit]
        }
        let insert = Statement("insert_entry", "INSERT INTO entry VALUES (1)")
        let place = one("insert_place", "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint")
        for _ in 1...20 {
            let before = try await bench.database.read(place())
            _ = try await bench.database.write(insert())
            let after = try #require(try await bench.database.read(LogPosition.ofPrimary()).first)
            #expect(after.byte > before[0])
            #expect(after.system != 0 && after.timeline == 1)
        }
        let state = try #require(try await bench.database.read(StandbyState.statement()).first)
        #expect(!state.isStandby)
    }

    @Test("If the URL of the standby leads to a primary, the primary answers every list")
    func noStandby() async throws {
        let bench = try await Bench.make()
        let tally = Tally()
        let standby = try DatabaseConfiguration(url: bench.scratch.url + "&target_session_attrs=any")
        let database = Database(bench.database.configuration, standby: standby, logger: quiet, metrics: tally)
        let seven = one("seven", "SELECT 7::bigint")
        for _ in 1...3 {
            #expect(try await database.list(seven()) == [7])
            await database.standby?.examine()
        }
        let wrong = await failure { try await database.list(one("wrong", "SELECT 1::bigint / 0")()) }
        #expect(wrong?.sqlState == "22012")
        #expect(tally["postgres_lists_total", "primary", "untrusted"] == 4)
        #expect(tally["postgres_lists_total", "standby", "none"] == 0)
        #expect(tally["postgres_sessions_open", "standby"] == 0)
        await database.shutDown()
        #expect(await failure { try await database.list(seven()) }?.kind == .shutDown)
    }

    @Test("Without a standby, a list is a read, and nothing is counted")
    func none() async throws {
        let bench = try await Bench.make()
        #expect(try await bench.database.list(one("seven", "SELECT 7::bigint")()) == [7])
        #expect(bench.tally["postgres_statements_total", "seven", "ok"] == 1)
        #expect(bench.tally["postgres_connects_total", "read"] == 1)
        #expect(bench.database.standby == nil)
    }
}
