import Foundation
import Logging
import Subprocess
import SystemPackage
import Testing

@testable import EmbeddedPostgres

/// The embedded server with real processes and real signals. No test waits for a fixed time.
@Suite("Embedded Postgres server", .timeLimit(.minutes(20)))
struct EmbeddedPostgresTests {
    @Test("Data survives a restart, and no other account can reach it")
    func restartKeepsData() async throws {
        let house = try House()
        try await house.postgres.start()
        try await house.ask("CREATE TABLE remembered AS SELECT 42 AS answer")
        #expect(try await house.ask("SHOW fsync") == "off", "durability .none is for tests")
        await house.postgres.stop()

        try await house.postgres.start()
        #expect(try await house.ask("SELECT answer FROM remembered") == "42")
        #expect(try await house.ask("SHOW listen_addresses") == "")
        #expect(try await house.ask("SELECT rolsuper FROM pg_roles WHERE rolname = current_user") == "f")
        #expect(try house.permissions(house.layout.cluster) == [.ownerReadWriteExecute])
        #expect(try house.permissions(house.layout.socketDirectory) == [.ownerReadWriteExecute])
        #expect(try house.permissions(house.layout.home).isDisjoint(with: .otherReadWriteExecute))
        #expect(try house.permissions(house.layout.dataDirectory).isDisjoint(with: .otherReadWriteExecute))
        try await house.remove()
    }

    @Test("After SIGKILL, the server returns with all acknowledged data")
    func killedServerComesBack() async throws {
        let house = try House(durability: .full)
        try await house.postgres.start()
        let first = try #require(await house.log.nextReady())
        try await house.ask("CREATE TABLE acknowledged (n int)")
        try await house.ask("INSERT INTO acknowledged SELECT generate_series(1, 1000)")

        #expect(kill(first, SIGKILL) == 0)
        let second = try #require(await house.log.nextReady())
        #expect(second != first)
        #expect(try await house.ask("SELECT count(*) FROM acknowledged") == "1000")
        try await house.remove()
    }

