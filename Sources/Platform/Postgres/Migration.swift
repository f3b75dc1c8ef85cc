/// One step of the schema's history. Each step runs in a transaction of its own.
public struct Migration: Sendable, Equatable {
    /// Counts up from 1. A number is never used again.
    public let version: Int
    public let name: String
    /// New tables with their foreign keys, which the step makes before anything else. On a cluster they then get their
    /// places.
    public let newTables: String?
    /// The rest of the step.
    let rest: String
    /// A program that knows the schema up to this version works on the database after the step, too.
    public let worksFrom: Int
    /// Whether the step removes things that only earlier programs use. A program that knows the step also works before
    /// it, so the step is taken once no earlier program runs any more.
    public let contracts: Bool

    /// - Parameters:
    ///   - newTables: nil if the step makes none. A table that references one that is spread must be here, and nothing
    ///     that changes an older table.
    ///   - worksFrom: nil if only programs that know the step work after it.
    public init(
        version: Int, name: String, newTables: String? = nil, sql: String, worksFrom: Int? = nil,
        contracts: Bool = false
    ) {
        self.version = version
        self.name = name
        (self.newTables, rest) = (newTables, sql)
        self.worksFrom = worksFrom ?? version
        self.contracts = contracts
    }

    /// The whole step.
    public var sql: String { [newTables, rest].compactMap(\.self).joined(separator: "\n") }

    /// The name in failures.
    var title: String { "migration \(version) \(name)" }

    /// A script that gives an empty database the whole schema, as ``Database/migrate(_:freshSchema:)`` does.
    public static func script(_ migrations: [Migration], freshSchema: String) -> String {
        let rows = migrations.map { "(\($0.version), '\($0.name.replacing("'", with: "''"))', \($0.worksFrom))" }
        let columns = "public.schema_migration (version, name, works_from)"
        let record = "INSERT INTO \(columns) VALUES \(rows.joined(separator: ", "))"
        return [MigrationTable.create.sql, freshSchema, record].joined(separator: ";\n")
    }
}

/// The outcome of `migrate`.
public struct MigrationReport: Sendable, Equatable {
    /// The versions that were applied or, on a fresh database, are part of the schema.
    public let applied: [Int]
    /// The database was empty and got the whole schema.
    public let wasFresh: Bool
    /// The contracting steps that are left for later.
    public var left: [Int] = []
    /// The database's version, if a newer program has migrated it. This program works with it.
    public var newer: Int?
    /// The role that was named to serve.
    public var serving: ServingRole?
}

/// The steps that `migrate` would take.
public struct MigrationPlan: Sendable, Equatable {
    /// The version of the database's schema; nil if it has none.
    public let found: Int?
    /// The newest version that the program knows.
    public let known: Int
    /// The steps that the database lacks, in order.
    public let pending: [Migration]
    /// The database is empty, so it gets the whole schema at once.
    public let isFresh: Bool

    /// Whether a newer program has migrated the database. This program works with it.
    public var isNewer: Bool { found ?? 0 > known }

    /// The pending steps without which this program does not work, and those before them.
    public var needed: ArraySlice<Migration> {
        pending[..<(pending.lastIndex { !$0.contracts }.map { $0 + 1 } ?? 0)]
    }

    fileprivate func steps(_ contracting: Bool) -> ArraySlice<Migration> { contracting ? pending[...] : needed }
}

extension Database {
    /// Migrates the schema to this program's version.
    ///
    /// Each step is a transaction, together with its record, under the same advisory lock. Several servers may start at
    /// once; each step happens once. A step that fails changes nothing, and the next call goes on with it, as it does
    /// after a kill. An empty database gets `freshSchema` at once; any other gets the migrations that it lacks, in
    /// order. The table `schema_migration` belongs to this function and is not part of the schema.
    ///
    /// - Parameters:
    ///   - contracting: whether no earlier program runs any more, so that contracting steps at the end are taken, too,
    ///     and roles that serve lose the rights that only an earlier program needed.
    ///   - rights: of the roles that serve, which get them in the transaction of each step.
    ///   - distribution: the places of the tables, if the database may be spread over a cluster.
    ///   - role: a role that serves from now on.
    ///   - record: a query for the transaction of the last step, with the version that was found and the one that the
    ///     schema has then. An empty database has none.
    public func migrate(
        _ migrations: [Migration], freshSchema: String, contracting: Bool = true, giving rights: ServingRights? = nil,
        to role: String? = nil, placing distribution: Distribution? = nil,
        recording record: (@Sendable (_ from: Int, _ to: Int) -> Query<Void>)? = nil
    ) async throws(PostgresFailure) -> MigrationReport {
        var applied: [Int] = []
        var madeRole = false
        var found: Int?
        while true {
            var (plan, serving) = try await takeStep(
                migrations, freshSchema, contracting, rights, role, distribution, from: found, record)
            found = found ?? plan.found
            madeRole = madeRole || serving?.isNew == true
            serving?.isNew = madeRole
            if plan.isFresh {
                return MigrationReport(applied: plan.pending.map(\.version), wasFresh: true, serving: serving)
            }
            guard let step = plan.steps(contracting).first else {
                return MigrationReport(
                    applied: applied, wasFresh: false, left: plan.pending.map(\.version),
                    newer: plan.isNewer ? plan.found : nil, serving: serving)
            }
            applied.append(step.version)
        }
    }

