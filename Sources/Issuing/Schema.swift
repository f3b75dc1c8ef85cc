import Postgres

/// `schema.sql`, compiled in, and the steps by which an older database gets there.
public enum Schema {
    /// What an empty database is given.
    public static let whole = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    /// One baseline while nothing is released. A database made before it is refused: there is no step from there.
    public static let migrations = [Migration(version: 10, name: "baseline", sql: whole)]
}
