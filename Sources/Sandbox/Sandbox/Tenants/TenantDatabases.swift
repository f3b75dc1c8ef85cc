import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Validation

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
    fileprivate let life: ID<TenantLife>

    fileprivate init(_ tenant: TenantName, _ name: String, _ comment: TenantComment) {
        self.tenant = tenant
        self.name = name
        beginning = TenantBeginning(brand: comment.brand, frozenAt: comment.frozenAt)
        usedAt = comment.usedAt
        life = comment.life
    }

    /// Whether both are the same database, instead of two successive ones with the same name.
    public func isSame(as other: TenantDatabase?) -> Bool { life == other?.life }

    /// A statement of a block that fails (SQLSTATE 3D000) unless the database of this name is still this one.
    fileprivate var assertion: String {
        """
        IF NOT EXISTS (
            SELECT FROM pg_database
            WHERE datname = \(quoted(name, "'"))
              AND strpos(shobj_description(oid, 'pg_database'), '\(life.rawValue.uuidString)') > 0)
        THEN RAISE invalid_catalog_name; END IF;
        """
    }

    fileprivate var draft: String { TenantTemplate.draft(prefix: String(name.dropLast(tenant.description.count))) }
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

/// The time of a tenant's database from its creation to its end. The next database of this name has another one.
private enum TenantLife {}

/// The comment on a tenant's database, for the server that opens it later. A database without it is not a tenant's,
/// even if its name looks like one.
private struct TenantComment: Codable {
    let life: ID<TenantLife>
    let brand: String
    let frozenAt: Date?
    let usedAt: Date?

    init(life: ID<TenantLife>, _ beginning: TenantBeginning, usedAt: Date) {
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
        guard let json = try? encoder.encode(self) else {
            preconditionFailure("A tenant's name and time can always be written as JSON.")
        }
        return String(decoding: json, as: UTF8.self)
    }
}

/// A database that a tenant shall get.
private struct TenantCreation {
    let database: TenantDatabase
    let comment: TenantComment
    let template: TenantTemplate
    /// How many tenants there may be.
    let limit: Int

    /// Statements of a block that fails if the name is taken (SQLSTATE 42P04) or there are too many tenants (54000).
    var checks: String {
        let others = "pg_database WHERE starts_with(datname, \(quoted(template.prefix, "'")))"
            + " AND NOT starts_with(datname, \(quoted(template.name, "'")))"
            + " AND NOT starts_with(datname, \(quoted(template.draft, "'")))"
        return """
            IF EXISTS (SELECT FROM \(others) AND datname = \(quoted(database.name, "'"))) THEN
                RAISE duplicate_database;
            END IF;
            IF (SELECT count(*) FROM \(others)) >= \(limit) THEN RAISE program_limit_exceeded; END IF;
            """
    }

