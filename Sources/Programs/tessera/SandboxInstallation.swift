import CardSecrets
import Foundation
import Gateways
import Hosting
import Issuing
import MerchantsHosting
import Postgres
import Sandbox
import SandboxServer

/// Only a sandbox uses these functions.
extension Installation {
    /// Migrates and marks the database as a sandbox's, or finds its mark.
    ///
    /// - Parameter option: the option that requires a sandbox's database, for the error message. An empty database is
    ///   marked. A database that contains data and is not marked is refused before anything is changed.
    func prepareSandbox(for option: String) async throws -> SandboxMark {
        guard try await SandboxMark.isPossible(on: database) else {
            // The mark of an older sandbox is not found. An error about the schema's version explains that better.
            _ = try await database.neededMigrations(IssuingSchema.migrations)
            throw Self.notEmpty(option)
        }
        try await prepareSchema(migrating: true)
        guard let mark = try await SandboxMark(setOn: database, with: .withMerchants) else {
            throw Self.notEmpty(option)
        }
        return mark
    }

    /// The mark of a migrated database; nil if it has none. An earlier sandbox gets what it lacks.
    func findSandbox() async throws -> SandboxMark? {
        guard try await SandboxMark(of: database) != nil else { return nil }
        return try await SandboxMark(setOn: database, with: .withMerchants)
    }

    private static func notEmpty(_ option: String) -> Failure {
        Failure(
            description: "\(option) needs an empty database or one that is marked as a sandbox's; this one holds data "
                + "and is not marked. Nothing was changed; name another database.")
    }

    /// The sandbox over this database, with its keys loaded.
    ///
    /// - Parameter seed: the seed of all random values, which also freezes the clock; nil for real randomness and real
    ///   time. A seed always produces the same values, so the database must never have been used.
    func sandbox(_ mark: SandboxMark, seed: UInt64? = nil) async throws -> Sandbox {
        guard let seed else {
            let clock = SandboxClock { Date() }
            return Sandbox(try await issuing(on: database, clock.service, .system), mark: mark, clock: clock)
        }
        guard try await Sandbox.isUntouched(database) else {
            throw Failure(
                description: "--seed \(seed) needs a database that was never used, because it would produce the "
                    + "same ids and numbers again. Name another --data-dir, or start without --seed.")
        }
        let clock = SandboxClock(beginning: .frozen(at: SandboxClock.seededNow)) { Date() }
        return Sandbox(try await issuing(on: database, clock.service, .seeded(seed)), mark: mark, clock: clock)
    }

    /// The tenants, which have their own databases next to the service's.
    func tenants(beside server: SandboxServer, trusting appleRoots: [String]) -> Tenants {
        Tenants(
            beside: server, configuration, with: .withMerchants, spares: Tenants.stock
        ) { database, mark, clock, entropy in
            let issuing = try await issuing(on: database, clock.service, entropy)
            return try await Sandbox(issuing, mark: mark, clock: clock)
                .connectedToSimulatedNetworks(trusting: appleRoots, as: server.sandbox.networks)
        }
    }
}

extension SandboxSchema {
    fileprivate static let withMerchants = SandboxSchema(merchants: MerchantsServer.tables)
}
