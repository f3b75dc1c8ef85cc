import Postgres

extension SchemaPart {
    /// The audit trail.
    public static let audit = SchemaPart(EmbeddedFiles.all["audit.sql", default: ""])
}
