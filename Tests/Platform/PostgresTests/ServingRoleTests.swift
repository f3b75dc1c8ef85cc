import EmbeddedPostgres
import Testing
import TestSupport

@testable import Postgres

@Suite("Roles that serve")
struct ServingRoleTests {
    static let rights = ServingRights(
        mark: "shop.sale", schemas: ["shop"],
        tables: [[.select, .insert]: "shop.sale", [.select, .update]: "shop.\"order\""],
        sequences: ["shop.number"], functions: ["shop.double(integer)"])
    static let migrations = [
        Migration(version: 1, name: "sales", sql: "CREATE SCHEMA shop; CREATE TABLE shop.sale (amount integer);"),
        Migration(version: 2, name: "orders", sql: """
            CREATE TABLE shop."order" (amount integer);
            CREATE SEQUENCE shop.number;
            CREATE FUNCTION shop.double(integer) RETURNS integer LANGUAGE sql RETURN 2 * $1;
            """, worksFrom: 1),
    ]
    static var whole: String { migrations.map(\.sql).joined() }

    private static func migrate(
        _ bench: Bench, _ steps: Int, to role: String? = nil, contracting: Bool = false
    ) async throws(PostgresFailure) -> MigrationReport {
        try await bench.database.migrate(
            Array(migrations[..<steps]), freshSchema: migrations[..<steps].map(\.sql).joined(),
            contracting: contracting, giving: rights, to: role)
    }

    /// The rights of a role on tables, as `sale:ar order:r`.
    private static func rights(of role: String, in bench: Bench) async throws -> [String] {
        try await bench.database.read(Statement.evidence("""
            SELECT string_agg(format('%s %s', relname, verbs), ', ' ORDER BY relname) FROM (
                SELECT relname, string_agg(privilege_type, ' ' ORDER BY privilege_type) AS verbs
                FROM pg_class CROSS JOIN LATERAL aclexplode(relacl)
                WHERE grantee = '\(role)'::regrole GROUP BY relname) given
            """)())
    }

    @Test("Each step gives the role what the step has made")
    func steps() async throws {
        let bench = try await Bench.make()
        let role = try await bench.scratch.makeRole()
        let first = try await Self.migrate(bench, 1, to: role)
        #expect(first.serving == ServingRole(name: role, isNew: false, leftovers: []))
        #expect(try await Self.rights(of: role, in: bench) == ["sale INSERT SELECT, schema_migration SELECT"])
        let second = try await Self.migrate(bench, 2)
        #expect(second.applied == [2] && second.serving == nil)
        #expect(try await Self.rights(of: role, in: bench) == [
            "number USAGE, order SELECT UPDATE, sale INSERT SELECT, schema_migration SELECT",
        ])
        let serving = try bench.another(url: bench.scratch.url(as: role))
        #expect(try await serving.database.neededMigrations(Self.migrations) == [])
        try await serving.database.execute(script: """
            INSERT INTO shop.sale VALUES (shop.double(nextval('shop.number')::integer));
            UPDATE shop."order" SET amount = 1;
            """)
    }

    @Test("A new role loses what it had before, and a role that serves loses it when the schema contracts")
    func excess() async throws {
        let bench = try await Bench.make()
        let role = try await bench.scratch.makeRole()
        _ = try await Self.migrate(bench, 2)
        #expect(try await Self.rights(of: role, in: bench) == ["∅"])
        try await bench.database.execute(script: #"GRANT ALL ON shop."order", shop.number TO \#(role)"#)
        let exact = ["number USAGE, order SELECT UPDATE, sale INSERT SELECT, schema_migration SELECT"]
        _ = try await Self.migrate(bench, 2, to: role)
        #expect(try await Self.rights(of: role, in: bench) == exact)

        try await bench.database.execute(script: "GRANT DELETE ON shop.sale TO \(role)")
        _ = try await Self.migrate(bench, 2, to: role)
        #expect(try await Self.rights(of: role, in: bench)[0].contains("DELETE"))
        _ = try await Self.migrate(bench, 2, contracting: true)
        #expect(try await Self.rights(of: role, in: bench) == exact)
    }

    @Test("A role that could do more than serve is refused, and nothing is changed", arguments: [
        ("LOGIN SUPERUSER", "is a superuser"), ("CREATEROLE CREATEDB", "makes roles, makes databases"),
        ("BYPASSRLS", "passes row security"), ("REPLICATION", "replicates"),
        ("IN ROLE \(EmbeddedPostgres.role)", "has the rights of pg_database_owner and \(EmbeddedPostgres.role)"),
        ("IN ROLE pg_execute_server_program", "has the rights of pg_execute_server_program"),
    ])
    func unsuitable(options: String, excess: String) async throws {
        let bench = try await Bench.make()
        let role = try await bench.scratch.makeRole(options, opens: false)
        let refused = await failure { try await Self.migrate(bench, 2, to: role) }
        #expect(refused?.kind == .unsuitableServer)
        #expect(refused?.description.hasPrefix("The role \(role) can do more than serve: it \(excess). ") == true)
        #expect(try await bench.database.migrationPlan(Self.migrations).isFresh)
        let own = await failure { try await Self.migrate(bench, 2, to: EmbeddedPostgres.role) }
        #expect(own?.description.contains("it makes databases, has the rights of pg_database_owner and ") == true)
    }

    @Test("A missing role is made if the owner may, and otherwise the message has the statement")
    func making() async throws {
        try await OtherCluster.with { other in
            let database = try other.connect(to: other.url())
            let name = #"the "cards" role"#
            let migrate = { () async throws(PostgresFailure) in
                try await database.migrate(Self.migrations, freshSchema: Self.whole, giving: Self.rights, to: name)
            }
            let refused = await failure { _ = try await migrate() }
            #expect(refused?.description.hasSuffix(#"run: CREATE ROLE "the ""cards"" role" LOGIN"#) == true)
            try await other.administer("ALTER ROLE \(EmbeddedPostgres.role) CREATEROLE")
            #expect(try await migrate().serving == ServingRole(name: name, isNew: true, leftovers: []))
            #expect(try await migrate().serving == ServingRole(name: name, isNew: false, leftovers: []))
            await database.shutDown()
        }
    }

    @Test("Rights of everybody that the owner of the tables cannot take are named")
    func leftovers() async throws {
        try await OtherCluster.with { other in
            try await other.administer("CREATE DATABASE foreign_one")
            try await other.administer("""
                CREATE ROLE serving; GRANT CREATE ON DATABASE foreign_one TO \(EmbeddedPostgres.role)
                """)
            try await other.administer(
                "GRANT CREATE ON SCHEMA public TO \(EmbeddedPostgres.role)", in: "foreign_one")
            let database = try other.connect(to: other.url(of: "foreign_one"))
            let report = try await database.migrate(
                Self.migrations, freshSchema: Self.whole, giving: Self.rights, to: "serving")
            #expect(report.serving?.leftovers == ["REVOKE TEMPORARY ON DATABASE foreign_one FROM PUBLIC"])
            await database.shutDown()
        }
    }
}
