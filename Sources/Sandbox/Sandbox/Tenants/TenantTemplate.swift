import Issuing
import Postgres

/// A database with the schema of a sandbox and no data, of which the databases of tenants are copies: to copy the files
/// takes a fraction of the time in which Postgres creates all tables and indexes.
///
/// The first tenant of an installation creates it, so a service without tenants pays nothing. It is removed when the
/// service ends. If the service is killed, the next one uses it, and removes it at its end.
struct TenantTemplate {
    /// Neither can be a tenant's name, which begins with a letter or a digit.
    let name: String
    /// The name of what is being created, under the lock of all scripts.
    let draft: String

    private let schema: SandboxSchema

    init(prefix: String, _ schema: SandboxSchema) {
        name = prefix + "-"
        draft = prefix + "_"
        self.schema = schema
    }

    /// The comment on the template of exactly this schema. A template of another version is replaced.
    var comment: String { "template of tenants, schema \(schema.digest)" }

    /// The scripts that create it, or replace it.
    func making(_ drop: DatabaseDrop) -> [PlacedScript] {
        let creation: [PlacedScript] = [
            // The server's own templates may have another encoding than the service's database.
            "CREATE DATABASE \(quoted(draft, "\"")) TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'",
            PlacedScript(schema.whole, in: draft),
            "COMMENT ON DATABASE \(quoted(draft, "\"")) IS \(quoted(comment, "'"))",
        ]
        return drop(draft) + creation + drop(name)
            + ["ALTER DATABASE \(quoted(draft, "\"")) RENAME TO \(quoted(name, "\""))"]
    }

    /// The scripts that create a copy with a comment.
    func copying(to copy: String, comment: String, _ drop: DatabaseDrop) -> [PlacedScript] {
        drop(draft) + [
            "CREATE DATABASE \(quoted(draft, "\"")) TEMPLATE \(quoted(name, "\""))",
            "COMMENT ON DATABASE \(quoted(draft, "\"")) IS \(quoted(comment, "'"))",
            "ALTER DATABASE \(quoted(draft, "\"")) RENAME TO \(quoted(copy, "\""))",
        ]
    }
}

extension Sandbox {
    /// Removes the template of tenants, and what a killed run left unfinished.
    public func removeTenantTemplate() async throws(IssuingFailure) {
        let names = try await reading(TenantStatements.templates())
        guard !names.isEmpty else { return }
        try await maintaining { drop in names.flatMap { drop($0) } }
    }
}
