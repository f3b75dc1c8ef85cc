import Postgres

extension SchemaPart {
    /// Authorizations, messages of the network, controls, and what cards have spent.
    public static let authorizing = SchemaPart(EmbeddedFiles.all["authorizing.sql", default: ""])
}