    @Test("If the server's program is replaced, as an upgrade does it, the server is restarted in order")
    func upgrade() async throws {
        let house = try House()
        try await house.postgres.start()
        _ = await house.log.nextReady()
        try await house.ask("CREATE TABLE remembered (n int)")
        await house.postgres.stop()

        let installation = try await house.installation()
        let programs = house.layout.dataDirectory.appending("programs")
        try programs.makeDirectory(permissions: [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
        let program = programs.appending("postgres")
        let script = "#!/bin/sh\nexec \(installation.path(of: "postgres")) \"$@\"\n"
        let everybody: FilePermissions = [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute]
        try program.replaceContents(script, permissions: everybody)
        let postmaster = Postmaster(
            installation: ServerInstallation(programs: programs, majorVersion: installation.majorVersion),
            account: try .current(), layout: house.layout)
        let log = house.log
        let supervision = try await Supervision.begin(
            postmaster, lookingEvery: .milliseconds(10), logger: Logger(label: "test") { _ in log })
        let first = try #require(await log.nextReady())

        let newProgram = programs.appending("postgres.new")
        try newProgram.replaceContents(script, permissions: everybody)
        try newProgram.move(to: program)
        let second = try #require(await log.nextReady())
        #expect(second != first)
        #expect(house.layout.previousLog.lastText(limit: 8192).contains("database system is shut down"), "in order")
        #expect(try await house.ask("SELECT count(*) FROM remembered") == "0")
        await supervision.end()
        try programs.removeTree()
        try await house.remove()
    }

    @Test("A server that outlived its owner is shut down and started again")
    func leftoverServer() async throws {
        let house = try House()
        try await house.postgres.start()
        try await house.ask("CREATE TABLE remembered (n int)")
        await house.postgres.stop()

        let orphan = Postmaster(
            installation: try await house.installation(), account: try .current(), layout: house.layout)
        let (identifiers, identifier) = AsyncStream<Int32>.makeStream()
        let orphanLife = Task { try await orphan.run { identifier.yield($0) } }
        let orphanIdentifier = try #require(await identifiers.first { _ in true })

        try await house.postgres.start()
        #expect(try await orphanLife.value.status == .exited(0), "shut down in order, not killed")
        #expect(PostmasterFile(in: house.layout.cluster)?.processIdentifier != orphanIdentifier)
        #expect(try await house.ask("SELECT count(*) FROM remembered") == "0")
        try await house.remove()
    }

    @Test("Stale lock files that name another process neither block the start nor harm that process")
    func staleFile() async throws {
        let house = try House()
        try await house.postgres.start()
        await house.postgres.stop()

        let outcome = try await Subprocess.run(
            ServerAccount.current().command("sleep", ["600"]), input: .none, output: .discarded, error: .discarded
        ) { execution in
            let stale = house.layout.cluster.appending("postmaster.pid")
            let lock = "\(execution.processIdentifier.value)\n\(house.layout.cluster)\n1\n5432\n"
            let readable: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
            try stale.replaceContents(lock + "\n\n1 1\nready   \n", permissions: readable)
            try house.layout.socketLock.replaceContents(
                lock + "\(house.layout.socketDirectory)\n", permissions: readable)
            try await house.postgres.start()
            #expect(try await house.ask("SELECT 1") == "1")
            try execution.send(signal: .terminate)
        }
        #expect(outcome.terminationStatus == .signaled(SIGTERM), "it lived until this test ended it")
        try await house.remove()
    }

    @Test("A second owner is refused with the process id of the first")
    func secondOwner() async throws {
        let house = try House()
        try await house.postgres.start()
        let second = EmbeddedPostgres(dataDirectory: house.layout.dataDirectory.string, durability: .none)
        await #expect(
            throws: EmbeddedPostgresFailure.dataDirectoryInUse(
                house.layout.dataDirectory, processIdentifier: "\(getpid())")
        ) { try await second.start() }
        await #expect(throws: EmbeddedPostgresFailure.self) { try await second.destroy() }
        #expect(try await house.ask("SELECT 1") == "1")
        try await house.remove()
    }

    @Test("An unfinished cluster is removed and created again")
    func interruptedCreation() async throws {
        let house = try House()
        let directories = ClusterDirectories(account: try .current())
        try directories.makeDataDirectory(house.layout)
        let visible = try await directories.makeHome(house.layout)
        let half = try visible.home.appending("cluster.new-").makeUniqueDirectory()
        try half.appending("PG_VERSION").replaceContents("15\n", permissions: .ownerReadWrite)

        try await house.postgres.start()
        #expect(try await house.ask("SELECT 1") == "1")
        #expect(try half.statusIfPresent() == nil)
        try await house.remove()
    }

    @Test("A failed start shows the end of the server's log, and does not block the next start")
    func failedStart() async throws {
        let house = try House()
        try await house.postgres.start()
        await house.postgres.stop()
        let settings = house.layout.cluster.appending("postgresql.conf")
        let before = settings.lastText(limit: 1 << 20)
        try settings.replaceContents(before + "no_such_setting = 1\n", permissions: [.ownerReadWrite, .otherRead])

        let failure = await #expect(throws: EmbeddedPostgresFailure.self) { try await house.postgres.start() }
        #expect("\(try #require(failure))".contains("no_such_setting"))

        try settings.replaceContents(before, permissions: [.ownerReadWrite, .otherRead])
        try await house.postgres.start()
        try await house.remove()
    }

    @Test("A path too long for a socket is served through a private directory in /tmp")
    func longPath() async throws {
        let house = try House(below: String(repeating: "long-", count: 24))
        #expect(house.layout.socketDirectory.starts(with: "/tmp"))
        #expect(!house.layout.socketDirectory.starts(with: house.layout.dataDirectory))

        try house.layout.socketDirectory.makeLink(to: "/etc")
        await #expect(throws: EmbeddedPostgresFailure.self, "somebody else's link is not followed") {
            try await house.postgres.start()
        }
        #expect(unlink(house.layout.socketDirectory.string) == 0)

        try await house.postgres.start()
        #expect(try house.permissions(house.layout.socketDirectory) == [.ownerReadWriteExecute])
        #expect(try await house.ask("SELECT 1") == "1")
        try await house.remove()
        #expect(try house.layout.socketDirectory.statusIfPresent() == nil)
    }

    @Test("A refused statement leaves no value in the server's log")
    func logIsDiscreet() async throws {
        let house = try House()
        try await house.postgres.start()
        await #expect(throws: Refused.self) { try await house.ask("SELECT 'very-secret'::int") }
        let log = house.layout.log.lastText(limit: 1 << 20)
        #expect(log.contains("ready to accept connections"))
        #expect(!log.contains("very-secret"))
        try await house.remove()
    }

