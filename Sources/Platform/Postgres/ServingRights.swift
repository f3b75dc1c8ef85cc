/// What a role may do that serves: it uses the tables that another role owns.
///
/// The role may not change the schema, disable a trigger or remove what is only added to. `Database.migrate` gives the
/// rights in the transaction of each step, so that a running service can use what the step has made.
public struct ServingRights: Sendable {
    /// What a statement does to the rows of a table.
    public enum Verb: String, Sendable, Hashable, CaseIterable {
        case select = "SELECT"
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"
    }

    /// The role serves if it may insert rows into this table and does not own it. So a restored dump says who serves.
    public let mark: String
    public let schemas: [String]
    /// The verbs of each table or view. A sequence whose state is read is one, too.
    public let tables: [String: Set<Verb>]
    /// Those that the statements draw numbers from, and the defaults of columns.
    public let sequences: Set<String>
    /// The functions with the types of their parameters.
    public let functions: Set<String>

    /// - Parameter tables: names with their schema, separated by white space, under the verbs that they have in common.
    public init(
        mark: String, schemas: [String], tables: [Set<Verb>: String], sequences: Set<String>, functions: Set<String>
    ) {
        self.mark = mark
        self.schemas = schemas
        self.sequences = sequences
        self.functions = functions
        var all: [String: Set<Verb>] = [:]
        for (verbs, names) in tables {
            for name in names.split(whereSeparator: \.isWhitespace) { all[String(name), default: []].formUnion(verbs) }
        }
        self.tables = all
    }

    /// Each right as GRANT names it: the verbs, the kind of the object, and its name.
    var grants: [(verbs: String, kind: String, name: String)] {
        let used = tables.sorted { $0.key < $1.key }.map { name, verbs in
            (Verb.allCases.filter(verbs.contains).map(\.rawValue).joined(separator: ", "), "TABLE", name)
        }
        return schemas.map { ("USAGE", "SCHEMA", $0) } + used + [("SELECT", "TABLE", "public.schema_migration")]
            + sequences.sorted().map { ("USAGE", "SEQUENCE", $0) }
            + functions.sorted().map { ("EXECUTE", "FUNCTION", $0) }
    }
}

/// The role that a call of `migrate` names to serve.
public struct ServingRole: Sendable, Equatable {
    public let name: String
    /// Whether this call made it.
    public internal(set) var isNew: Bool
    /// Statements that its owner must run, so that the role can do no more than serve.
    public let leftovers: [String]
}

extension ServingRights {
    /// Gives the rights to the named role, and again to all roles that serve already.
    ///
    /// - Parameters:
    ///   - name: a role that serves from now on. It is made if there is none and the session may.
    ///   - exactly: whether roles that serve already lose other rights on the tables. A program of an earlier version
    ///     may still need them.
    func give(
        to name: String?, exactly: Bool, in transaction: Transaction<PostgresFailure>
    ) throws(PostgresFailure) -> ServingRole? {
        let serving = try transaction.run(RoleStatements.serving(.text(mark)))
        let isNew = try name.map { role throws(PostgresFailure) in try make(role, in: transaction) } ?? false
        let roles = serving + [name].compactMap(\.self).filter { !serving.contains($0) }
        guard !roles.isEmpty else { return nil }
        let narrowed = exactly ? roles : roles.filter { !serving.contains($0) }
        let grants = grants
        let (revokes, given) = try transaction.run(
            RoleStatements.revokes(.textArray(narrowed), .textArray(schemas)),
            RoleStatements.grants(
                .textArray(roles), .textArray(grants.map(\.verbs)), .textArray(grants.map(\.kind)),
                .textArray(grants.map(\.name))))
        let closing = try transaction.run(RoleStatements.closing())
        try transaction.run(script: (revokes + given + closing).joined(separator: ";\n"), named: "serving rights")
        guard let name else { return nil }
        return ServingRole(name: name, isNew: isNew, leftovers: try transaction.run(RoleStatements.leftovers()))
    }

    /// Makes the role, or checks the one that exists.
    ///
    /// - Returns: whether it was made.
    private func make(
        _ role: String, in transaction: Transaction<PostgresFailure>
    ) throws(PostgresFailure) -> Bool {
        let (found, making) = try transaction.run(
            RoleStatements.excesses(.text(role), .text(mark)), RoleStatements.making(.text(role)))
        guard let excess = found.first else {
            guard let making = making.first else { return false }
            guard making.isAllowed else {
                throw PostgresFailure(.unsuitableServer, explanation: """
                    There is no role \(role), and this role may not make one. As an administrator of the server, run: \
                    \(making.statement)
                    """)
            }
            try transaction.run(script: making.statement, named: "serving role")
            return true
        }
        guard excess.isEmpty else {
            throw PostgresFailure(.unsuitableServer, explanation: """
                The role \(role) can do more than serve: it \(excess.joined(separator: ", ")). Name a role without \
                that, which does not own the tables.
                """)
        }
        return false
    }
}

