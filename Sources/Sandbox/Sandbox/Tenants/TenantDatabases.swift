import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Validation

/// A name that is safe in a path and in the name of a database: 1 to 30 of a–z, 0–9 and hyphen, not beginning with a
/// hyphen.
public struct TenantName: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard text.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,29}/) != nil, !CardNumber.isIn(text) else { return nil }
        description = text
    }
}

/// A tenant's database in Postgres.
///
/// Only a look-up or a creation provides such a value. So no other database is opened or dropped as a tenant's,
/// especially not the installation's own.
public struct TenantDatabase: Sendable {
    public let tenant: TenantName
    public let name: String
    public let beginning: TenantBeginning
    /// When the tenant was last used, as far as it was stored; in real time. Nil if an earlier version made it.
    public let usedAt: Date?
    /// A new id each time a database of this name is created.
    fileprivate let life: UUID

    fileprivate init(_ tenant: TenantName, _ name: String, _ comment: TenantComment) {
        self.tenant = tenant
        self.name = name
        beginning = TenantBeginning(brand: comment.brand, frozenAt: comment.frozenAt)
        usedAt = comment.usedAt
        life = comment.life
    }

    /// Whether both are the same database, and not two successive ones with the same name.
    public func isSame(as other: TenantDatabase?) -> Bool { life == other?.life }

    /// A script that fails (SQLSTATE 3D000) unless the database of this name is still this one.
    fileprivate var assertion: String {
        TenantScript.raising(
            "invalid_catalog_name",
            if: """
                NOT EXISTS (
                    SELECT FROM pg_database
                    WHERE datname = \(quoted(name, "'"))
                      AND strpos(shobj_description(oid, 'pg_database'), '\(life.uuidString)') > 0)
                """)
    }
}

/// The parameters that a tenant was created with.
public struct TenantBeginning: Sendable, Equatable {
    public let brand: String
    /// The time at which its clock is frozen until it is set, and after a reset; nil if it runs in real time.
    public let frozenAt: Date?

    public init(brand: String = DemoUniverse.brand, frozenAt: Date? = nil) {
        self.brand = brand
        self.frozenAt = frozenAt
    }

    public var clock: SandboxClock.Setting { frozenAt.map { .frozen(at: $0) } ?? .running(offset: 0) }
}

/// The comment on a tenant's database, for the server that opens it later. A database without it is not a tenant's,
/// even if its name looks like one.
private struct TenantComment: Codable {
    let life: UUID
    let brand: String
    let frozenAt: Date?
    let usedAt: Date?

    init(life: UUID, _ beginning: TenantBeginning, usedAt: Date) {
        self.life = life
        brand = beginning.brand
        frozenAt = beginning.frozenAt
        self.usedAt = usedAt
    }

    init?(_ text: String) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        guard let comment = try? decoder.decode(TenantComment.self, from: Data(text.utf8)) else { return nil }
        self = comment
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        guard let json = try? encoder.encode(self) else { preconditionFailure("A name and an instant are JSON.") }
        return String(decoding: json, as: UTF8.self)
    }
}

extension Sandbox {
    /// The database of a tenant, if there is one.
    public func tenantDatabase(_ tenant: TenantName) async throws(IssuingFailure) -> TenantDatabase? {
        let found = try await find(tenant)
        return found.comment.flatMap(TenantComment.init).map { TenantDatabase(tenant, found.name, $0) }
    }

    /// All tenants, by name.
    public func tenants() async throws(IssuingFailure) -> [TenantName] { try await tenantDatabases().map(\.tenant) }

    /// The databases of all tenants, by name.
    public func tenantDatabases() async throws(IssuingFailure) -> [TenantDatabase] {
        try await reading(TenantStatements.list()).compactMap { database, name, comment in
            guard let comment = comment.flatMap(TenantComment.init), let tenant = TenantName(name) else { return nil }
            return TenantDatabase(tenant, database, comment)
        }
    }

