import EmbeddedPostgres
import Foundation
import Postgres
import Synchronization

/// A second Postgres, for tests that move data from one server to another. Its transaction ids begin again.
public struct OtherCluster: Sendable {
    private let postgres: EmbeddedPostgres
    private static let made = Atomic(0)

    /// Starts it, and removes it at the end.
    public static func with<Value: Sendable>(
        _ body: @Sendable (OtherCluster) async throws -> Value
    ) async throws -> Value {
        let name = "tessera-other-\(getpid())-\(made.add(1, ordering: .relaxed).newValue)"
        let directory = FileManager.default.temporaryDirectory.appending(path: name).path
        let cluster = OtherCluster(
            postgres: EmbeddedPostgres(
                dataDirectory: directory, durability: .none, logger: TestCluster.quietLogger))
        do {
            try await cluster.postgres.start()
            let value = try await body(cluster)
            try await cluster.postgres.destroy()
            return value
        } catch {
            try? await cluster.postgres.destroy()
            throw error
        }
    }

    /// Creates an empty database.
    ///
    /// - Returns: its URL.
    public func makeDatabase(_ name: String) async throws -> String {
        let administration = try connect(to: postgres.url)
        try await administration.execute(script: "CREATE DATABASE \(name)")
        await administration.shutDown()
        return postgres.url(database: name)
    }

    /// The URL of the superuser.
    public var administratorURL: String { administratorURL(of: "postgres") }

    private func administratorURL(of database: String) -> String {
        postgres.url(database: database, user: EmbeddedPostgres.administrator)
    }

    /// Runs a script as the superuser, in a database that exists.
    public func administer(_ script: String, in database: String = "postgres") async throws {
        let administration = try connect(to: administratorURL(of: database))
        do {
            try await administration.execute(scripts: [PlacedScript(script)], holding: 1)
            await administration.shutDown()
        } catch {
            await administration.shutDown()
            throw error
        }
    }

    /// The URL of a database that exists, or that its user creates.
    public func url(of database: String = EmbeddedPostgres.database) -> String { postgres.url(database: database) }

    /// A connection to the database at the URL. Shut it down before the cluster ends.
    public func connect(to url: String) throws -> Database {
        var configuration = try DatabaseConfiguration(url: url)
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        (configuration.waitingLimit, configuration.statementTimeout) = (.seconds(60), .seconds(60))
        return Database(configuration, logger: TestCluster.quietLogger)
    }
}
