import Postgres

/// The databases of the sandbox's tenants. Each name consists of the name of the installation's own database,
/// `_tenant_` and the tenant's name, so two installations on one server do not use each other's databases.
enum TenantStatements {
    private static let beginning = "current_database() || '_tenant_'"

    /// The first part of the names of all databases of tenants.
    static let prefix = Statement("tenant_prefix", "SELECT \(beginning) AS prefix") {
        (row: inout Row) throws(PostgresFailure) in try row.text("prefix")
    }

    struct Found: Sendable {
        /// The first part of the names of all tenants' databases.
        let prefix: String
        /// The name of the tenant's database.
        let name: String
        /// The comment on the database; nil if there is no such database.
        let comment: String?
    }

    /// One row, even if there is no such database.
    static let find = Statement(
        "tenant_find",
        """
        SELECT \(beginning) AS prefix, wanted.name, shobj_description(found.oid, 'pg_database') AS comment
        FROM (SELECT \(beginning) || $1 AS name) wanted LEFT JOIN pg_database found ON found.datname = wanted.name
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Found(prefix: try row.text("prefix"), name: try row.text("name"), comment: try row.optionalText("comment"))
    }

    static let list = Statement(
        "tenant_list",
        """
        SELECT datname, substr(datname, length(\(beginning)) + 1) AS tenant,
               shobj_description(oid, 'pg_database') AS comment
        FROM pg_database WHERE starts_with(datname, \(beginning)) ORDER BY datname
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (database: try row.text("datname"), tenant: try row.text("tenant"), comment: try row.optionalText("comment"))
    }

    /// The names of the template and of its spare copies, if they have this comment; see ``TenantTemplate``.
    static let copies = Statement(
        "tenant_copies",
        """
        SELECT datname FROM pg_database
        WHERE starts_with(datname, \(beginning) || '-') AND shobj_description(oid, 'pg_database') = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("datname") }

    /// The names of the template, of its spare copies, and of unfinished and dropped databases.
    static let templates = Statement(
        "tenant_templates",
        """
        SELECT datname FROM pg_database
        WHERE starts_with(datname, \(beginning) || '-') OR starts_with(datname, \(beginning) || '_')
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("datname") }

    /// The names of databases that tenants had until they were dropped.
    static let dropped = Statement(
        "tenant_dropped",
        """
        SELECT datname FROM pg_database
        WHERE starts_with(datname, \(beginning) || '_') AND datname <> \(beginning) || '_'
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("datname") }

    static let all = [prefix.erased, find.erased, list.erased, copies.erased, templates.erased, dropped.erased]
}