    @Test("As a service, the embedded Postgres stops when its task ends")
    func service() async throws {
        let house = try House()
        let service = Task { try await house.postgres.run() }
        let server = try #require(await house.log.nextReady())
        service.cancel()
        try await service.value
        #expect(kill(server, 0) == -1 && errno == ESRCH, "the server's process is gone")
        try await house.remove()
    }

    @Test("Another account of the machine has no access", .enabled(if: geteuid() == 0, "only root can become others"))
    func anotherAccount() async throws {
        let house = try House()
        try await house.postgres.start()
        for directory in [house.layout.dataDirectory, house.layout.home, house.layout.socketDirectory] {
            try directory.setPermissions([.ownerReadWriteExecute, .groupExecute, .otherReadExecute])
        }
        let nobody = ServerAccount(
            name: "nobody", userID: 65_534, groupID: 65_534, launcherName: "root", launcherUserID: 0)
        await #expect(throws: Refused.self) { try await house.ask("SELECT 1", as: nobody) }
        try await house.remove()
    }

    @Test(
        "A cluster below a directory that only root may enter moves to where its account can reach it",
        .enabled(if: geteuid() == 0, "only root runs the server as somebody else"))
    func belowClosedDirectory() async throws {
        let house = try House(below: "closed")
        try house.layout.dataDirectory.makeParentDirectories()
        try house.layout.dataDirectory.removingLastComponent().setPermissions(.ownerReadWriteExecute)
        try await house.postgres.start()
        try await house.ask("CREATE TABLE remembered (n int)")
        await house.postgres.stop()
        try await house.postgres.start()
        #expect(try await house.ask("SELECT count(*) FROM remembered") == "0")

        let elsewhere = try #require(house.layout.home.linkDestination)
        #expect(elsewhere.starts(with: ClusterDirectories.systemState))
        try await house.remove()
        #expect(try elsewhere.statusIfPresent() == nil)
    }
}

struct Refused: Error {
    let output: String
}

/// A data directory for one test, and the test's questions about it.
private struct House {
    let layout: ClusterLayout
    let postgres: EmbeddedPostgres
    let log = ReadinessLog()
    private let root: FilePath

    init(below directory: String = "", durability: EmbeddedPostgres.Durability = .none) throws {
        root = try FilePath("\(FileManager.default.temporaryDirectory.path)/tessera-house-").makeUniqueDirectory()
        try root.setPermissions([.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
        let dataDirectory = (directory.isEmpty ? root : root.appending(directory)).appending("data")
        layout = ClusterLayout(dataDirectory: dataDirectory)
        let log = log
        postgres = EmbeddedPostgres(
            dataDirectory: dataDirectory.string, durability: durability, maximumConnections: 20,
            logger: Logger(label: "test") { _ in log })
    }

    func installation() async throws -> ServerInstallation {
        try await .find(for: layout, account: .current())
    }

    /// Runs SQL with psql, by default as the account of this process.
    @discardableResult
    func ask(_ sql: String, as account: ServerAccount? = nil) async throws -> String {
        let current = try ServerAccount.current()
        let launcher = ServerAccount(
            name: current.launcherName, userID: current.launcherUserID, groupID: getegid(),
            launcherName: current.launcherName, launcherUserID: current.launcherUserID)
        let (status, output) = try await installation().run(
            "psql", ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", postgres.url, "-c", sql],
            as: account ?? launcher)
        guard status.isSuccess else { throw Refused(output: output) }
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func permissions(_ path: FilePath) throws -> FilePermissions {
        try #require(try path.statusIfPresent()).permissions
    }

    func remove() async throws {
        try await postgres.destroy()
        #expect(try layout.dataDirectory.statusIfPresent() == nil, "everything that was created is removed")
        try root.removeTree()
    }
}

/// Receives the server's process identifier each time it accepts connections.
private struct ReadinessLog: LogHandler {
    private let identifiers: AsyncStream<Int32>
    private let identifier: AsyncStream<Int32>.Continuation
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    init() {
        (identifiers, identifier) = AsyncStream.makeStream()
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let text = event.metadata?["pid"]?.description, let value = Int32(text) else { return }
        identifier.yield(value)
    }

    func nextReady() async -> Int32? {
        await identifiers.first { _ in true }
    }
}
