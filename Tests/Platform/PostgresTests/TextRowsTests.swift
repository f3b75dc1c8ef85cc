import Testing

@testable import Postgres

@Suite("Rows as text")
struct TextRowsTests {
    /// The rows of a query, and those of a second query in the same transaction.
    private static func rows(_ bench: Bench, _ query: String) async throws -> [String] {
        try await bench.database.maintain { (transaction: PlainTransaction) throws(PostgresFailure) in
            var rows: [String] = []
            try transaction.receive(TextRows("rows", of: query)) { rows.append(String(decoding: $0, as: UTF8.self)) }
            return rows
        }
    }

    @Test("Values of any type are text, with escapes, and NULL")
    func values() async throws {
        let bench = try await Bench.make()
        let query = #"SELECT 1, E'a\tb\nc\\', NULL, '\x00ff'::bytea, '{"a": "ü"}'::jsonb, ARRAY[1, 2], ''"#
        #expect(try await Self.rows(bench, query) == [#"1\#ta\tb\nc\\\#t\N\#t\\x00ff\#t{"a": "ü"}\#t{1,2}\#t"#])
        #expect(try await Self.rows(bench, "SELECT 1 WHERE false") == [])
    }

    @Test("Many rows and long ones arrive in their order")
    func many() async throws {
        let bench = try await Bench.make()
        #expect(
            try await Self.rows(bench, "SELECT generate_series(1, 100000)") == (1...100_000).map(String.init))
        let lengths = try await Self.rows(bench, "SELECT repeat('x', n * 1000000) FROM generate_series(1, 5) n")
        #expect(lengths.map(\.utf8.count) == (1...5).map { $0 * 1_000_000 })
    }

    @Test("A query that is refused, at once or after rows, keeps the session usable", arguments: [
        ("SELECT * FROM nowhere", "42P01"), ("SELECT 1 / (50000 - n) FROM generate_series(1, 60000) n", "22012"),
    ])
    func refused(_ query: String, _ state: String) async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE item (id integer)")
        let refused = await failure {
            try await bench.database.maintain { (transaction: PlainTransaction) throws(PostgresFailure) in
                try transaction.run(script: "INSERT INTO item VALUES (1)", named: "item")
                try transaction.receive(TextRows("rows", of: query)) { _ in }
            }
        }
        #expect(refused?.sqlState == state && refused?.statement == "rows")
        #expect(try await bench.count("item") == 0)
        #expect(try await Self.rows(bench, "SELECT 7") == ["7"])
        #expect(bench.tally["postgres_connects_total", "script"] == 1, "the session was fit to be lent again")
    }
}
