import Foundation
import Identifiers
import Testing

@testable import Postgres

enum Digit: Numbered {
    static var numbers: ClosedRange<Int64> { 1...9 }
}

@Suite("Values")
struct ValueTests {
    /// Sends every type to Postgres and back: the empty value, the extremes and NULL.
    @Test("Every type returns from Postgres unchanged")
    func roundTrip() async throws {
        let bench = try await Bench.make()
        func echo<Value: Equatable & Sendable>(
            _ type: String, _ values: [Value?], _ value: (Value?) -> SQLValue,
            _ read: @escaping @Sendable (inout Row) throws(PostgresFailure) -> Value?
        ) async throws {
            let statement = Statement("echo_\(type)", "SELECT $1", row: read)
            for expected in values + [nil] {
                let rows = try await bench.database.read(statement(value(expected)))
                #expect(rows == [expected], "\(type)")
            }
        }
        try await echo("text", ["", "Gülşen 🂡", String(repeating: "x", count: 100_000)], SQLValue.text) {
            row throws(PostgresFailure) in try row.optionalText()
        }
        try await echo("bigint", [0, -1, .min, .max], SQLValue.bigint) {
            row throws(PostgresFailure) in try row.optionalBigint()
        }
        try await echo("integer", [0, -1, .min, .max], SQLValue.integer) {
            row throws(PostgresFailure) in try row.optionalInteger()
        }
        try await echo("boolean", [true, false], SQLValue.boolean) {
            row throws(PostgresFailure) in try row.optionalBoolean()
        }
        try await echo("bytes", [[], [0, 255, 0], Array(repeating: 7, count: 70_000)], SQLValue.bytes) {
            row throws(PostgresFailure) in try row.optionalBytes()
        }
        let id = try #require(UUID(uuidString: "6f2b1c00-0000-4000-8000-00000000ffff"))
        try await echo("uuid", [id], SQLValue.uuid) { row throws(PostgresFailure) in try row.optionalUUID() }
        let dates = [0, 1_794_000_000.123456, 1_795_307_200.259, -62_000_000_000, 3_000_000_000]
            .map(Date.init(timeIntervalSince1970:))
        try await echo("timestamp", dates, SQLValue.timestamp) {
            row throws(PostgresFailure) in try row.optionalTimestamp()
        }
        try await echo("textArray", [[], ["a", "", "{,\"NULL\\"]], SQLValue.textArray) {
            row throws(PostgresFailure) in try row.optionalTextArray()
        }
        try await echo("uuidArray", [[], [id, id]], SQLValue.uuidArray) {
            row throws(PostgresFailure) in try row.optionalUUIDArray()
        }
        try await echo("bigintArray", [[], [.min, 0, .max]], SQLValue.bigintArray) {
            row throws(PostgresFailure) in try row.optionalBigintArray()
        }
    }

    /// Compares with Postgres' own text of a value, because both ends could be wrong in the same way.
    @Test("Postgres reads the values that were sent")
    func valuesAsText() async throws {
        let bench = try await Bench.make()
        let shown = Statement("shown", """
            SELECT concat_ws(' | ', $1::text, $2::text, $3::text, encode($4, 'hex'), $5::text, $6::text, $7::text)
            """) { row throws(PostgresFailure) in try row.text() }
        let rows = try await bench.database.read(shown(
            .bigint(-5), .integer(7), .boolean(true), .bytes([0xCA, 0xFE]),
            .timestamp(Date(timeIntervalSince1970: 951_827_696.5)), .textArray(["a", "b c"]), .bigintArray([1, 2])
        ))
        #expect(rows == ["-5 | 7 | true | cafe | 2000-02-29 12:34:56.5+00 | {a,\"b c\"} | {1,2}"])
    }

    static let invalid: [SQLValue] = [
        .text("a\0"), .text("\0"), .textArray(["a", "b\0c"]), .timestamp(Date(timeIntervalSince1970: .infinity)),
        .timestamp(Date(timeIntervalSince1970: -.infinity)), .timestamp(Date(timeIntervalSince1970: .nan)),
        .timestamp(Date(timeIntervalSince1970: 1e300)), .timestamp(Date(timeIntervalSince1970: 9_224_318_016_000)),
        .timestamp(Date(timeIntervalSince1970: -210_866_803_201)),
        SQLValue.columns(of: [[.text("a")], [.text("\0")]])[0],
    ]

