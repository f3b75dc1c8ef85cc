import Foundation

/// The types this module speaks, by the object id Postgres gives them in every database (`pg_type.dat`).
enum SQLType: UInt32, Sendable {
    case boolean = 16
    case bytes = 17
    case bigint = 20
    case integer = 23
    case text = 25
    case uuid = 2950
    case timestamp = 1184
    case bigintArray = 1016
    case textArray = 1009
    case uuidArray = 2951

    var name: String {
        switch self {
        case .boolean: "boolean"
        case .bytes: "bytea"
        case .bigint: "bigint"
        case .integer: "integer"
        case .text: "text"
        case .uuid: "uuid"
        case .timestamp: "timestamptz"
        case .bigintArray: "bigint[]"
        case .textArray: "text[]"
        case .uuidArray: "uuid[]"
        }
    }
}

/// One parameter of a statement.
///
/// It always knows its type, NULL included, so that a statement is prepared with explicit types and means the same
/// whoever calls it first. It is kept in the binary form it travels in: nothing is quoted or parsed on the way.
public struct SQLValue: Sendable, Equatable {
    let type: SQLType
    let wire: [UInt8]?

    private init(_ type: SQLType, _ wire: [UInt8]?) {
        self.type = type
        self.wire = wire
    }

    /// `text`. Postgres refuses U+0000 in it with SQLSTATE 22021.
    public static func text(_ value: String?) -> SQLValue {
        SQLValue(.text, value.map { Array($0.utf8) })
    }

    /// `bigint`, 64 bits.
    public static func bigint(_ value: Int64?) -> SQLValue {
        SQLValue(.bigint, value.map(BinaryFormat.bytes(of:)))
    }

    /// `integer`, 32 bits.
    public static func integer(_ value: Int32?) -> SQLValue {
        SQLValue(.integer, value.map(BinaryFormat.bytes(of:)))
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

    /// `timestamptz`, rounded to the microsecond, which is all Postgres keeps. A date outside its years (4713 BC to
    /// AD 294276) is refused by Postgres with SQLSTATE 22008.
    public static func timestamp(_ value: Date?) -> SQLValue {
        SQLValue(.timestamp, value.map { BinaryFormat.bytes(of: BinaryFormat.microseconds(of: $0)) })
    }

    /// `text[]`, for `= ANY($1)` and `unnest($1)`.
    public static func textArray(_ value: [String]?) -> SQLValue {
        SQLValue(.textArray, value.map { BinaryFormat.array(of: .text, $0.map { Array($0.utf8) }) })
    }

    /// `uuid[]`.
    public static func uuidArray(_ value: [UUID]?) -> SQLValue {
        SQLValue(.uuidArray, value.map { BinaryFormat.array(of: .uuid, $0.map(BinaryFormat.bytes(of:))) })
    }

    /// `bigint[]`.
    public static func bigintArray(_ value: [Int64]?) -> SQLValue {
        SQLValue(.bigintArray, value.map { BinaryFormat.array(of: .bigint, $0.map(BinaryFormat.bytes(of:))) })
    }
}

/// Says type and size only: what is in a parameter has no business in a log.
extension SQLValue: CustomStringConvertible, CustomReflectable {
    public var description: String {
        wire.map { "\(type.name), \($0.count) bytes" } ?? "\(type.name), NULL"
    }

    public var customMirror: Mirror {
        Mirror(self, children: [])
    }
}