private enum RoleStatements {
    static var serving: Statement<String> {
        Statement("serving_roles", """
            SELECT rolname::text AS role FROM pg_roles WHERE oid IN (
                SELECT given.grantee FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) given
                WHERE c.oid = to_regclass($1) AND given.privilege_type = 'INSERT' AND given.grantee <> c.relowner)
            ORDER BY 1
            """) { row throws(PostgresFailure) in try row.text("role") }
    }

    /// What a role can do that no role that serves may: one row, which is empty if it can do nothing of that, or no row
    /// if there is no such role. The roles of the server itself, such as `pg_write_all_data`, begin with `pg_`.
    static var excesses: Statement<[String]> {
        Statement("serving_excesses", """
            SELECT array_remove(ARRAY[
                CASE WHEN r.rolsuper THEN 'is a superuser' END,
                CASE WHEN r.rolcreaterole THEN 'makes roles' END,
                CASE WHEN r.rolcreatedb THEN 'makes databases' END,
                CASE WHEN r.rolreplication THEN 'replicates' END,
                CASE WHEN r.rolbypassrls THEN 'passes row security' END,
                CASE WHEN NOT r.rolsuper THEN (
                    SELECT 'has the rights of ' || string_agg(g.rolname, ' and ' ORDER BY g.rolname) FROM pg_roles g
                    WHERE (g.rolsuper OR g.rolname ~ '^pg_' OR g.rolname = current_user
                           OR g.oid = (SELECT relowner FROM pg_class WHERE oid = to_regclass($2)))
                      AND pg_has_role(r.oid, g.oid, 'MEMBER')) END
            ]::text[], NULL) AS excesses
            FROM pg_roles r WHERE r.rolname = $1
            """) { row throws(PostgresFailure) in try row.textArray("excesses") }
    }

    static var making: Statement<(statement: String, isAllowed: Bool)> {
        Statement("serving_making", """
            SELECT format('CREATE ROLE %I LOGIN', $1::text) AS statement, rolcreaterole OR rolsuper AS is_allowed
            FROM pg_roles WHERE rolname = current_user
            """) { row throws(PostgresFailure) in (try row.text("statement"), try row.boolean("is_allowed")) }
    }

    /// Takes from roles what they may do in the schemas and on the table of migrations.
    static var revokes: Statement<String> {
        Statement("serving_revokes", """
            SELECT format('REVOKE ALL ON %s FROM %I', object, role) AS line
            FROM unnest($1::text[]) role CROSS JOIN (
                SELECT format('%s %I', kind, name) FROM unnest($2::text[]) name CROSS JOIN unnest(ARRAY[
                    'ALL TABLES IN SCHEMA', 'ALL SEQUENCES IN SCHEMA', 'ALL FUNCTIONS IN SCHEMA', 'SCHEMA']) kind
                WHERE to_regnamespace(name) IS NOT NULL
                UNION ALL SELECT 'public.schema_migration'
            ) all_of_them (object)
            """) { row throws(PostgresFailure) in try row.text("line") }
    }

    /// Gives rights on the objects that exist: a database half way to the newest version lacks some.
    static var grants: Statement<String> {
        Statement("serving_grants", """
            SELECT format('GRANT %s ON %s %s TO %I', verbs, kind, name, role) AS line
            FROM unnest($1::text[]) role CROSS JOIN unnest($2::text[], $3::text[], $4::text[]) given (verbs, kind, name)
            WHERE CASE kind WHEN 'FUNCTION' THEN to_regprocedure(name) IS NOT NULL
                            WHEN 'SCHEMA' THEN to_regnamespace(name) IS NOT NULL
                            ELSE to_regclass(name) IS NOT NULL END
            """) { row throws(PostgresFailure) in try row.text("line") }
    }

    /// Takes from everybody what the programs do not use, as far as the session may: temporary tables, and tables in
    /// `public`, which Postgres allows everybody up to version 14.
    static var closing: Statement<String> {
        Statement("serving_closing", """
            SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', datname) AS line FROM pg_database
            WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')
            UNION ALL
            SELECT format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', nspname) FROM pg_namespace
            WHERE nspname = 'public' AND pg_has_role(nspowner, 'USAGE')
            """) { row throws(PostgresFailure) in try row.text("line") }
    }

    /// The statements of `closing` that the session may not run.
    static var leftovers: Statement<String> {
        Statement("serving_leftovers", """
            SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', d.datname) AS line
            FROM pg_database d
            CROSS JOIN LATERAL aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) given
            WHERE d.datname = current_database() AND given.grantee = 0 AND given.privilege_type = 'TEMPORARY'
            UNION ALL
            SELECT format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', n.nspname)
            FROM pg_namespace n
            CROSS JOIN LATERAL aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) given
            WHERE n.nspname = 'public' AND given.grantee = 0 AND given.privilege_type = 'CREATE'
            """) { row throws(PostgresFailure) in try row.text("line") }
    }
}
