import Issuing
import Postgres
import Validation

/// A database with the schema of a sandbox and no data, of which the databases of tenants are copies: to copy the files
/// takes a fraction of the time in which Postgres creates all tables and indexes.
///
/// The first tenant of an installation creates it, so a service without tenants does no work for it. Some copies are
/// made ahead, because a file system can be slow to create hundreds of files soon after it has deleted as many. All are
/// removed when the service ends. If the service is killed, the next one uses them, and removes them at its end.
///
/// No name here can be a tenant's, which begins with a letter or a digit.
struct TenantTemplate {
    /// The first part of the names of all databases of tenants.
    let prefix: String
    private let schema: SandboxSchema

    init(prefix: String, _ schema: SandboxSchema) {
        self.prefix = prefix
        self.schema = schema
    }

    /// The names of spare copies begin with this name.
    var name: String { prefix + "-" }
    /// The name of the one database that is being created.
    var draft: String { Self.draft(prefix: prefix) }

    /// The names of dropped databases begin with the draft's name.
    static func draft(prefix: String) -> String { prefix + "_" }

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

    /// The scripts that create a copy under the draft's name.
    func copying(_ drop: DatabaseDrop) -> [PlacedScript] {
        drop(draft) + ["CREATE DATABASE \(quoted(draft, "\"")) TEMPLATE \(quoted(name, "\""))"]
    }

    /// The scripts that create a spare copy of this name, or replace one of another version. They fail (42P04) if it is
    /// there.
    func sparing(_ spare: String, _ drop: DatabaseDrop) -> [PlacedScript] {
        let isThere = "EXISTS (SELECT FROM \(copies) AND datname = \(quoted(spare, "'")))"
        let check = PlacedScript(TenantScript.raising("duplicate_database", if: isThere))
        return [check] + copying(drop) + [commenting(comment)] + drop(spare) + [naming(spare)]
    }

    /// The databases of this schema that a tenant can get, for SQL that lists them.
    var spares: String { "\(copies) AND datname <> \(quoted(name, "'"))" }

    private var copies: String {
        """
        pg_database WHERE starts_with(datname, \(quoted(name, "'")))
            AND shobj_description(oid, 'pg_database') = \(quoted(comment, "'"))
        """
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
        guard let prefix = try await reading(TenantStatements.prefix()).first else { return false }
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

    /// Removes the template of tenants with its spare copies, and the databases that a killed run left unfinished.
    public func removeTenantTemplate() async throws(IssuingFailure) {
        try await remove(try await reading(TenantStatements.templates()))
    }

    /// Removes the databases that tenants had until they were dropped.
    public func removeDroppedTenantDatabases() async throws(IssuingFailure) {
        try await remove(try await reading(TenantStatements.dropped()))
    }

    private func remove(_ databases: [String]) async throws(IssuingFailure) {
        guard !databases.isEmpty else { return }
        try await maintaining { drop in databases.flatMap { drop($0) } }
    }

    /// Runs scripts that drop databases. If one way to drop fails, they run again from the beginning with the other.
    func maintaining(_ scripts: (DatabaseDrop) -> [PlacedScript]) async throws(IssuingFailure) {
        for _ in 1...Self.drops {
            do throws(IssuingFailure) {
                return try await maintaining(scripts(.ending))
            } catch where error.postgresFailure?.sqlState == "42501" {}
            do throws(IssuingFailure) {
                return try await maintaining(scripts(.afterSessions))
            } catch where error.postgresFailure?.sqlState == "55006" {}
        }
        try await maintaining(scripts(.ending))
    }

    static let drops = 3

    /// Runs scripts under a lock in the installation's own database, so that other installations do not wait for it.
    private func maintaining(_ scripts: [PlacedScript]) async throws(IssuingFailure) {
        try await translating(IssuingFailure.init) { () async throws(PostgresFailure) in
            try await database.execute(scripts: scripts, holding: TenantScript.filesLock)
        }
    }
}
