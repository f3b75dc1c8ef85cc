import Postgres

/// A name that is safe in a path and in the name of a database: 1 to 30 of a–z, 0–9 and hyphen, no hyphen first.
public struct TenantName: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard text.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,29}/) != nil else { return nil }
        description = text
    }
}

extension Issuing {
    /// The database of a tenant, if there is one.
    public func tenantDatabase(_ tenant: TenantName) async throws(IssuingFailure) -> String? {
        try await reading(TenantStatements.find(.text(tenant.description))).first
    }

    /// Every tenant there is, by name.
    public func tenants() async throws(IssuingFailure) -> [TenantName] {
        try await reading(TenantStatements.list()).compactMap(TenantName.init)
    }

    /// Makes an empty database for a tenant: a copy of what Postgres copies new databases from.
    ///
    /// - Throws: SQLSTATE 42P04 where the tenant has one, 42501 where the service's role may not make databases.
    public func makeTenantDatabase(_ tenant: TenantName) async throws(IssuingFailure) -> String {
        guard let name = try await reading(TenantStatements.name(.text(tenant.description))).first else {
            preconditionFailure("A database has a name.")
        }
        // Nothing in a tenant's name needs escaping; what is in the installation's may.
        try await maintaining("CREATE DATABASE \(quoted(name))")
        return name
    }

    /// Removes a tenant's database and ends whatever is connected to it.
    public func dropTenantDatabase(_ name: String) async throws(IssuingFailure) {
        try await maintaining("DROP DATABASE IF EXISTS \(quoted(name)) WITH (FORCE)")
    }

    private func maintaining(_ script: String) async throws(IssuingFailure) {
        do {
            try await database.execute(script: script)
        } catch {
            throw IssuingFailure(error)
        }
    }

    private func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
