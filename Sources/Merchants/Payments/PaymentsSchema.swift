import Postgres

extension SchemaPart {
    /// Merchants, their keys and payments. It refers to the currencies of the ledger.
    public static let payments = SchemaPart(EmbeddedFiles.all["payments.sql", default: ""])
}
