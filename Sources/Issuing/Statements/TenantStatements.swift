import Postgres

/// The databases of the sandbox's tenants. Each has the name of the installation's own, `_tenant_` and the tenant's, so
/// that two installations on one server do not take each other's.
enum TenantStatements {
    static let find = Statement(
        "tenant_find", "SELECT datname FROM pg_database WHERE datname = current_database() || '_tenant_' || $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let list = Statement(
        "tenant_list",
        """
        SELECT substr(datname, length(current_database()) + 9)
        FROM pg_database WHERE starts_with(datname, current_database() || '_tenant_') ORDER BY datname
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let name = Statement(
        "tenant_name", "SELECT current_database() || '_tenant_' || $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let all = [find.erased, list.erased, name.erased]
}
