import Testing

@testable import Postgres

@Suite("Names without a schema are looked up in the configured schemas")
struct SearchPathTests {
    private static let schema = """
        CREATE SCHEMA "an ""odd"" one";
        CREATE TABLE "an ""odd"" one".card AS SELECT 1::bigint AS id;
        CREATE TABLE public.card AS SELECT 2::bigint AS id;
        """

    @Test("Sessions of every kind look only in the configured schemas")
    func configured() async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.schemas = [#"an "odd" one"#] }
        let card = one("card", "SELECT id FROM card")
        #expect(try await bench.database.read(card()) == [1])
        #expect(try await bench.database.write(card()) == [1])
        let found = try await bench.database.transaction { tx throws(PostgresFailure) in try tx.run(card()) }
        #expect(found == [1])
        let maintained = try await bench.database.maintain { tx throws(PostgresFailure) in try tx.run(card()) }
        #expect(maintained == [1])
        try await bench.database.execute(script: "CREATE TABLE label (id bigint)")
        #expect(try await bench.count(#""an ""odd"" one".label"#) == 0)
    }

    @Test("A temporary table does not replace another table")
    func temporary() async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.schemas = ["public"] }
        let card = one("card", "SELECT id FROM card")
        let found = try await bench.database.transaction { tx throws(PostgresFailure) in
            try tx.run(script: "CREATE TEMPORARY TABLE card AS SELECT 3::bigint AS id", named: "temporary")
            return try tx.run(card())
        }
        #expect(found == [2])
    }

    @Test("Without configured schemas, the server's setting applies")
    func unconfigured() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        #expect(try await bench.database.read(one("card", "SELECT id FROM card")()) == [2])
    }
}
