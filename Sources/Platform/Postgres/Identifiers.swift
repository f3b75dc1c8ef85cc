import Identifiers

// How ids and numbers are bound to statements and read from rows.

extension SQLValue {
    public static func id<Kind>(_ id: ID<Kind>?) -> SQLValue { .uuid(id?.rawValue) }
    public static func id<Kind>(_ number: Number<Kind>?) -> SQLValue { .bigint(number?.rawValue) }

    // A key path of a generic type is looked up at each use, which takes 30,000 instructions: a closure takes none.
    public static func ids<Kind>(_ ids: [ID<Kind>]) -> SQLValue { .uuidArray(ids.map { $0.rawValue }) }
    public static func ids<Kind>(_ numbers: [Number<Kind>]) -> SQLValue { .bigintArray(numbers.map { $0.rawValue }) }
}

extension Row {
    @inlinable @inline(__always)
    public mutating func id<Kind>(
        _ column: StaticString, _ type: ID<Kind>.Type = ID<Kind>.self
    ) throws(PostgresFailure) -> ID<Kind> {
        ID(rawValue: try uuid(column))
    }

    @inlinable @inline(__always)
    public mutating func optionalID<Kind>(
        _ column: StaticString, _ type: ID<Kind>.Type = ID<Kind>.self
    ) throws(PostgresFailure) -> ID<Kind>? {
        guard let id = try optionalUUID(column) else { return nil }
        return ID(rawValue: id)
    }

    /// A number that no thing of its kind can have fails: another column was read, or data is damaged.
    @inlinable @inline(__always)
    public mutating func number<Kind>(
        _ column: StaticString, _ type: Number<Kind>.Type = Number<Kind>.self
    ) throws(PostgresFailure) -> Number<Kind> {
        guard let number = Number<Kind>(rawValue: try bigint(column)) else { throw outOfRange(Kind.numbers) }
        return number
    }

    /// Fails as ``number(_:_:)`` does.
    @inlinable @inline(__always)
    public mutating func optionalNumber<Kind>(
        _ column: StaticString, _ type: Number<Kind>.Type = Number<Kind>.self
    ) throws(PostgresFailure) -> Number<Kind>? {
        guard let digits = try optionalBigint(column) else { return nil }
        guard let number = Number<Kind>(rawValue: digits) else { throw outOfRange(Kind.numbers) }
        return number
    }

    @inlinable @inline(__always)
    public mutating func optionalNumbers<Kind>(
        _ column: StaticString, _ type: Number<Kind>.Type = Number<Kind>.self
    ) throws(PostgresFailure) -> [Number<Kind>]? {
        guard let digits = try optionalBigintArray(column) else { return nil }
        let numbers = digits.compactMap { Number<Kind>(rawValue: $0) }
        guard numbers.count == digits.count else { throw outOfRange(Kind.numbers) }
        return numbers
    }
}
