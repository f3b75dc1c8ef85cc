import Postgres

/// `schema.sql`, compiled in, and the steps by which an older database is migrated.
public enum Schema {
    /// The whole file, for readers.
    public static let whole = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    /// What an empty database is given: the schema `issuing`.
    public static let issuing = part("issuing")

    /// Where a session must look up names; see `DatabaseConfiguration.schemas`. Everything in another schema is written
    /// with its schema.
    public static let searchPath = ["issuing"]

    /// One baseline while nothing is released. A database created before it is refused: there is no step from there.
    public static let migrations = [Migration(version: 12, name: "baseline", sql: issuing)]

    /// The statements of one schema: from its heading to the next one, or to the end of the file.
    ///
    /// - Parameter name: one that `schema.sql` has.
    package static func part(_ name: String) -> String {
        guard let heading = whole.firstRange(of: "\n-- schema: \(name) -") else {
            preconditionFailure("schema.sql has no schema \(name).")
        }
        let end = whole[heading.upperBound...].firstRange(of: "\n-- schema: ")?.lowerBound ?? whole.endIndex
        return String(whole[heading.lowerBound..<end])
    }
}
