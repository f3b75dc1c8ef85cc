import Postgres

/// `schema.sql`, compiled into the program, and the steps that migrate an older database.
public enum Schema {
    /// The whole file, for readers.
    public static let whole = EmbeddedFiles.all["schema.sql", default: ""].description

    /// The statements for an empty database: all schemas of a production database.
    public static let production = part("money") + part("issuing") + part("merchants")

    /// The schemas in which a session must look up names; see `DatabaseConfiguration.schemas`. Statements name every
    /// other schema explicitly.
    public static let searchPath = ["issuing"]

    /// Only a baseline, because nothing is released yet. An older database is refused, because no step leads from it to
    /// the baseline.
    public static let migrations = [Migration(version: 26, name: "baseline", sql: production)]

    /// The statements of one schema: from its heading to the next one, or to the end of the file.
    ///
    /// - Parameter name: a schema in `schema.sql`.
    package static func part(_ name: String) -> String {
        guard let heading = whole.firstRange(of: "\n-- schema: \(name) -") else {
            preconditionFailure("schema.sql has no schema \(name).")
        }
        let end = whole[heading.upperBound...].firstRange(of: "\n-- schema: ")?.lowerBound ?? whole.endIndex
        return String(whole[heading.lowerBound..<end])
    }
}
