import Postgres

extension SchemaPart {
    /// Accounts, holds, journals, transactions, movements, and the sums of the house.
    public static let ledger = SchemaPart(EmbeddedFiles.all["ledger.sql", default: ""])
}