    /// Creates a database for a tenant, with the schema of a sandbox and no data: a copy of the template of tenants,
    /// which the first tenant creates; one that was made ahead, if there is any.
    ///
    /// It gets its name last, after its comment. So a database that a killed run left unfinished belongs to no tenant,
    /// and the next creation replaces it. Tenants are counted and created one at a time, across all servers.
    ///
    /// - Parameters:
    ///   - limit: how many tenants there may be.
    ///   - schema: what the database gets.
    /// - Throws: a refusal if the name is too long for the installation; SQLSTATE 54000 if the limit of tenants is
    ///   reached, 42P04 if the name is taken, 42501 if the service's role may not create databases.
    public func makeTenantDatabase(
        _ tenant: TenantName, _ beginning: TenantBeginning, limit: Int, with schema: SandboxSchema
    ) async throws(IssuingFailure) -> TenantDatabase {
        let found = try await find(tenant)
        let room = Self.longestName - found.prefix.utf8.count
        guard tenant.description.utf8.count <= room else {
            throw .refused(.invalidFields([FieldError("name", Self.expectation(room: room))]))
        }
        let comment = TenantComment(life: entropy.uuid(), beginning, usedAt: issuing.clock.realNow())
        let template = TenantTemplate(prefix: found.prefix, schema)
        let others = "pg_database WHERE starts_with(datname, \(quoted(found.prefix, "'")))"
            + " AND NOT starts_with(datname, \(quoted(template.name, "'")))"
            + " AND datname <> \(quoted(template.draft, "'"))"
        let checks: [PlacedScript] = [
            TenantScript.raising(
                "duplicate_database", if: "EXISTS (SELECT FROM \(others) AND datname = \(quoted(found.name, "'")))"),
            TenantScript.raising("program_limit_exceeded", if: "(SELECT count(*) FROM \(others)) >= \(limit)"),
        ].map { PlacedScript($0) }
        let creation = { (drop: DatabaseDrop) in template.copying(to: found.name, comment: comment.text, drop) }
        let copies = try await reading(TenantStatements.copies(.text(template.comment)))
        do throws(IssuingFailure) {
            if copies.contains(where: { $0 != template.name }) {
                try await maintaining(checks + [template.taking(to: found.name, comment: comment.text)])
            } else if copies.isEmpty {
                try await maintaining { drop in checks + template.making(drop) + creation(drop) }
            } else {
                try await maintaining { drop in checks + creation(drop) }
            }
        } catch where error.postgresFailure?.sqlState == "3D000" {
            // Another server has taken the copy or removed the template meanwhile.
            try await maintaining { drop in checks + template.making(drop) + creation(drop) }
        }
        return TenantDatabase(tenant, found.name, comment)
    }

    /// Stores when a tenant was last used, unless its database was dropped meanwhile.
    public func note(_ database: TenantDatabase, usedAt: Date) async throws(IssuingFailure) {
        let comment = TenantComment(life: database.life, database.beginning, usedAt: usedAt)
        do throws(IssuingFailure) {
            try await maintaining([
                PlacedScript(database.assertion),
                "COMMENT ON DATABASE \(quoted(database.name, "\"")) IS \(quoted(comment.text, "'"))",
            ])
        } catch where error.postgresFailure?.sqlState == "3D000" {}
    }

    /// Drops a tenant's database and ends its connections. Returns false if it was dropped before.
    public func dropTenantDatabase(_ database: TenantDatabase) async throws(IssuingFailure) -> Bool {
        do throws(IssuingFailure) {
            try await maintaining { drop in
                [PlacedScript(database.assertion)] + drop(database.name, ifExists: false)
            }
            return true
        } catch where error.postgresFailure?.sqlState == "3D000" {
            return false
        }
    }

    /// Whether exactly this database exists. If a server is dropping it, this waits for that server.
    public func isThere(_ database: TenantDatabase) async throws(IssuingFailure) -> Bool {
        do throws(IssuingFailure) {
            try await maintaining([PlacedScript(database.assertion)])
            return true
        } catch where error.postgresFailure?.sqlState == "3D000" {
            return false
        }
    }

    /// Postgres cuts off names at this length without an error.
    static let longestName = 63

    private static func expectation(room: Int) -> String {
        room < 1
            ? "cannot be short enough: the name of the installation's database leaves no room for it"
            : "must be 1 to \(room) characters: more have no room behind the name of the installation's database"
    }

    private func find(_ tenant: TenantName) async throws(IssuingFailure) -> TenantStatements.Found {
        try IssuingFailure.requiring(
            try await reading(TenantStatements.find(.text(tenant.description))).first,
            "the database name of tenant \(tenant)")
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

    private static let drops = 3

    /// Runs scripts under a lock in the installation's own database, so that other installations do not wait for it.
    func maintaining(_ scripts: [PlacedScript]) async throws(IssuingFailure) {
        do {
            try await database.execute(scripts: scripts, holding: TenantScript.lock)
        } catch {
            throw IssuingFailure(error)
        }
    }
}
