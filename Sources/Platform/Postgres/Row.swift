import CLibPQ
import Foundation

/// One row of an answer, read column by column in the order of the SELECT list.
///
/// Each read names its column; see `Row+Names.swift`.
///
/// It is a view of the answer's own memory. A statement's decoder borrows it and must not keep it: reading a row copies
/// only the values that the decoder takes. A missing column, another type or an unexpected NULL is a failure that names
/// the statement and the column.
public struct Row: ~Copyable {
    private let result: ResultSet
    private let statement: String
    private var row: Int32 = -1
    private var column: Int32 = 0

    @usableFromInline
    init(of result: ResultSet, statement: String) {
        self.result = result
        self.statement = statement
    }

    @usableFromInline
    mutating func advance() -> Bool {
        row += 1
        column = 0
        return row < result.rowCount
    }

    @usableFromInline
    mutating func text() throws(PostgresFailure) -> String {
        try required(optionalText())
    }

    @usableFromInline
    var isNull: Bool {
        column < result.columnCount && result.value(row, column) == nil
    }

    /// Text that names a member of a closed set. A name that the program does not know is a wrong value, not a default.
    ///
    /// Inlinable, so that the compiler makes it for the caller's type: as generic code it took 600 instructions a
    /// column.
    @inlinable
    mutating func text<Value: RawRepresentable<String>>(
        as type: Value.Type
    ) throws(PostgresFailure) -> Value {
        guard let value = Value(rawValue: try text()) else { throw unknownName(of: type) }
        return value
    }

    @inlinable
    mutating func optionalText<Value: RawRepresentable<String>>(
        as type: Value.Type
    ) throws(PostgresFailure) -> Value? {
        guard let text = try optionalText() else { return nil }
        guard let value = Value(rawValue: text) else { throw unknownName(of: type) }
        return value
    }

    @usableFromInline
    func unknownName(of type: Any.Type) -> PostgresFailure {
        unexpected("finds no \(type) by the name in column \(result.name(of: column - 1))")
    }

    @usableFromInline
    mutating func optionalText() throws(PostgresFailure) -> String? {
        try value(.text, BinaryFormat.text)
    }

    @usableFromInline
    mutating func bigint() throws(PostgresFailure) -> Int64 {
        try required(optionalBigint())
    }

    @usableFromInline
    mutating func optionalBigint() throws(PostgresFailure) -> Int64? {
        try value(.bigint, BinaryFormat.number)
    }

    @usableFromInline
    mutating func integer() throws(PostgresFailure) -> Int32 {
        try required(optionalInteger())
    }

    /// A number that is valid only within a range. Any other number is a failure, like a wrong type.
    @usableFromInline
    mutating func integer(in range: ClosedRange<Int>) throws(PostgresFailure) -> Int {
        let number = Int(try integer())
        guard range.contains(number) else { throw outOfRange(range) }
        return number
    }

    @usableFromInline
    func outOfRange<Bound>(_ range: ClosedRange<Bound>) -> PostgresFailure {
        unexpected("finds a number out of \(range) in column \(result.name(of: column - 1))")
    }

    @usableFromInline
    mutating func optionalInteger() throws(PostgresFailure) -> Int32? {
        try value(.integer, BinaryFormat.number)
    }

    @usableFromInline
    mutating func boolean() throws(PostgresFailure) -> Bool {
        try required(optionalBoolean())
    }

    @usableFromInline
    mutating func optionalBoolean() throws(PostgresFailure) -> Bool? {
        try value(.boolean, BinaryFormat.boolean)
    }

    @usableFromInline
    mutating func bytes() throws(PostgresFailure) -> [UInt8] {
        try required(optionalBytes())
    }

    @usableFromInline
    mutating func optionalBytes() throws(PostgresFailure) -> [UInt8]? {
        try value(.bytes) { Array($0) }
    }

    @usableFromInline
    mutating func uuid() throws(PostgresFailure) -> UUID {
        try required(optionalUUID())
    }

    @usableFromInline
    mutating func optionalUUID() throws(PostgresFailure) -> UUID? {
        try value(.uuid, BinaryFormat.uuid)
    }

    @usableFromInline
    mutating func timestamp() throws(PostgresFailure) -> Date {
        try required(optionalTimestamp())
    }

    @usableFromInline
    mutating func optionalTimestamp() throws(PostgresFailure) -> Date? {
        try value(.timestamp, BinaryFormat.date)
    }

    @usableFromInline
    mutating func textArray() throws(PostgresFailure) -> [String] {
        try required(optionalTextArray())
    }

    @usableFromInline
    mutating func optionalTextArray() throws(PostgresFailure) -> [String]? {
        try value(.textArray) { BinaryFormat.elements($0, of: .text, BinaryFormat.element) }
    }

    @usableFromInline
    mutating func uuidArray() throws(PostgresFailure) -> [UUID] {
        try required(optionalUUIDArray())
    }

    @usableFromInline
    mutating func optionalUUIDArray() throws(PostgresFailure) -> [UUID]? {
        try value(.uuidArray) { BinaryFormat.elements($0, of: .uuid, BinaryFormat.uuid) }
    }

    @usableFromInline
    mutating func bigintArray() throws(PostgresFailure) -> [Int64] {
        try required(optionalBigintArray())
    }

    @usableFromInline
    mutating func optionalBigintArray() throws(PostgresFailure) -> [Int64]? {
        try value(.bigintArray) { BinaryFormat.elements($0, of: .bigint, BinaryFormat.number) }
    }

    /// Fails unless the next column has this name. An error in the number of columns is left to the read itself.
    @usableFromInline
    func compare(_ name: StaticString) throws(PostgresFailure) {
        guard column < result.columnCount, !result.isNamed(name, column) else { return }
        throw unexpected("asks for column \(name) but the next one is \(result.name(of: column))")
    }

    private mutating func value<Value>(
        _ type: SQLType, _ decode: (UnsafeRawBufferPointer) -> Value?
    ) throws(PostgresFailure) -> Value? {
        defer { column += 1 }
        guard column < result.columnCount else {
            throw unexpected("asks for column \(column + 1) of \(result.columnCount)")
        }
        let found = result.type(of: column)
        guard found == type.rawValue || (type == .text && ResultSet.textual.contains(found)) else {
            let name = SQLType(rawValue: found)?.name ?? "the type with object id \(found)"
            throw unexpected("reads column \(result.name(of: column)) as \(type.name) but it is \(name)")
        }
        guard let wire = result.value(row, column) else { return nil }
        guard let value = decode(wire) else {
            throw unexpected("reads column \(result.name(of: column)) as \(type.name) but cannot take its value")
        }
        return value
    }

    private func required<Value>(_ value: Value?) throws(PostgresFailure) -> Value {
        guard let value else { throw unexpected("does not accept NULL in column \(result.name(of: column - 1))") }
        return value
    }

    /// The failure for a value that has no meaning; `what` continues "the decoder".
    package func unexpected(_ what: String) -> PostgresFailure {
        PostgresFailure(.unexpectedRow, statement: statement, explanation: "the decoder \(what)")
    }
}
