import Foundation

/// The types that this module supports, by the object id that Postgres gives them in every database (`pg_type.dat`).
enum SQLType: UInt32, Sendable {
    case boolean = 16
    case bytes = 17
    case bigint = 20
    case integer = 23
    case text = 25
    case uuid = 2950
    case timestamp = 1184
    case booleanArray = 1000
    case bytesArray = 1001
    case bigintArray = 1016
    case integerArray = 1007
    case textArray = 1009
    case uuidArray = 2951
    case timestampArray = 1185

    var name: String {
        switch self {
        case .boolean: "boolean"
        case .bytes: "bytea"
        case .bigint: "bigint"
        case .integer: "integer"
        case .text: "text"
        case .uuid: "uuid"
        case .timestamp: "timestamptz"
        case .booleanArray: "boolean[]"
        case .bytesArray: "bytea[]"
        case .bigintArray: "bigint[]"
        case .integerArray: "integer[]"
        case .textArray: "text[]"
        case .uuidArray: "uuid[]"
        case .timestampArray: "timestamptz[]"
        }
    }

    /// The type of an array of these; nil for an array itself.
    var array: SQLType? {
        switch self {
        case .boolean: .booleanArray
        case .bytes: .bytesArray
        case .bigint: .bigintArray
        case .integer: .integerArray
        case .text: .textArray
        case .uuid: .uuidArray
        case .timestamp: .timestampArray
        case .booleanArray, .bytesArray, .bigintArray, .integerArray, .textArray, .uuidArray, .timestampArray: nil
        }
    }
}

/// One parameter of a statement.
///
/// It always has a type, even for NULL. So a statement is prepared with explicit types, and the first caller's values
/// do not decide its meaning. The value has the binary form in which it is sent: nothing is quoted or parsed on the
/// way.
public struct SQLValue: Sendable, Equatable {
    let type: SQLType
    let wire: [UInt8]?
    /// Whether Postgres accepts it. A value that Postgres does not accept is never sent, because an error in a pipeline
    /// also ends the statements of other callers behind it.
    let isValid: Bool

    private init(_ type: SQLType, _ wire: [UInt8]?, isValid: Bool = true) {
        self.type = type
        self.wire = wire
        self.isValid = isValid
    }

    /// `text`. A text with U+0000 is refused before it is sent, because Postgres cannot store that character.
    public static func text(_ value: String?) -> SQLValue {
        let wire = value.map { Array($0.utf8) }
        return SQLValue(.text, wire, isValid: wire?.contains(0) != true)
    }

    /// `bigint`, 64 bits.
    public static func bigint(_ value: Int64?) -> SQLValue {
        SQLValue(.bigint, value.map(BinaryFormat.bytes(of:)))
    }

    /// `integer`, 32 bits.
    public static func integer(_ value: Int32?) -> SQLValue {
        SQLValue(.integer, value.map(BinaryFormat.bytes(of:)))
    }

    /// `integer`. A number of more than 32 bits becomes the nearest one that fits, and the column's constraints then
    /// accept or refuse it.
    public static func integer(_ value: Int) -> SQLValue {
        integer(Int32(clamping: value))
    }

    /// `boolean`.
    public static func boolean(_ value: Bool?) -> SQLValue {
        SQLValue(.boolean, value.map { [$0 ? 1 : 0] })
    }

    /// `bytea`.
    public static func bytes(_ value: [UInt8]?) -> SQLValue {
        SQLValue(.bytes, value)
    }

    /// `uuid`.
    public static func uuid(_ value: UUID?) -> SQLValue {
        SQLValue(.uuid, value.map(BinaryFormat.bytes(of:)))
    }

    /// `timestamptz`, rounded to the microsecond, the precision of Postgres. A date outside its years (4713 BC to AD
    /// 294276) is refused before it is sent.
    public static func timestamp(_ value: Date?) -> SQLValue {
        SQLValue(
            .timestamp, value.map { BinaryFormat.bytes(of: BinaryFormat.microseconds(of: $0)) },
            isValid: value.map { BinaryFormat.years.contains(BinaryFormat.microseconds(of: $0)) } ?? true)
    }

    /// `text[]`, for `= ANY($1)` and `unnest($1)`. An element with U+0000 is refused before it is sent.
    public static func textArray(_ value: [String]?) -> SQLValue {
        SQLValue(
            .textArray, value.map { BinaryFormat.array(of: .text, $0.map { Array($0.utf8) }) },
            isValid: value?.contains { $0.utf8.contains(0) } != true)
    }

    /// `uuid[]`.
    public static func uuidArray(_ value: [UUID]?) -> SQLValue {
        SQLValue(.uuidArray, value.map { BinaryFormat.array(of: .uuid, $0.map(BinaryFormat.bytes(of:))) })
    }

    /// `bytea[]`.
    public static func bytesArray(_ value: [[UInt8]]?) -> SQLValue {
        SQLValue(.bytesArray, value.map { BinaryFormat.array(of: .bytes, $0) })
    }

    /// `bigint[]`.
    public static func bigintArray(_ value: [Int64]?) -> SQLValue {
        SQLValue(.bigintArray, value.map { BinaryFormat.array(of: .bigint, $0.map(BinaryFormat.bytes(of:))) })
    }
}

extension SQLValue {
    /// Many rows as one array for each column, NULLs included. `unnest($1, $2, …)` turns them into rows again, so a
    /// statement writes any number of rows at once.
    ///
    /// - Parameter rows: at least one. All have values of the same types in the same order, and no arrays.
    public static func columns(of rows: [[SQLValue]]) -> [SQLValue] {
        guard let first = rows.first else { preconditionFailure("The types of no rows are not known.") }
        return first.indices.map { column in
            let type = first[column].type
            guard let array = type.array else { preconditionFailure("unnest takes no array of \(type.name).") }
            let values = rows.map { row in
                precondition(row[column].type == type, "A column has one type, not \(type) and \(row[column].type).")
                return row[column].wire
            }
            return SQLValue(
                array, BinaryFormat.array(of: type, values), isValid: rows.allSatisfy { $0[column].isValid })
        }
    }
}

/// Says type and size only, because a parameter's value must not be logged.
extension SQLValue: CustomStringConvertible, CustomReflectable {
    public var description: String {
        wire.map { "\(type.name), \($0.count) bytes" } ?? "\(type.name), NULL"
    }

    public var customMirror: Mirror {
        Mirror(self, children: [])
    }
}
