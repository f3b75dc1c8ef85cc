import Postgres

/// The databases of the sandbox's tenants. Each name consists of the name of the installation's own database,
/// `_tenant_` and the tenant's name, so two installations on one server do not use each other's databases.
enum TenantStatements {
    private static let prefix = "current_database() || '_tenant_'"

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
        SELECT \(prefix), wanted.name, shobj_description(found.oid, 'pg_database')
        FROM (SELECT \(prefix) || $1 AS name) wanted LEFT JOIN pg_database found ON found.datname = wanted.name
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Found(prefix: try row.text(), name: try row.text(), comment: try row.optionalText())
    }

    static let list = Statement(
        "tenant_list",
        """
        SELECT datname, substr(datname, length(\(prefix)) + 1), shobj_description(oid, 'pg_database')
        FROM pg_database WHERE starts_with(datname, \(prefix)) ORDER BY datname
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (database: try row.text(), tenant: try row.text(), comment: try row.optionalText())
    }

    /// Whether the template is there with this comment; see ``TenantTemplate``.
    static let template = Statement(
        "tenant_template",
        """
        SELECT EXISTS (
            SELECT FROM pg_database
            WHERE datname = \(prefix) || '-' AND shobj_description(oid, 'pg_database') = $1)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    /// The names of the template and of what is unfinished.
    static let templates = Statement(
        "tenant_templates",
        "SELECT datname FROM pg_database WHERE datname IN (\(prefix) || '-', \(prefix) || '_')"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let all = [find.erased, list.erased, template.erased, templates.erased]
}
