import Dispatch
import EmbeddedPostgres
import Foundation
import Logging
import Postgres

/// The only Postgres of a test process. It starts when the first test needs a database and is removed when the process
/// exits. If a run is killed, the next run removes its Postgres.
enum TestCluster {
    /// Waits until the cluster runs, then runs SQL as the superuser, one script at a time.
    static func execute(script: String) async throws {
        try await administration.value.execute(script: script)
    }

    /// Runs SQL as the superuser in another database, as one script.
    static func execute(script: String, in database: String) async throws {
        try await administration.value.execute(scripts: [PlacedScript(script, in: database)], holding: 1)
    }

    /// Uses its own connection, because Postgres makes a checkpoint when it drops a database, and callers that create
    /// databases must not wait for that.
    static func drop(database name: String) async throws {
        try await cleaning.value.execute(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    static func url(database: String) -> String {
        postgres.url(database: database)
    }

    /// The superuser's URL.
    static func administratorURL(database: String = "postgres") -> String {
        postgres.url(database: database, user: EmbeddedPostgres.administrator)
    }

    /// The directory of the write-ahead log.
    static var walPath: String { postgres.logPaths[0] }

    static let quietLogger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }

    private static let directoryPrefix = "tessera-tests-"

    private static let folder = FileManager.default.temporaryDirectory.path

    private static let postgres = EmbeddedPostgres(
        dataDirectory: "\(folder)/\(directoryPrefix)\(getpid())",
        durability: .none, maximumConnections: 2000, logger: quietLogger)

    private static let administration = Task {
        await removeLeftovers()
        // Exit handlers run in the reverse order of their registration. This one must run before the handler of the
        // library that runs the server's process, because that handler ends the thread that notices when the server
        // exits.
        defer { atexit { TestCluster.removeBeforeExit() } }
        try await postgres.start()
        return try connectAsSuperuser()
    }

    private static let cleaning = Task {
        _ = try await administration.value
        return try connectAsSuperuser()
    }

    private static func connectAsSuperuser() throws -> Database {
        var configuration = try DatabaseConfiguration(url: administratorURL())
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        configuration.waitingLimit = .seconds(600)
        return Database(configuration, logger: quietLogger)
    }

    private static func removeLeftovers() async {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.hasPrefix(directoryPrefix), let owner = Int32(name.dropFirst(directoryPrefix.count)),
                kill(owner, 0) != 0
            else { continue }
            try? await EmbeddedPostgres(dataDirectory: "\(folder)/\(name)", logger: quietLogger).destroy()
        }
    }

    /// Exit handlers cannot await a task, so this one blocks on a semaphore. The threads of tasks still run at this
    /// point.
    private static func removeBeforeExit() {
        let removed = DispatchSemaphore(value: 0)
        Task.detached {
            try? await postgres.destroy()
            removed.signal()
        }
        _ = removed.wait(timeout: .now() + .seconds(30))
    }
}
