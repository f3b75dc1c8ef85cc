import Postgres

extension SchemaPart {
    /// Authorizations, messages of the network, controls, and the cards' spending.
    public static let authorizing = SchemaPart(EmbeddedFiles.all["authorizing.sql", default: ""])

    /// Clearing files, their positions and breaks, and interchange.
    public static let clearing = SchemaPart(EmbeddedFiles.all["clearing.sql", default: ""])
}