    /// Applies the first missing migration, or the whole schema.
    ///
    /// - Returns: the plan of which this was the first step, and the role that was named to serve.
    private func takeStep(
        _ migrations: [Migration], _ freshSchema: String, _ contracting: Bool, _ rights: ServingRights?,
        _ role: String?, _ distribution: Distribution?, from found: Int?,
        _ record: (@Sendable (Int, Int) -> Query<Void>)?
    ) async throws(PostgresFailure) -> (MigrationPlan, ServingRole?) {
        try await maintain { (transaction: Transaction<PostgresFailure>) throws(PostgresFailure) in
            _ = try transaction.run(MigrationTable.lock(), MigrationTable.create(), MigrationTable.extend())
            let (taken, tables) = try transaction.run(MigrationTable.steps(), MigrationTable.tables())
            let plan = try MigrationTable.plan(migrations, given: taken, tables: tables)
            var steps = plan.pending[...]
            if plan.isFresh {
                // The script may set a search path, and the session is used again.
                let path = try transaction.run(MigrationTable.searchPath()).first
                try transaction.run(script: freshSchema, named: "fresh schema")
                _ = try transaction.run(MigrationTable.setSearchPath(.text(path)))
            } else {
                steps = plan.steps(contracting).prefix(1)
                for step in steps { try transaction.take(step, placing: distribution) }
            }
            for step in steps {
                _ = try transaction.run(
                    MigrationTable.record(
                        .bigint(Int64(step.version)), .text(step.name), .bigint(Int64(step.worksFrom))))
            }
            // Before the last step, the tables may be those of an earlier program.
            if plan.steps(contracting).count == 1, let step = steps.first, let found = found ?? plan.found {
                _ = try transaction.run(record?(found, max(found, step.version)))
            }
            let serving = plan.isNewer ? nil : try rights?.give(to: role, exactly: contracting, in: transaction)
            _ = try transaction.commit()
            return (plan, serving)
        }
    }

    /// The steps that `migrate` would take. It changes nothing.
    public func migrationPlan(_ migrations: [Migration]) async throws(PostgresFailure) -> MigrationPlan {
        let tables = try await read(MigrationTable.tables())
        do {
            return try MigrationTable.plan(migrations, given: await read(MigrationTable.steps()), tables: tables)
        } catch where error.sqlState == "42P01" {
            return try MigrationTable.plan(migrations, given: [], tables: tables)  // nothing was ever applied
        }
    }

    /// The migrations that this database lacks and this program needs. If there are none, it can work with it.
    public func neededMigrations(_ migrations: [Migration]) async throws(PostgresFailure) -> [Migration] {
        try await Array(migrationPlan(migrations).needed)
    }
}

/// The table of applied migrations.
enum MigrationTable {
    struct Step: Sendable {
        let version: Int
        let worksFrom: Int
    }

    /// Any number works if every server uses the same one. This one is the letters "tessera" as a number.
    static var lock: Statement<Void> {
        Statement("migration_lock", "SELECT pg_advisory_xact_lock(32762643847147105)")
    }

    static var create: Statement<Void> {
        Statement("migration_create", """
            CREATE TABLE IF NOT EXISTS public.schema_migration (
                version integer PRIMARY KEY,
                name text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now(),
                works_from integer
            )
            """)
    }

    /// Programs up to version 26 made the table without its last column.
    static var extend: Statement<Void> {
        Statement("migration_extend", """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_attribute
                               WHERE attrelid = 'public.schema_migration'::regclass AND attname = 'works_from') THEN
                    ALTER TABLE public.schema_migration ADD COLUMN works_from integer;
                END IF;
            END $$
            """)
    }

    static var searchPath: Statement<String> {
        Statement("migration_search_path", "SELECT current_setting('search_path') AS search_path") {
            row throws(PostgresFailure) in try row.text("search_path")
        }
    }

    static var setSearchPath: Statement<Void> {
        Statement("migration_set_search_path", "SELECT set_config('search_path', $1, false)")
    }

    /// The table may not have its last column yet.
    static var steps: Statement<Step> {
        Statement("migration_steps", """
            SELECT version, coalesce((to_jsonb(s) ->> 'works_from')::integer, version) AS works_from
            FROM public.schema_migration s ORDER BY version
            """) { row throws(PostgresFailure) in
            Step(version: Int(try row.integer("version")), worksFrom: Int(try row.integer("works_from")))
        }
    }

    /// The number of tables in all schemas. Views do not count, because extensions may create them; a table may hold
    /// data.
    static var tables: Statement<Int64> {
        Statement("migration_tables", """
            SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
            WHERE relkind IN ('r', 'p') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
              AND (nspname, relname) <> ('public', 'schema_migration')
            """) { row throws(PostgresFailure) in try row.bigint("count") }
    }

    static var record: Statement<Void> {
        Statement(
            "migration_record", "INSERT INTO public.schema_migration (version, name, works_from) VALUES ($1, $2, $3)")
    }

    static func plan(
        _ migrations: [Migration], given steps: [Step], tables: [Int64]
    ) throws(PostgresFailure) -> MigrationPlan {
        let versions = steps.map(\.version)
        let known = migrations.map(\.version).max() ?? 0
        // A newer program says with each of its steps which programs work after it.
        let needed = steps.filter { $0.version > known }.map(\.worksFrom).max() ?? known
        if let found = versions.max(), needed > known {
            throw PostgresFailure(.newerSchema, explanation: """
                the database's schema is at version \(found) and this program knows versions up to \(known); \
                run a newer program
                """)
        }
        if let found = versions.max(), let oldest = migrations.map(\.version).min(), found < oldest {
            throw PostgresFailure(.olderSchema, explanation: """
                the database's schema is at version \(found), and this program can migrate only from version \
                \(oldest) on; use an empty database or a new data directory
                """)
        }
        let pending = migrations.filter { !versions.contains($0.version) }.sorted { $0.version < $1.version }
        return MigrationPlan(
            found: versions.max(), known: known, pending: pending, isFresh: versions.isEmpty && tables == [0])
    }
}
