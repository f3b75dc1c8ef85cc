import Postgres

extension SchemaPart {
    /// Subscriptions, the events that wait for them, and the log of deliveries.
    public static let webhooks = SchemaPart(EmbeddedFiles.all["webhooks.sql", default: ""])
}
