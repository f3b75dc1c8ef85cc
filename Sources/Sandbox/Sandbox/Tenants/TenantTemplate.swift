import Issuing
import Postgres

/// A database with the schema of a sandbox and no data, of which the databases of tenants are copies: to copy the files
/// takes a fraction of the time in which Postgres creates all tables and indexes.
///
/// The first tenant of an installation creates it, so a service without tenants pays nothing. Some copies are made
/// ahead, because a file system can be slow to create hundreds of files soon after it has deleted as many. All are
/// removed when the service ends. If the service is killed, the next one uses them, and removes them at its end.
struct TenantTemplate {
    /// No name here can be a tenant's, which begins with a letter or a digit.
    let name: String
    /// The name of what is being created, under the lock of all scripts.
    let draft: String

    private let schema: SandboxSchema

    init(prefix: String, _ schema: SandboxSchema) {
        name = prefix + "-"
        draft = prefix + "_"
        self.schema = schema
    }

    /// The comment on the template of exactly this schema, and on its spare copies. Those of another version are
    /// replaced.
    var comment: String { "template of tenants, schema \(schema.digest)" }

    /// The scripts that create it, or replace it.
    func making(_ drop: DatabaseDrop) -> [PlacedScript] {
        let creation: [PlacedScript] = [
            // The server's own templates may have another encoding than the service's database.
            "CREATE DATABASE \(quoted(draft, "\"")) TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'",
            PlacedScript(schema.whole, in: draft),
            commenting(comment),
        ]
        return drop(draft) + creation + drop(name) + [naming(name)]
    }

    /// The scripts that create a copy with a comment.
    func copying(to copy: String, comment: String, _ drop: DatabaseDrop) -> [PlacedScript] {
        drop(draft) + [
            "CREATE DATABASE \(quoted(draft, "\"")) TEMPLATE \(quoted(name, "\""))", commenting(comment), naming(copy),
        ]
    }

    /// The scripts that create a spare copy of this name, or replace one of another version. They fail (42P04) if it is
    /// there.
    func sparing(_ spare: String, _ drop: DatabaseDrop) -> [PlacedScript] {
        let isThere = """
            EXISTS (
                SELECT FROM pg_database
                WHERE datname = \(quoted(spare, "'"))
                  AND shobj_description(oid, 'pg_database') = \(quoted(comment, "'")))
            """
        let check = PlacedScript(TenantScript.raising("duplicate_database", if: isThere))
        let (creation, name) = (copying(to: spare, comment: comment, drop).dropLast(), naming(spare))
        return [check] + creation + drop(spare) + [name]
    }

    /// The script that gives a spare copy its name and comment, both or neither. It fails (3D000) if there is none.
    func taking(to copy: String, comment: String) -> PlacedScript {
        let block = """
            DECLARE spare text;
            BEGIN
                SELECT datname INTO spare FROM pg_database
                WHERE starts_with(datname, \(quoted(name, "'"))) AND datname <> \(quoted(name, "'"))
                  AND shobj_description(oid, 'pg_database') = \(quoted(self.comment, "'"))
                ORDER BY datname LIMIT 1;
                IF spare IS NULL THEN RAISE invalid_catalog_name; END IF;
                EXECUTE format('COMMENT ON DATABASE %I IS %L', spare, \(quoted(comment, "'")));
                EXECUTE format('ALTER DATABASE %I RENAME TO %I', spare, \(quoted(copy, "'")));
            END
            """
        return PlacedScript("DO \(quoted(block, "'"))")
    }

    private func commenting(_ comment: String) -> PlacedScript {
        "COMMENT ON DATABASE \(quoted(draft, "\"")) IS \(quoted(comment, "'"))"
    }

    private func naming(_ name: String) -> PlacedScript {
        "ALTER DATABASE \(quoted(draft, "\"")) RENAME TO \(quoted(name, "\""))"
    }
}

extension Sandbox {
    /// Makes one of so many spare copies of the template, which the next tenants get. Returns whether one was missing.
    ///
    /// - Parameters:
    ///   - count: how many there should be, at most 9.
    ///   - schema: that of the template.
    /// - Throws: SQLSTATE 3D000 if there is no template.
    public func makeSpareTenantDatabase(
        of count: Int, with schema: SandboxSchema
    ) async throws(IssuingFailure) -> Bool {
        guard let prefix = try await reading(TenantStatements.prefix()).first, prefix.utf8.count + 2 <= Self.longestName
        else { return false }
        let template = TenantTemplate(prefix: prefix, schema)
        let spares = try await reading(TenantStatements.copies(.text(template.comment)))
        guard let spare = (0..<count).map({ template.name + String($0) }).first(where: { !spares.contains($0) })
        else { return false }
        do throws(IssuingFailure) {
            try await maintaining { drop in template.sparing(spare, drop) }
        } catch where error.postgresFailure?.sqlState == "42P04" {
            // Another server has made it meanwhile.
        }
        return true
    }

    /// Removes the template of tenants with its spare copies, and what a killed run left unfinished.
    public func removeTenantTemplate() async throws(IssuingFailure) {
        let names = try await reading(TenantStatements.templates())
        guard !names.isEmpty else { return }
        try await maintaining { drop in names.flatMap { drop($0) } }
    }
}
