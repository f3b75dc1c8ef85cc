import Postgres

/// `schema.sql`, compiled in, and the steps by which an older database is migrated.
public enum Schema {
    /// The whole file, for whoever reads it.
    public static let whole = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    /// What an empty database is given: the schema `issuing`.
    public static let issuing = String(whole[..<beginningOfSandbox])

    /// What a database is given in addition when it becomes a sandbox's: the schema `sandbox`.
    package static let sandbox = String(whole[beginningOfSandbox...])

    /// Where a session must look up names; see `DatabaseConfiguration.schemas`. The schema `sandbox` is not among them:
    /// whatever belongs to the sandbox is written with its schema.
    public static let searchPath = ["issuing"]

    /// One baseline while nothing is released. A database created before it is refused: there is no step from there.
    public static let migrations = [Migration(version: 12, name: "baseline", sql: issuing)]

    private static var beginningOfSandbox: String.Index {
        guard let heading = whole.firstRange(of: "-- The sandbox: installed only where one is on") else {
            preconditionFailure("schema.sql has no part for the sandbox.")
        }
        return heading.lowerBound
    }
}
