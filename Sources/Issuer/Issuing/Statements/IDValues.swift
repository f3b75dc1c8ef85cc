import Cards
import CardSecrets
import Ledger
import Postgres

/// Binds ids of all kinds to statements, and reads them from rows.
extension SQLValue {
    package static func id<Kind>(_ id: ID<Kind>?) -> SQLValue { .uuid(id?.rawValue) }
    package static func id(_ id: CustomerID?) -> SQLValue { .bigint(id?.rawValue) }
    package static func id(_ id: AccountID?) -> SQLValue { .bigint(id?.rawValue) }

    package static func ids<Kind>(_ ids: [ID<Kind>]) -> SQLValue { .uuidArray(ids.map(\.rawValue)) }
    package static func ids(_ ids: [CustomerID]) -> SQLValue { .bigintArray(ids.map(\.rawValue)) }
}

extension Row {
    @inline(__always)
    package mutating func id<Kind>(
        _ column: StaticString, _ type: ID<Kind>.Type = ID<Kind>.self
    ) throws(PostgresFailure) -> ID<Kind> {
        ID(rawValue: try uuid(column))
    }

    @inline(__always)
    package mutating func optionalID<Kind>(
        _ column: StaticString, _ type: ID<Kind>.Type = ID<Kind>.self
    ) throws(PostgresFailure) -> ID<Kind>? {
        try optionalUUID(column).map(ID.init(rawValue:))
    }

    @inline(__always)
    package mutating func customerID(_ column: StaticString) throws(PostgresFailure) -> CustomerID {
        CustomerID(rawValue: try bigint(column))
    }

    @inline(__always)
    package mutating func optionalCustomerID(_ column: StaticString) throws(PostgresFailure) -> CustomerID? {
        try optionalBigint(column).map(CustomerID.init(rawValue:))
    }
}

extension Entropy {
    /// A new id, which nothing else has.
    package func id<Kind>(_ type: ID<Kind>.Type = ID<Kind>.self) -> ID<Kind> { ID(rawValue: uuid()) }
}
