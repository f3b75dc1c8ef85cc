import Foundation

/// The readers of a row. Each names the column that it reads, which must be the next one.
///
/// A build for tests compares the name with the column's, so every row that a test reads is checked: a read in another
/// order than the select list fails, instead of returning another value of the same type. In a build for production the
/// readers are inlined and the name is gone, so nothing is compared or looked up.
extension Row {
    @inlinable @inline(__always)
    func expect(_ column: StaticString) throws(PostgresFailure) {
        #if DEBUG
            try compare(column)
        #endif
    }

    /// Whether the next column is NULL; the next read still reads it. In an outer join, NULL shows that a row has no
    /// partner.
    @inlinable @inline(__always)
    public func isNull(_ column: StaticString) throws(PostgresFailure) -> Bool {
        try expect(column)
        return isNull
    }

    @inlinable @inline(__always)
    public mutating func text(_ column: StaticString) throws(PostgresFailure) -> String {
        try expect(column)
        return try text()
    }

    @inlinable @inline(__always)
    public mutating func optionalText(_ column: StaticString) throws(PostgresFailure) -> String? {
        try expect(column)
        return try optionalText()
    }

    @inlinable @inline(__always)
    public mutating func bigint(_ column: StaticString) throws(PostgresFailure) -> Int64 {
        try expect(column)
        return try bigint()
    }

    @inlinable @inline(__always)
    public mutating func optionalBigint(_ column: StaticString) throws(PostgresFailure) -> Int64? {
        try expect(column)
        return try optionalBigint()
    }

    @inlinable @inline(__always)
    public mutating func boolean(_ column: StaticString) throws(PostgresFailure) -> Bool {
        try expect(column)
        return try boolean()
    }

    @inlinable @inline(__always)
    public mutating func optionalBoolean(_ column: StaticString) throws(PostgresFailure) -> Bool? {
        try expect(column)
        return try optionalBoolean()
    }

    @inlinable @inline(__always)
    public mutating func bytes(_ column: StaticString) throws(PostgresFailure) -> [UInt8] {
        try expect(column)
        return try bytes()
    }

    @inlinable @inline(__always)
    public mutating func optionalBytes(_ column: StaticString) throws(PostgresFailure) -> [UInt8]? {
        try expect(column)
        return try optionalBytes()
    }

    @inlinable @inline(__always)
    public mutating func uuid(_ column: StaticString) throws(PostgresFailure) -> UUID {
        try expect(column)
        return try uuid()
    }

    @inlinable @inline(__always)
    public mutating func optionalUUID(_ column: StaticString) throws(PostgresFailure) -> UUID? {
        try expect(column)
        return try optionalUUID()
    }

    @inlinable @inline(__always)
    public mutating func timestamp(_ column: StaticString) throws(PostgresFailure) -> Date {
        try expect(column)
        return try timestamp()
    }

    @inlinable @inline(__always)
    public mutating func optionalTimestamp(_ column: StaticString) throws(PostgresFailure) -> Date? {
        try expect(column)
        return try optionalTimestamp()
    }

    @inlinable @inline(__always)
    public mutating func textArray(_ column: StaticString) throws(PostgresFailure) -> [String] {
        try expect(column)
        return try textArray()
    }

    @inlinable @inline(__always)
    public mutating func optionalTextArray(_ column: StaticString) throws(PostgresFailure) -> [String]? {
        try expect(column)
        return try optionalTextArray()
    }

    @inlinable @inline(__always)
    public mutating func uuidArray(_ column: StaticString) throws(PostgresFailure) -> [UUID] {
        try expect(column)
        return try uuidArray()
    }

    @inlinable @inline(__always)
    public mutating func optionalUUIDArray(_ column: StaticString) throws(PostgresFailure) -> [UUID]? {
        try expect(column)
        return try optionalUUIDArray()
    }

    @inlinable @inline(__always)
    public mutating func bigintArray(_ column: StaticString) throws(PostgresFailure) -> [Int64] {
        try expect(column)
        return try bigintArray()
    }

    @inlinable @inline(__always)
    public mutating func optionalBigintArray(_ column: StaticString) throws(PostgresFailure) -> [Int64]? {
        try expect(column)
        return try optionalBigintArray()
    }

    @inlinable @inline(__always)
    public mutating func integer(_ column: StaticString) throws(PostgresFailure) -> Int {
        try expect(column)
        return Int(try integer() as Int32)
    }

    @inlinable @inline(__always)
    public mutating func optionalInteger(_ column: StaticString) throws(PostgresFailure) -> Int? {
        try expect(column)
        return try (optionalInteger() as Int32?).map(Int.init)
    }

    /// A number that is valid only within a range. Any other number is a failure, like a wrong type.
    @inlinable @inline(__always)
    public mutating func integer(
        _ column: StaticString, in range: ClosedRange<Int>
    ) throws(PostgresFailure) -> Int {
        try expect(column)
        return try integer(in: range)
    }

    /// Text that names a member of a closed set. A name that the program does not know is a wrong value, not a default.
    @inlinable @inline(__always)
    public mutating func text<Value: RawRepresentable<String>>(
        _ column: StaticString, as type: Value.Type
    ) throws(PostgresFailure) -> Value {
        try expect(column)
        return try text(as: type)
    }

    @inlinable @inline(__always)
    public mutating func optionalText<Value: RawRepresentable<String>>(
        _ column: StaticString, as type: Value.Type
    ) throws(PostgresFailure) -> Value? {
        try expect(column)
        return try optionalText(as: type)
    }
}
