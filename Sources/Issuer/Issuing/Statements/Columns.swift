import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

/// A column to write: its name, its type, and the function that takes its value from a `Source`.
package struct Column<Source>: Sendable {
    package let name: String
    /// The name of the type in a parameter of `unnest`.
    let type: String
    let value: @Sendable (Source) -> SQLValue

    package static func text(_ name: String, _ value: @escaping @Sendable (Source) -> String?) -> Column {
        Column(name: name, type: "text") { .text(value($0)) }
    }

    package static func textArray(_ name: String, _ value: @escaping @Sendable (Source) -> [String]) -> Column {
        Column(name: name, type: "text[]") { .textArray(value($0)) }
    }

    package static func integer(_ name: String, _ value: @escaping @Sendable (Source) -> Int?) -> Column {
        Column(name: name, type: "integer") { .integer(value($0).map { Int32(clamping: $0) }) }
    }

    package static func boolean(_ name: String, _ value: @escaping @Sendable (Source) -> Bool?) -> Column {
        Column(name: name, type: "boolean") { .boolean(value($0)) }
    }

    package static func bytes(_ name: String, _ value: @escaping @Sendable (Source) -> [UInt8]?) -> Column {
        Column(name: name, type: "bytea") { .bytes(value($0)) }
    }

    package static func timestamp(_ name: String, _ value: @escaping @Sendable (Source) -> Date?) -> Column {
        Column(name: name, type: "timestamptz") { .timestamp(value($0)) }
    }

    package static func id<Kind>(_ name: String, _ value: @escaping @Sendable (Source) -> ID<Kind>?) -> Column {
        Column(name: name, type: "uuid") { .id(value($0)) }
    }

    package static func customer(_ name: String, _ value: @escaping @Sendable (Source) -> CustomerID?) -> Column {
        Column(name: name, type: "bigint") { .id(value($0)) }
    }

    package static func account(_ name: String, _ value: @escaping @Sendable (Source) -> AccountID?) -> Column {
        Column(name: name, type: "bigint") { .id(value($0)) }
    }

    /// The seven columns of an address. If there is no address, all are null.
    package static func address(_ value: @escaping @Sendable (Source) -> DeliveryAddress?) -> [Column] {
        [
            .text("address1") { value($0)?.address1 }, .text("address2") { value($0)?.address2 },
            .text("address3") { value($0)?.address3 }, .text("city") { value($0)?.city },
            .text("country_code") { value($0)?.countryCode }, .text("state") { value($0)?.state },
            .text("postal_code") { value($0)?.postalCode },
        ]
    }
}

/// The columns that a statement writes, in the order of the list.
package struct WrittenColumns<Source>: Sendable {
    package let list: [Column<Source>]

    package init(_ parts: [Column<Source>]...) {
        list = Array(parts.joined())
    }

    /// `a, b`
    package var names: String { list.map(\.name).joined(separator: ", ") }

    /// `$1, $2`
    package var parameters: String { list.indices.map { "$\($0 + 1)" }.joined(separator: ", ") }

    /// `$4, $5`: the parameters behind this many others.
    package func parameters(after count: Int) -> String {
        list.indices.map { "$\($0 + count + 1)" }.joined(separator: ", ")
    }

    /// `unnest($1::text[], $2::integer[])`, for any number of rows at once.
    package var unnested: String {
        let arrays = zip(list.indices, list).map { "$\($0 + 1)::\($1.type)[]" }
        return "unnest(\(arrays.joined(separator: ", ")))"
    }

    /// The first parameter after those of the columns.
    package var next: String { "$\(list.count + 1)" }

    package func values(of source: Source) -> [SQLValue] { list.map { $0.value(source) } }
}

/// A reader of rows that requests each column by name.
///
/// A row returns the next value. A ``SelectList`` records the name instead. So one function is both the select list of
/// a table and the reader of its rows, and the two cannot differ.
///
/// All readers are inlined, so that the compiler makes them for the type of each column: as generic code, a card took
/// 20,600 instructions, and now it takes 9,300.
protocol ColumnReader: ~Copyable {
    mutating func text(_ column: StaticString) throws(PostgresFailure) -> String
    mutating func optionalText(_ column: StaticString) throws(PostgresFailure) -> String?
    mutating func text<Value: RawRepresentable<String> & CaseIterable>(
        _ column: StaticString, as type: Value.Type
    ) throws(PostgresFailure) -> Value
    mutating func optionalText<Value: RawRepresentable<String>>(
        _ column: StaticString, as type: Value.Type
    ) throws(PostgresFailure) -> Value?
    mutating func textArray(_ column: StaticString) throws(PostgresFailure) -> [String]
    mutating func integer(_ column: StaticString) throws(PostgresFailure) -> Int
    mutating func integer(_ column: StaticString, in range: ClosedRange<Int>) throws(PostgresFailure) -> Int
    mutating func optionalInteger(_ column: StaticString) throws(PostgresFailure) -> Int?
    mutating func boolean(_ column: StaticString) throws(PostgresFailure) -> Bool
    /// The value of an expression, under a name.
    mutating func boolean(_ column: StaticString, of expression: StaticString) throws(PostgresFailure) -> Bool
    mutating func bytes(_ column: StaticString) throws(PostgresFailure) -> [UInt8]
    mutating func timestamp(_ column: StaticString) throws(PostgresFailure) -> Date
    mutating func optionalTimestamp(_ column: StaticString) throws(PostgresFailure) -> Date?
    mutating func id<Kind>(_ column: StaticString, _ kind: ID<Kind>.Type) throws(PostgresFailure) -> ID<Kind>
    mutating func number<Kind>(
        _ column: StaticString, _ kind: Number<Kind>.Type
    ) throws(PostgresFailure) -> Number<Kind>
}

