import Administration
import ArgumentParser
import Audit
import Cards
import Hosting
import Issuing

/// Runs a command of an operator on a database that is not a sandbox's. A refusal ends it with its sentence.
func withProduction(
    _ storage: StorageOptions, _ work: @Sendable (Administration) async throws -> Void
) async throws {
    try await withProductionInstallation(storage) { installation in
        do {
            try await work(installation.administration())
        } catch IssuingFailure.refused(let refusal) {
            throw Installation.Failure(description: refusal.message)
        }
    }
}

/// The same for a command that needs the installation itself.
func withProductionInstallation(
    _ storage: StorageOptions, _ work: (Installation) async throws -> Void
) async throws {
    try await withInstallation(storage, mayBegin: false) { installation in
        try await installation.requireProduction()
        try await installation.prepareSchema(migrating: false)
        try await work(installation)
    }
}

extension Installation {
    func administration() async throws -> Administration {
        Administration(try await issuing().called(by: .operatorOfThisMachine))
    }

    /// A sandbox's clients have published secrets, and its cards have numbers that anybody can read.
    func requireProduction() async throws {
        guard try await !isSandbox() else {
            throw Installation.Failure(
                description: "The database is a sandbox's, so it may hold the demo's clients, whose secrets are "
                    + "published. Nothing was changed. Name another database with --database-url or another "
                    + "--data-dir, or serve this one with the program tessera.")
        }
    }
}