    @Test("A read, a write or a transaction does not send a value that Postgres would refuse", arguments: invalid)
    func isNotSent(value: SQLValue) async throws {
        let bench = try await Bench.make { $0.transactors = 1 }
        let echo = Statement("echo", "SELECT $1, $2")
        let asked = echo(.bigint(1), value)
        let expected = "the value of $2 is not accepted by Postgres; nothing was sent (statement echo)"
        for refused in [
            await failure { try await bench.database.read(asked) },
            await failure { try await bench.database.write(asked) },
            await failure {
                try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                    _ = try transaction.run(echo(.bigint(1), .text("a")))
                    _ = try transaction.commit(asked)
                }
            },
        ] {
            #expect(refused?.kind == .invalidValue && refused?.sqlState == nil)
            #expect(refused.map { "\($0)" } == expected)
        }
        #expect(bench.tally["postgres_connects_total", "read"] == 0, "nothing was sent")
        _ = try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            try transaction.commit(echo(.bigint(1), .text("a")))
        }
        #expect(bench.tally["postgres_connects_total", "transaction"] == 1, "the session was fit to be lent again")
    }

    @Test("The earliest date that Postgres can store is sent")
    func earliestDate() async throws {
        let bench = try await Bench.make()
        let shown = Statement("shown", "SELECT $1::text") { row throws(PostgresFailure) in try row.text() }
        let date = Date(timeIntervalSince1970: -210_866_803_200)
        #expect(try await bench.database.read(shown(.timestamp(date))) == ["4714-11-24 00:00:00+00 BC"])
    }

    @Test("A script with U+0000 is not sent")
    func scripts() async throws {
        let bench = try await Bench.make()
        let refused = await failure { try await bench.database.execute(script: "CREATE TABLE a (b text)\0; nonsense") }
        #expect(refused?.kind == .invalidValue)
        await #expect(throws: PostgresFailure.self) { try await bench.count("a") }
    }

    @Test("An unexpected row is refused, and the error names the column", arguments: [
        ("SELECT 1", "the decoder reads column ?column? as bigint but it is integer (statement probe)"),
        ("SELECT NULL::bigint AS balance", "the decoder does not accept NULL in column balance (statement probe)"),
        ("SELECT", "the decoder asks for column 1 of 0 (statement probe)"),
        ("SELECT 1.5 AS price", "the decoder reads column price as bigint but it is the type with object id 1700"
            + " (statement probe)"),
    ])
    func unexpectedRow(sql: String, sentence: String) async throws {
        let bench = try await Bench.make()
        let failure = await failure { try await bench.database.read(one("probe", sql)()) }
        #expect(failure?.kind == .unexpectedRow)
        #expect(failure?.description == sentence)
    }

    @Test("A number that no thing of its kind can have is refused, and the error names the column", arguments: [0, 10])
    func outOfRange(number: Int64) async throws {
        let bench = try await Bench.make()
        let one = Statement("probe", "SELECT $1 AS digit") { (row: inout Row) throws(PostgresFailure) in
            try row.number("digit", Number<Digit>.self)
        }
        let optional = Statement("probe", "SELECT $1 AS digit") { (row: inout Row) throws(PostgresFailure) in
            try row.optionalNumber("digit", Number<Digit>.self)
        }
        let many = Statement("probe", "SELECT $1 AS digit") { (row: inout Row) throws(PostgresFailure) in
            try row.optionalNumbers("digit", Number<Digit>.self)
        }
        #expect(try await bench.database.read(one(.bigint(9))) == [9])
        #expect(try await bench.database.read(optional(.bigint(1))) == [1])
        #expect(try await bench.database.read(optional(.bigint(nil))) == [nil])
        #expect(try await bench.database.read(many(.bigintArray([1, 9]))) == [[1, 9]])
        let failures = [
            await failure { try await bench.database.read(one(.bigint(number))) },
            await failure { try await bench.database.read(optional(.bigint(number))) },
            await failure { try await bench.database.read(many(.bigintArray([1, number]))) },
        ]
        for failure in failures {
            #expect(failure?.description
                == "the decoder finds a number out of 1...9 in column digit (statement probe)")
        }
    }

    @Test("Malformed arrays and texts are not decoded")
    func malformedValues() {
        func decode(_ wire: [UInt8]) -> [Int64]? {
            wire.withUnsafeBytes { BinaryFormat.elements($0, of: .bigint, BinaryFormat.number) }
        }
        let whole = BinaryFormat.array(of: .bigint, [BinaryFormat.bytes(of: Int64(42))])
        #expect(decode(whole) == [42])
        for length in 0..<whole.count { #expect(decode(Array(whole.prefix(length))) == nil) }
        #expect(decode(BinaryFormat.array(of: .text, [[1]])) == nil)
        let invalid: [UInt8] = [0xC3, 0x28]
        #expect(invalid.withUnsafeBytes(BinaryFormat.text) == nil)
    }

    @Test("Printing a query or a value does not show the value")
    func hiddenValues() {
        let values: [SQLValue] = [.text("4111111111111111"), .text(nil)]
        let query = one("probe", "SELECT $1")(values[0])
        #expect(values.map { "\($0)" } == ["text, 16 bytes", "text, NULL"])
        for text in ["\(query)", String(reflecting: query), "\(values)"] { #expect(!text.contains("4111")) }
        var dumped = ""
        dump(query, to: &dumped)
        #expect(!dumped.contains("49") && !dumped.contains("4111"))
    }
}
