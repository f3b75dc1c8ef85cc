import Identifiers
import Testing

@testable import Postgres

@Suite("Names of columns")
struct ColumnNameTests {
    private static let balances = Statement("balances", "SELECT 5::bigint AS posted, 3::bigint AS held") {
        (row: inout Row) throws(PostgresFailure) in
        (posted: try row.bigint("posted"), held: try row.bigint("held"))
    }

    @Test("A row is read by the names of its columns")
    func names() async throws {
        let bench = try await Bench.make()
        let rows = try await bench.database.read(Self.balances())
        #expect(rows.map { [$0.posted, $0.held] } == [[5, 3]])
    }

    /// Both columns are of one type, so without their names the values would be exchanged silently.
    @Test("Columns in another order are refused, and the error names both", arguments: [
        ("SELECT 3::bigint AS held, 5::bigint AS posted", "asks for column posted but the next one is held"),
        ("SELECT 5::bigint AS posted, 3::bigint", "asks for column held but the next one is int8"),
        ("SELECT 5::bigint AS posted, 3::bigint AS helds", "asks for column held but the next one is helds"),
        ("SELECT 5::bigint AS posted, 3::bigint AS hel", "asks for column held but the next one is hel"),
        ("SELECT 5::bigint AS posted", "asks for column 2 of 1"),
    ])
    func otherColumns(sql: String, sentence: String) async throws {
        let bench = try await Bench.make()
        let moved = Statement(erased: AnyStatement(name: "balances", sql: sql), read: Self.balances.read)
        let failure = await failure { try await bench.database.read(moved()) }
        #expect(failure?.kind == .unexpectedRow)
        #expect(failure?.description == "the decoder \(sentence) (statement balances)")
    }

    /// Every reader compares the name before anything else.
    @Test("Every reader refuses a column of another name", arguments: reads.indices)
    func otherName(index: Int) async throws {
        let bench = try await Bench.make()
        let failure = await failure { try await bench.database.read(reads[index]()) }
        #expect(failure?.description
            == "the decoder asks for column wanted but the next one is other (statement probe)")
    }
}

private enum Word: String { case word }

private func probe(
    _ read: @escaping @Sendable (inout Row) throws(PostgresFailure) -> Void
) -> Statement<Void> {
    Statement("probe", "SELECT NULL::text AS other", row: read)
}

/// Each reader of a row.
private let reads: [Statement<Void>] = [
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.isNull("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.text("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalText("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.text("wanted", as: Word.self) },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalText("wanted", as: Word.self) },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.bigint("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalBigint("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.integer("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.integer("wanted", in: 1...9) },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalInteger("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.boolean("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalBoolean("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.bytes("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalBytes("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.uuid("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalUUID("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.timestamp("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalTimestamp("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.textArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalTextArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.uuidArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalUUIDArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.bigintArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalBigintArray("wanted") },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.number("wanted", Number<Digit>.self) },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalNumber("wanted", Number<Digit>.self) },
    probe { (row: inout Row) throws(PostgresFailure) in _ = try row.optionalNumbers("wanted", Number<Digit>.self) },
]
