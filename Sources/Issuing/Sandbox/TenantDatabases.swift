import Cards
import Foundation
import Postgres

/// A name that is safe in a path and in the name of a database: 1 to 30 of a–z, 0–9 and hyphen, no hyphen first.
public struct TenantName: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard text.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,29}/) != nil else { return nil }
        description = text
    }
}

/// A tenant's database, as Postgres has it.
///
/// Only who looks one up or makes one holds such a value, so that nothing else is opened or dropped for one, least of
/// all the installation's own.
public struct TenantDatabase: Sendable {
    public let tenant: TenantName
    public let name: String
    public let beginning: TenantBeginning

    fileprivate init(_ tenant: TenantName, _ name: String, _ beginning: TenantBeginning) {
        self.tenant = tenant
        self.name = name
        self.beginning = beginning
    }
}

/// What a tenant was made with. It stands as the comment on its database, for whoever opens that later.
public struct TenantBeginning: Sendable, Equatable, Codable {
    public let brand: String
    /// Where its clock stands still until it is set, and after a reset; nil where it runs with real time.
    public let frozenAt: Date?

    public init(brand: String = DemoUniverse.brand, frozenAt: Date? = nil) {
        self.brand = brand
        self.frozenAt = frozenAt
    }

    public var clock: ServiceClock.Setting { frozenAt.map { .frozen(at: $0) } ?? .running(offset: 0) }
}

extension TenantBeginning {
    fileprivate init?(comment: String) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        guard let beginning = try? decoder.decode(TenantBeginning.self, from: Data(comment.utf8)) else { return nil }
        self = beginning
    }

    fileprivate var comment: String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        guard let json = try? encoder.encode(self) else { preconditionFailure("A name and an instant are JSON.") }
        return String(decoding: json, as: UTF8.self)
    }
}

extension Issuing {
    /// The database of a tenant, if there is one.
    public func tenantDatabase(_ tenant: TenantName) async throws(IssuingFailure) -> TenantDatabase? {
        let place = try await place(of: tenant)
        guard place.isTaken else { return nil }
        let beginning = place.comment.flatMap(TenantBeginning.init(comment:))
        return TenantDatabase(tenant, place.name, beginning ?? TenantBeginning())
    }

    /// Every tenant there is, by name.
    public func tenants() async throws(IssuingFailure) -> [TenantName] {
        try await reading(TenantStatements.list()).compactMap(TenantName.init)
    }

    /// Makes an empty database for a tenant: a copy of what Postgres copies new databases from.
    ///
    /// - Throws: a refusal where the name is too long for the installation; SQLSTATE 42P04 where the tenant has one,
    ///   42501 where the service's role may not make databases.
    public func makeTenantDatabase(
        _ tenant: TenantName, _ beginning: TenantBeginning = TenantBeginning()
    ) async throws(IssuingFailure) -> TenantDatabase {
        let name = try await place(of: tenant).name
        let room = Self.longestName - name.utf8.count + tenant.description.utf8.count
        guard tenant.description.utf8.count <= room else {
            throw .refused(.invalidFields([FieldViolation("name", Self.expectation(room: room))]))
        }
        try await maintaining("CREATE DATABASE \(quoted(name, "\""))")
        do throws(IssuingFailure) {
            try await maintaining(
                "COMMENT ON DATABASE \(quoted(name, "\"")) IS \(quoted(beginning.comment, "'"))")
        } catch {
            try? await drop(name)
            throw error
        }
        return TenantDatabase(tenant, name, beginning)
    }

    /// Removes a tenant's database and ends whatever is connected to it.
    public func dropTenantDatabase(_ database: TenantDatabase) async throws(IssuingFailure) {
        try await drop(database.name)
    }

    private func drop(_ name: String) async throws(IssuingFailure) {
        try await maintaining("DROP DATABASE IF EXISTS \(quoted(name, "\"")) WITH (FORCE)")
    }

    /// Postgres cuts a name off here and says nothing.
    private static let longestName = 63

    private static func expectation(room: Int) -> String {
        room < 1
            ? "cannot be short enough: the name of the installation's database leaves no room for it"
            : "must be 1 to \(room) characters: more have no room behind the name of the installation's database"
    }

    private func place(of tenant: TenantName) async throws(IssuingFailure) -> TenantStatements.Place {
        guard let place = try await reading(TenantStatements.find(.text(tenant.description))).first else {
            preconditionFailure("A database has a name, there or not.")
        }
        return place
    }

    private func maintaining(_ script: String) async throws(IssuingFailure) {
        do {
            try await database.execute(script: script)
        } catch {
            throw IssuingFailure(error)
        }
    }

    private func quoted(_ text: String, _ mark: Character) -> String {
        let doubled = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: "\(mark)\(mark)")
        return "\(mark)\(doubled)\(mark)"
    }
}
