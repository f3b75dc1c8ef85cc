import Authorizing
import Ledger
import Postgres

extension SchemaPart {
    /// The card service: brands, customers, cards, tokens, webhooks, authentication.
    public static let issuing = SchemaPart(EmbeddedFiles.all["issuing.sql", default: ""])
}

/// The schema of the card service, and the steps that migrate an older database.
public enum Schema {
    /// What the card service needs. A program in which merchants are paid adds their tables.
    public static let parts: [SchemaPart] = [.ledger, .authorizing, .issuing]

    /// The schemas in which a session must look up names; see `DatabaseConfiguration.schemas`. Statements name every
    /// other schema explicitly.
    public static let searchPath = ["issuing"]

    /// An older database than the baseline is refused, because no step leads from it to the baseline. The program
    /// before a step and the one after it both work on the database after the step.
    public static let migrations = [Migration(version: 26, name: "baseline", sql: parts.script)]
}
