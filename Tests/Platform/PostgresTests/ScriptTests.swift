import Postgres
import Testing
import TestSupport

@Suite("Scripts under a lock")
struct ScriptTests {
    @Test("Scripts that name the same lock run one at a time on all servers")
    func lock() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE place (taken integer PRIMARY KEY)")
        let other = try bench.another()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for database in [bench.database, other.database, bench.database, other.database] {
                tasks.addTask {
                    try await database.execute(
                        scripts: ["INSERT INTO place VALUES (1)", "DELETE FROM place"], holding: 7)
                }
            }
            try await tasks.waitForAll()
        }
    }

    @Test("Each script is one transaction; the first failure ends the run and releases the lock")
    func failure() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE place (taken integer PRIMARY KEY)")
        let scripts: [PlacedScript] = ["INSERT INTO place VALUES (1)", "SELECT 1 / 0", "INSERT INTO place VALUES (2)"]
        let failure = await #expect(throws: PostgresFailure.self) {
            try await bench.database.execute(scripts: scripts, holding: 7)
        }
        #expect(failure?.sqlState == "22012")
        #expect(try await bench.count("place") == 1)
        try await bench.another().database.execute(scripts: ["DELETE FROM place"], holding: 7)
    }

    @Test("A script runs in another database, and its session ends with it")
    func elsewhere() async throws {
        let (bench, other) = try await (Bench.make(schema: ""), Bench.make(schema: "CREATE TABLE place ()"))
        let name = other.scratch.name
        try await bench.database.execute(scripts: [PlacedScript("DROP TABLE place", in: name)], holding: 7)
        #expect(try await other.count("pg_tables WHERE tablename = 'place'") == 0)
        // Postgres does not rename a database that has connections.
        await other.database.shutDown()
        try await bench.database.execute(
            scripts: ["ALTER DATABASE \(name) RENAME TO \(name)_", "ALTER DATABASE \(name)_ RENAME TO \(name)"],
            holding: 7)
        let failure = await #expect(throws: PostgresFailure.self) {
            try await bench.database.execute(scripts: [PlacedScript("SELECT 1", in: "nowhere")], holding: 7)
        }
        #expect(failure?.kind == .unavailable)
        try await bench.another().database.execute(scripts: ["SELECT 1"], holding: 7)
    }
}