extension ColumnReader where Self: ~Copyable {
    @inline(__always)
    mutating func id<Kind>(_ column: StaticString) throws(PostgresFailure) -> ID<Kind> {
        try id(column, ID<Kind>.self)
    }

    @inline(__always)
    mutating func number<Kind>(_ column: StaticString) throws(PostgresFailure) -> Number<Kind> {
        try number(column, Number<Kind>.self)
    }

    /// The schema enforces that an address is either complete or absent.
    @inline(__always)
    mutating func deliveryAddress() throws(PostgresFailure) -> DeliveryAddress? {
        let address1 = try optionalText("address1")
        let address2 = try optionalText("address2")
        let address3 = try optionalText("address3")
        let city = try optionalText("city")
        let countryCode = try optionalText("country_code")
        let state = try optionalText("state")
        let postalCode = try optionalText("postal_code")
        guard let address1, let city, let countryCode, let postalCode else { return nil }
        return DeliveryAddress(
            address1: address1, address2: address2, address3: address3, city: city, countryCode: countryCode,
            state: state, postalCode: postalCode)
    }
}

/// A row has most of these readers for every statement.
extension Row: ColumnReader {
    @inline(__always)
    mutating func boolean(_ column: StaticString, of expression: StaticString) throws(PostgresFailure) -> Bool {
        try boolean(column)
    }
}

/// Records the names of the requested columns. The values that it returns have no meaning.
struct SelectList: ColumnReader {
    private var names: [String] = []

    /// The select list for the columns that a function reads.
    ///
    /// - Parameter table: the table's name in the statement, if other tables in it have columns of the same names.
    static func of<Value>(
        _ reading: (inout SelectList) throws(PostgresFailure) -> Value, from table: String? = nil
    ) -> String {
        var list = SelectList()
        do throws(PostgresFailure) {
            _ = try reading(&list)
        } catch {
            preconditionFailure("A select list reads nothing, so nothing can be wrong with it.")
        }
        return list.names.map { name in table.map { "\($0).\(name)" } ?? name }.joined(separator: ", ")
    }

    private mutating func note(_ column: StaticString) { names.append("\(column)") }

    mutating func text(_ column: StaticString) -> String {
        note(column)
        return ""
    }

    mutating func optionalText(_ column: StaticString) -> String? {
        note(column)
        return nil
    }

    mutating func text<Value: RawRepresentable<String> & CaseIterable>(
        _ column: StaticString, as type: Value.Type
    ) -> Value {
        note(column)
        return Value.allCases[Value.allCases.startIndex]
    }

    mutating func optionalText<Value: RawRepresentable<String>>(
        _ column: StaticString, as type: Value.Type
    ) -> Value? {
        note(column)
        return nil
    }

    mutating func textArray(_ column: StaticString) -> [String] {
        note(column)
        return []
    }

    mutating func integer(_ column: StaticString) -> Int {
        note(column)
        return 0
    }

    mutating func integer(_ column: StaticString, in range: ClosedRange<Int>) -> Int {
        note(column)
        return range.lowerBound
    }

    mutating func optionalInteger(_ column: StaticString) -> Int? {
        note(column)
        return nil
    }

    mutating func boolean(_ column: StaticString) -> Bool {
        note(column)
        return false
    }

    mutating func boolean(_ column: StaticString, of expression: StaticString) -> Bool {
        names.append("\(expression) AS \(column)")
        return false
    }

    mutating func bytes(_ column: StaticString) -> [UInt8] {
        note(column)
        return []
    }

    mutating func timestamp(_ column: StaticString) -> Date {
        note(column)
        return Date(timeIntervalSince1970: 0)
    }

    mutating func optionalTimestamp(_ column: StaticString) -> Date? {
        note(column)
        return nil
    }

    mutating func id<Kind>(_ column: StaticString, _ kind: ID<Kind>.Type) -> ID<Kind> {
        note(column)
        return ID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    mutating func number<Kind>(_ column: StaticString, _ kind: Number<Kind>.Type) -> Number<Kind> {
        note(column)
        return .largest
    }
}
