import Testing

@testable import Postgres

@Suite("Postgres plans a statement once for all values")
struct PlanningTests {
    /// A plan for one value of the array looks cheaper than one for the ten that Postgres assumes.
    private static let schema = """
        CREATE TABLE card AS SELECT n::bigint AS id, n % 100 AS customer FROM generate_series(1, 20000) n;
        CREATE UNIQUE INDEX ON card (id);
        CREATE INDEX ON card (customer);
        ANALYZE card
        """

    private static let neighbours = Statement(
        "neighbours",
        """
        SELECT count(*) AS found FROM card c JOIN card n ON n.customer = c.customer WHERE c.id = ANY ($1::bigint[])
        """
    ) { row throws(PostgresFailure) in try row.bigint("found") }

    /// How often the session has made a plan for the values of a statement.
    private static let plansForValues = Statement(
        "plans_for_values",
        """
        SELECT custom_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT count(*) AS found FROM card%'
        """
    ) { row throws(PostgresFailure) in try row.bigint("custom_plans") }

    @Test("A statement is planned once, also if Postgres would plan it for each set of values")
    func oncePlanned() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let (once, otherwise) = try await bench.database.transaction { tx throws(PostgresFailure) in
            for id in 1...8 as ClosedRange<Int64> { _ = try tx.run(Self.neighbours(.bigintArray([id]))) }
            let once = try tx.run(Self.plansForValues())
            try tx.run(script: "SET LOCAL plan_cache_mode = auto", named: "automatic")
            for id in 1...8 as ClosedRange<Int64> { _ = try tx.run(Self.neighbours(.bigintArray([id]))) }
            return (once, try tx.run(Self.plansForValues()))
        }
        #expect(once == [0])
        #expect(otherwise == [8], "the table is not one for which Postgres would plan each time")
    }

    @Test("Every session that serves plans once, and a script lets Postgres choose")
    func everySession() async throws {
        let bench = try await Bench.make()
        let mode = Statement("mode", "SELECT current_setting('plan_cache_mode') AS mode") {
            row throws(PostgresFailure) in try row.text("mode")
        }
        let once = ["force_generic_plan"]
        #expect(try await bench.database.read(mode()) == once)
        #expect(try await bench.database.write(mode()) == once)
        let found = try await bench.database.transaction { tx throws(PostgresFailure) in try tx.run(mode()) }
        #expect(found == once)
        let maintained = try await bench.database.maintain { tx throws(PostgresFailure) in try tx.run(mode()) }
        #expect(maintained == ["auto"])
    }
}
