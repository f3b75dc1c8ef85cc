import Postgres
import Testing

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
        let scripts = ["INSERT INTO place VALUES (1)", "SELECT 1 / 0", "INSERT INTO place VALUES (2)"]
        let failure = await #expect(throws: PostgresFailure.self) {
            try await bench.database.execute(scripts: scripts, holding: 7)
        }
        #expect(failure?.sqlState == "22012")
        #expect(try await bench.count("place") == 1)
        try await bench.another().database.execute(scripts: ["DELETE FROM place"], holding: 7)
    }
}
