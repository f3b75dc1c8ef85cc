import Foundation
import Testing

@testable import Postgres

@Suite("COPY")
struct CopyTests {
    static let schema = """
        CREATE DOMAIN word AS text CONSTRAINT word_is_short CHECK (length(VALUE) < 10);
        CREATE TABLE item (
            id bigint CONSTRAINT item_is_known_once PRIMARY KEY,
            size integer, name word, data bytea, reference uuid, made_at timestamptz, is_good boolean, tags text[]
        );
        """
    static let copy = Copy(
        "copy_item", into: "item", ["id", "size", "name", "data", "reference", "made_at", "is_good", "tags"])
    static let empty: [SQLValue] = [
        .bigint(0), .integer(nil), .text(nil), .bytes(nil), .uuid(nil), .timestamp(nil), .boolean(nil), .textArray(nil),
    ]

    static func row(_ id: Int64, name: String = "a") -> [SQLValue] {
        [
            .bigint(id), .integer(7), .text(name), .bytes([0, 255]), .uuid(UUID(uuidString: uuid)),
            .timestamp(Date(timeIntervalSince1970: 0.5)), .boolean(true), .textArray(["", "ü"]),
        ]
    }

    private static let uuid = "5b7c2a1e-0d64-4f0b-8a53-9a2f6c1d7e88"

    @Test("Copied rows have the values that were sent")
    func copiedRows() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            try transaction.copy(Self.copy, rows: [Self.empty, Self.row(1), Self.row(2, name: "")])
            try transaction.copy(Self.copy, rows: [])
        }
        let text = Statement("item_texts", "SELECT i::text FROM item i ORDER BY id") { row throws(PostgresFailure) in
            try row.text()
        }
        #expect(try await bench.database.read(text()) == [
            "(0,,,,,,,)", #"(1,7,a,"\\x00ff",\#(Self.uuid),"1970-01-01 00:00:00.5+00",t,"{"""",ü}")"#,
            #"(2,7,"","\\x00ff",\#(Self.uuid),"1970-01-01 00:00:00.5+00",t,"{"""",ü}")"#,
        ])
    }

    /// A hundred thousand rows are created while they are sent, and none is kept.
    @Test("100000 rows are copied from a lazy sequence")
    func manyRows() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            try transaction.copy(Self.copy, rows: (1...100_000).lazy.map { Self.row($0) })
        }
        #expect(try await bench.count("item") == 100_000)
    }

    @Test("A refused row undoes the transaction and keeps the session usable", arguments: [
        (row(50_000), "item_is_known_once", "23505"), (row(0, name: "far too long"), "word_is_short", "23514"),
    ])
    func refusedRow(row: [SQLValue], constraint: String, sqlState: String) async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.transactors = 1 }
        let rows = (1...55_000).map { Self.row($0) } + [row] + (55_001...60_000).map { Self.row($0) }
        let failure = await #expect(throws: PostgresFailure.self) {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                try transaction.copy(Self.copy, rows: [Self.row(-1)])
                try transaction.copy(Self.copy, rows: rows)
            }
        }
        #expect(failure?.constraint == constraint && failure?.sqlState == sqlState)
        #expect(failure?.statement == "copy_item")
        #expect(try await bench.count("item") == 0)
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            try transaction.copy(Self.copy, rows: [Self.row(1)])
        }
        #expect(try await bench.count("item") == 1)
        #expect(bench.tally["postgres_connects_total", "transaction"] == 1, "the session was fit to be lent again")
    }

    @Test("A value that Postgres would refuse is not sent and ends the COPY")
    func invalidValue() async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.transactors = 1 }
        let refused = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                try transaction.copy(Self.copy, rows: [Self.row(1), Self.row(2, name: "a\0"), Self.row(3)])
            }
        }
        #expect(refused?.kind == .invalidValue && refused?.statement == "copy_item")
        #expect(try await bench.count("item") == 0)
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            try transaction.copy(Self.copy, rows: [Self.row(1)])
        }
        #expect(try await bench.count("item") == 1)
        #expect(bench.tally["postgres_connects_total", "transaction"] == 1, "the session was fit to be lent again")
    }

    @Test("A COPY into an unknown table or after a commit is refused")
    func unstartedCopy() async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.transactors = 1 }
        let nowhere = Copy("copy_nowhere", into: "nowhere", ["id"])
        let failure = await #expect(throws: PostgresFailure.self) {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                try transaction.copy(nowhere, rows: [[.bigint(1)]])
            }
        }
        #expect(failure?.sqlState == "42P01" && failure?.statement == "copy_nowhere")
        let late = await #expect(throws: PostgresFailure.self) {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.commit()
                try transaction.copy(Self.copy, rows: [Self.row(1)])
            }
        }
        #expect(late?.kind == .misuse)
        #expect(try await bench.count("item") == 0)
    }
}
