import EmbeddedPostgres
import Foundation
import Logging
import Postgres
import Subprocess
import TestSupport

/// What a test kills, and kills again.
enum Victim: String, CaseIterable, Sendable {
    case service
    /// All processes of the private server.
    case postgres
    case both
}

/// A seeded data directory, the addresses of the services that run on it one after the other, and its databases.
struct KilledPlace: Sendable {
    let directory: DataDirectory
    let sandbox = Sandbox()
    let doors = NetworkDoorPorts()
    let database: Database
    private let host = Unshared.host()
    private let ports = (card: Unshared.port(), merchants: Unshared.port())

    private static let ready = "The Postgres server is ready"

    init(_ directory: DataDirectory) throws {
        self.directory = directory
        database = try Self.connect(to: EmbeddedPostgres.database, in: directory)
    }

    var merchantsURL: String { "http://\(host):\(ports.merchants)" }

    /// The options of commands beside a service that runs.
    func storage(of name: String = EmbeddedPostgres.database) -> [String] {
        ["--data-dir", directory.path, "--database-url", Self.url(of: name, in: directory)]
    }

    /// Works with a connection that knows nothing of a server that has died.
    func with<Result: Sendable>(
        _ name: String, _ work: (Database) async throws -> Result
    ) async throws -> Result {
        let database = try Self.connect(to: name, in: directory)
        let result = try await work(database)
        await database.shutDown()
        return result
    }

    func execute(_ script: String, in name: String = EmbeddedPostgres.database) async throws {
        try await with(name) { try await $0.execute(script: script) }
    }

    static func url(of name: String, in directory: DataDirectory) -> String {
        EmbeddedPostgres(dataDirectory: directory.path).url(database: name)
    }

    private static func connect(to name: String, in directory: DataDirectory) throws -> Database {
        var configuration = try DatabaseConfiguration(url: url(of: name, in: directory))
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        // The server may be dead, and a test may hold a lock until a program that it has started waits for it.
        (configuration.waitingLimit, configuration.statementTimeout) = (.seconds(120), .seconds(120))
        configuration.sessionSettings = ["idle_in_transaction_session_timeout": "10min"]
        return Database(configuration, logger: Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs a service with all listeners.
    func serve<Result: Sendable>(
        _ work: (RunningService) async throws -> Result
    ) async throws -> (result: Result, ending: Program.Ending) {
        let listeners = ["--host", host, "--port", "\(ports.card)", "--merchants-port", "\(ports.merchants)"]
        let options = ["--demo", "--data-dir", directory.path] + listeners + doors.arguments
        return try await Program.serve(options, sandbox, host: host) { service in
            for port in [ports.card, ports.merchants] {
                _ = try await service.log.entry("Server started and listening on \(host):\(port)")
            }
            try await doors.open(on: service)
            return try await work(
                RunningService(
                    processIdentifier: service.processIdentifier, host: host, port: ports.card, log: service.log))
        }
    }

    /// Ends processes at once, as the kernel does without memory.
    func kill(_ victim: Victim, _ service: RunningService) {
        if victim != .postgres { service.signal(SIGKILL) }
        if victim != .service { killPostgres() }
    }

    func killPostgres() {
        for process in directory.serverProcesses { Foundation.kill(process, SIGKILL) }
    }

    /// How often the service has started its server.
    func starts(by service: RunningService) -> Int {
        service.log.lines.count { $0.contains(Self.ready) }
    }

    /// Waits until the service has started its server this often.
    func isReady(_ starts: Int, by service: RunningService) async throws {
        _ = try await service.log.entry(Self.ready, count: starts)
    }
}
