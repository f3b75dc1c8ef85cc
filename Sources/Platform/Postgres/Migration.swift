/// One step of the schema's history.
public struct Migration: Sendable, Equatable {
    /// Counts up from 1. A number is never used again.
    public let version: Int
    public let name: String
    public let sql: String

    public init(version: Int, name: String, sql: String) {
        self.version = version
        self.name = name
        self.sql = sql
    }

    /// The name in failures.
    var title: String { "migration \(version) \(name)" }

    /// A script that gives an empty database the whole schema, as ``Database/migrate(_:freshSchema:)`` does.
    public static func script(_ migrations: [Migration], freshSchema: String) -> String {
        let rows = migrations.map { "(\($0.version), '\($0.name.replacing("'", with: "''"))')" }
        let record = "INSERT INTO public.schema_migration (version, name) VALUES \(rows.joined(separator: ", "))"
        return [MigrationTable.create.sql, freshSchema, record].joined(separator: ";\n")
    }
}

/// What `migrate` did.
public struct MigrationReport: Sendable, Equatable {
    /// The versions that were applied or, on a fresh database, are part of the schema.
    public let applied: [Int]
    /// The database was empty and got the whole schema.
    public let wasFresh: Bool
}

extension Database {
    /// Migrates the schema to this program's version.
    ///
    /// Everything happens in one transaction under an advisory lock. Any number of servers may start at once; one of
    /// them migrates, and a failure changes nothing. An empty database gets `freshSchema`; any other gets the
    /// migrations that it lacks, in order. The table `schema_migration` belongs to this function and is not part of the
    /// schema.
    public func migrate(
        _ migrations: [Migration], freshSchema: String
    ) async throws(PostgresFailure) -> MigrationReport {
        return try await maintain { (transaction: Transaction<PostgresFailure>) throws(PostgresFailure) in
            _ = try transaction.run(MigrationTable.lock(), MigrationTable.create())
            let (versions, tables) = try transaction.run(MigrationTable.versions(), MigrationTable.tables())
            let missing = try MigrationTable.missing(migrations, given: versions)
            let isFresh = versions.isEmpty && tables == [0]
            if isFresh {
                try transaction.run(script: freshSchema, named: "fresh schema")
            }
            for migration in missing {
                if !isFresh { try transaction.run(script: migration.sql, named: migration.title) }
                _ = try transaction.run(MigrationTable.record(.bigint(Int64(migration.version)), .text(migration.name)))
            }
            _ = try transaction.commit()
            return MigrationReport(applied: missing.map(\.version), wasFresh: isFresh)
        }
    }

    /// The migrations that this database still lacks. If there are none, this program can work with it.
    public func pendingMigrations(_ migrations: [Migration]) async throws(PostgresFailure) -> [Migration] {
        do {
            return try MigrationTable.missing(migrations, given: await read(MigrationTable.versions()))
        } catch where error.sqlState == "42P01" {
            return try MigrationTable.missing(migrations, given: [])  // no table, so nothing was ever applied
        }
    }
}

/// The table of applied migrations.
private enum MigrationTable {
    /// Any number works if every server uses the same one. This one is the letters "tessera" as a number.
    static var lock: Statement<Void> {
        Statement("migration_lock", "SELECT pg_advisory_xact_lock(32762643847147105)")
    }

    static var create: Statement<Void> {
        Statement("migration_create", """
            CREATE TABLE IF NOT EXISTS public.schema_migration (
                version integer PRIMARY KEY,
                name text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """)
    }

    static var versions: Statement<Int> {
        Statement("migration_versions", "SELECT version FROM public.schema_migration ORDER BY version") {
            row throws(PostgresFailure) in Int(try row.integer())
        }
    }

    /// The number of tables in all schemas. Views do not count, because extensions may create them; a table holds
    /// somebody's data.
    static var tables: Statement<Int64> {
        Statement("migration_tables", """
            SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
            WHERE relkind IN ('r', 'p') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
              AND (nspname, relname) <> ('public', 'schema_migration')
            """) { row throws(PostgresFailure) in try row.bigint() }
    }

    static var record: Statement<Void> {
        Statement("migration_record", "INSERT INTO public.schema_migration (version, name) VALUES ($1, $2)")
    }

    /// The missing migrations, in the order in which they are applied.
    static func missing(_ migrations: [Migration], given versions: [Int]) throws(PostgresFailure) -> [Migration] {
        let newest = migrations.map(\.version).max() ?? 0
        if let found = versions.max(), found > newest {
            throw PostgresFailure(.newerSchema, explanation: """
                the database's schema is at version \(found) and this program knows versions up to \(newest); \
                run a newer program
                """)
        }
        if let found = versions.max(), let oldest = migrations.map(\.version).min(), found < oldest {
            throw PostgresFailure(.olderSchema, explanation: """
                the database's schema is at version \(found) and this program migrates only from version \(oldest) on; \
                use an empty database: another one, or a new data directory
                """)
        }
        return migrations.filter { !versions.contains($0.version) }.sorted { $0.version < $1.version }
    }
}
