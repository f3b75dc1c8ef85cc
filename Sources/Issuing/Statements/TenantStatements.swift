import Postgres

/// The databases of the sandbox's tenants. Each has the name of the installation's own, `_tenant_` and the tenant's, so
/// that two installations on one server do not take each other's.
enum TenantStatements {
    private static let prefix = "current_database() || '_tenant_'"

    struct Place: Sendable {
        /// What the tenant's database is called.
        let name: String
        let isTaken: Bool
        /// What stands on it.
        let comment: String?
    }

    /// One row, whether there is such a database or not.
    static let find = Statement(
        "tenant_find",
        """
        SELECT place.name, found.oid IS NOT NULL, shobj_description(found.oid, 'pg_database')
        FROM (SELECT \(prefix) || $1 AS name) place LEFT JOIN pg_database found ON found.datname = place.name
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Place(name: try row.text(), isTaken: try row.boolean(), comment: try row.optionalText())
    }

    static let list = Statement(
        "tenant_list",
        """
        SELECT substr(datname, length(\(prefix)) + 1)
        FROM pg_database WHERE starts_with(datname, \(prefix)) ORDER BY datname
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let all = [find.erased, list.erased]
}