    /// The script that gives the tenant's name and comment to one of some databases, both or neither. It fails (3D000)
    /// if there is none.
    func taking(from databases: String) -> String {
        TenantScript.naming(
            declaring: "taken text;",
            """
            \(checks)
            SELECT datname INTO taken FROM \(databases) ORDER BY datname LIMIT 1;
            IF taken IS NULL THEN RAISE invalid_catalog_name; END IF;
            EXECUTE format('COMMENT ON DATABASE %I IS %L', taken, \(quoted(comment.text, "'")));
            EXECUTE format('ALTER DATABASE %I RENAME TO %I', taken, \(quoted(database.name, "'")));
            """)
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

    /// Gives a tenant one of the databases that were made ahead; nil if there is none. It takes a few milliseconds.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of tenants.
    ///   - schema: the schema of the database.
    /// - Throws: a refusal if the name is too long for the installation; SQLSTATE 54000 if the limit of tenants is
    ///   reached, 42P04 if the name is taken.
    public func takeTenantDatabase(
        _ tenant: TenantName, _ beginning: TenantBeginning, limit: Int, with schema: SandboxSchema
    ) async throws(IssuingFailure) -> TenantDatabase? {
        let creation = try await creation(of: tenant, beginning, limit: limit, with: schema)
        do throws(IssuingFailure) {
            try await naming(creation.taking(from: creation.template.spares))
            return creation.database
        } catch where error.postgresFailure?.sqlState == "3D000" {
            return nil
        }
    }

    /// Creates a database for a tenant, with the schema of a sandbox and no data: a copy of the template of tenants,
    /// which the first tenant creates.
    ///
    /// It gets its name last, together with its comment. So a database that a killed run left unfinished belongs to no
    /// tenant, and the next creation replaces it. Tenants are counted and named one at a time, across all servers.
    ///
    /// - Throws: as ``takeTenantDatabase(_:_:limit:with:)``, and SQLSTATE 42501 if the service's role may not create
    ///   databases.
    public func makeTenantDatabase(
        _ tenant: TenantName, _ beginning: TenantBeginning, limit: Int, with schema: SandboxSchema
    ) async throws(IssuingFailure) -> TenantDatabase {
        let creation = try await creation(of: tenant, beginning, limit: limit, with: schema)
        let template = creation.template
        let check = PlacedScript(TenantScript.naming(creation.checks))
        let named = PlacedScript(creation.taking(from: "pg_database WHERE datname = \(quoted(template.draft, "'"))"))
        let copies = try await reading(TenantStatements.copies(.text(template.comment)))
        do throws(IssuingFailure) {
            try await maintaining { drop in
                [check] + (copies.isEmpty ? template.making(drop) : []) + template.copying(drop) + [named]
            }
        } catch where error.postgresFailure?.sqlState == "3D000" {
            // Another server has removed the template meanwhile.
            try await maintaining { drop in [check] + template.making(drop) + template.copying(drop) + [named] }
        }
        return creation.database
    }

    /// Stores when a tenant was last used, unless its database was dropped meanwhile.
    public func note(_ database: TenantDatabase, usedAt: Date) async throws(IssuingFailure) {
        let comment = TenantComment(life: database.life, database.beginning, usedAt: usedAt)
        let name = quoted(database.name, "\"")
        _ = try await whileThere(database, "COMMENT ON DATABASE \(name) IS \(quoted(comment.text, "'"));")
    }

    /// Takes a tenant's database away from it and ends its sessions. Returns false if it was dropped before.
    ///
    /// It takes a few milliseconds. ``removeDroppedTenantDatabases()`` deletes the files, which takes longer.
    public func dropTenantDatabase(_ database: TenantDatabase) async throws(IssuingFailure) -> Bool {
        let name = quoted(database.name, "\"")
        let statements = """
            \(TenantScript.endingSessions(in: database.name))
            COMMENT ON DATABASE \(name) IS NULL;
            EXECUTE (
                SELECT format('ALTER DATABASE %I RENAME TO %I', datname, \(quoted(database.draft, "'")) || oid)
                FROM pg_database WHERE datname = \(quoted(database.name, "'")));
            """
        for _ in 1..<Self.drops {
            do throws(IssuingFailure) {
                return try await whileThere(database, statements)
            } catch where error.postgresFailure?.sqlState == "55006" {
                // A new session was opened meanwhile.
            }
        }
        return try await whileThere(database, statements)
    }

    /// Whether exactly this database exists. If a server is dropping it, this waits for that server.
    public func isThere(_ database: TenantDatabase) async throws(IssuingFailure) -> Bool {
        try await whileThere(database, "")
    }

    /// Runs statements on a tenant's database if it is still this one. Returns whether it is.
    private func whileThere(_ database: TenantDatabase, _ statements: String) async throws(IssuingFailure) -> Bool {
        do throws(IssuingFailure) {
            try await naming(TenantScript.naming(database.assertion + "\n" + statements))
            return true
        } catch where error.postgresFailure?.sqlState == "3D000" {
            return false
        }
    }

    private func naming(_ script: String) async throws(IssuingFailure) {
        try await database.transaction { tx throws(IssuingFailure) in
            try tx.run(script: script, named: "tenant_names")
        }
    }

    private func creation(
        of tenant: TenantName, _ beginning: TenantBeginning, limit: Int, with schema: SandboxSchema
    ) async throws(IssuingFailure) -> TenantCreation {
        let found = try await find(tenant)
        let room = Self.longestName - found.prefix.utf8.count
        guard tenant.description.utf8.count <= room, room > Self.longestOID else {
            throw .refused(.invalidFields([FieldError("name", Self.expectation(room: room))]))
        }
        let comment = TenantComment(life: entropy.id(), beginning, usedAt: issuing.clock.realNow())
        return TenantCreation(
            database: TenantDatabase(tenant, found.name, comment), comment: comment,
            template: TenantTemplate(prefix: found.prefix, schema), limit: limit)
    }

    /// Postgres cuts off names at this length without an error.
    private static let longestName = 63
    /// The digits of the id that a dropped database has in its name.
    private static let longestOID = 10

    private static func expectation(room: Int) -> String {
        room < 1
            ? "cannot be used: the name of the installation's database leaves no room for the name of a tenant"
            : "must be 1 to \(room) characters, because the name of the installation's database precedes it"
    }

    private func find(_ tenant: TenantName) async throws(IssuingFailure) -> TenantStatements.Found {
        try IssuingFailure.requiring(
            try await reading(TenantStatements.find(.text(tenant.description))).first,
            "the database name of tenant \(tenant)")
    }
}
