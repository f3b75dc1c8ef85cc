import CardSecrets
import Foundation
import Hosting
import Issuing
import Postgres
import Sandbox
import SandboxServer

/// What only a sandbox does with the installation.
extension Installation {
    /// Migrates and marks the database as a sandbox's, or finds its mark.
    ///
    /// - Parameter option: requires a sandbox's database. An empty database is marked. One that holds data and is not
    ///   marked is refused before anything is changed.
    func prepareSandbox(for option: String) async throws -> SandboxMark {
        guard try await SandboxMark.isPossible(on: database) else {
            // An older sandbox's mark is not found, so the version of the schema is the better reason.
            _ = try await database.pendingMigrations(Schema.migrations)
            throw Self.notEmpty(option)
        }
        try await prepareSchema(migrating: true)
        guard let mark = try await SandboxMark(setOn: database) else { throw Self.notEmpty(option) }
        return mark
    }

    private static func notEmpty(_ option: String) -> Failure {
        Failure(
            description: "\(option) needs an empty database or one that is marked as a sandbox's; this one holds data "
                + "and is not marked. Nothing was changed; name another database.")
    }

    /// The sandbox over this database, with its keys loaded.
    ///
    /// - Parameter seed: the seed of all random values, with the clock frozen; nil for true randomness and real time. A
    ///   seed produces the same values again, so nothing that it produced may be in the database.
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

    /// The tenants in addition to the service's own database.
    func tenants(beside server: SandboxServer, trusting appleRoots: [String]) -> Tenants {
        Tenants(beside: server, configuration) { database, mark, clock, entropy in
            let issuing = try await issuing(on: database, clock.service, entropy)
            return try await Sandbox(issuing, mark: mark, clock: clock)
                .connectedToSimulatedNetworks(trusting: appleRoots)
        }
    }
}
