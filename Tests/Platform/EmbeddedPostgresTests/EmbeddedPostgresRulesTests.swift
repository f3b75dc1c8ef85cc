import Foundation
import SystemPackage
import Testing

@testable import EmbeddedPostgres

/// The decisions that need no running server.
struct EmbeddedPostgresRulesTests {
    @Test("A setting is quoted by scalars, as the server reads it", arguments: [
        ("/a", "'/a'"), ("'", "''''"), (#"\"#, #"'\\'"#), ("a'\u{301}b", "'a''\u{301}b'"),
    ])
    func quotes(text: String, quoted: String) {
        #expect(Array(ServerSettings.quoted(text).unicodeScalars) == Array(quoted.unicodeScalars))
    }

    @Test("A server that has worked is restarted without limit; delays grow and reset after recovery")
    func restartsOfAServerThatWorked() {
        var policy = RestartPolicy()
        var delays: [Duration] = []
        for workedFor in [Duration.seconds(1), nil, nil, nil, .seconds(9), nil, nil, nil, .seconds(10)] {
            guard case .startAgain(let delay) = policy.serverEnded(workedFor: workedFor, predecessorIsPresent: false)
            else { break }
            delays.append(delay)
        }
        #expect(delays == [100, 200, 400, 800, 1600, 3200, 5000, 5000, 100].map { .milliseconds($0) })
    }

    @Test("A server that never worked is not restarted, unless its predecessor still runs")
    func restartsOfAServerThatNeverWorked() {
        var hopeless = RestartPolicy()
        #expect(hopeless.serverEnded(workedFor: nil, predecessorIsPresent: false) == .giveUp)

        var patient = RestartPolicy()
        let decisions = (0...RestartPolicy.attemptsBehindPredecessor).map { _ in
            patient.serverEnded(workedFor: nil, predecessorIsPresent: true)
        }
        #expect(decisions.dropLast().allSatisfy { $0 != .giveUp })
        #expect(decisions.last == .giveUp)
    }

    @Test(
        "postmaster.pid reveals the server's process and whether it is ready",
        arguments: [
            ("4711\n/d\n1\n5432\n/s\n\n  1  2\nready   \n", 4711, true),
            ("4711\n/d\n1\n5432\n/s\n\n  1  2\nstarting\n", 4711, false),
            ("4711\n/d\n", 4711, false),
            ("1\n", nil, false),
            ("-5\n", nil, false),
            ("", nil, false),
            ("junk\nready", nil, false),
        ] as [(String, Int32?, Bool)])
    func postmasterFile(text: String, processIdentifier: Int32?, isReady: Bool) {
        let file = PostmasterFile(text: text)
        #expect(file?.processIdentifier == processIdentifier)
        #expect(file?.isReady ?? false == isReady)
    }

    @Test("A server that ended says whether it had accepted connections before")
    func endedServer() {
        func message(wasReady: Bool) -> String {
            EmbeddedPostgresFailure.serverEnded(
                status: "signalled 9", wasReady: wasReady, log: "/d/log", lastLines: "PANIC"
            ).description
        }
        #expect(message(wasReady: true) == "PostgreSQL ended (signalled 9); the last lines of /d/log: PANIC")
        #expect(
            message(wasReady: false)
                == "PostgreSQL ended (signalled 9) before it accepted connections; the last lines of /d/log: PANIC")
    }

    @Test("The URL is escaped and names the socket next to the cluster if its path fits")
    func url() {
        let layout = ClusterLayout(dataDirectory: "/srv/../srv/ä b&c/./data")
        #expect(
            layout.url(database: "d", user: "u")
                == "postgresql://u@/d?host=%2Fsrv%2F%C3%A4%20b%26c%2Fdata%2Fpostgres%2Fsocket")
    }

    @Test("A socket path next to the cluster has at most 107 bytes and no comma")
    func socketPaths() {
        let rest = "/postgres/socket/.s.PGSQL.5432"
        func layout(bytes: Int) -> ClusterLayout {
            ClusterLayout(dataDirectory: FilePath("/" + String(repeating: "d", count: bytes - rest.utf8.count - 1)))
        }
        #expect(layout(bytes: 107).hasSocketBesideCluster)
        #expect(!layout(bytes: 108).hasSocketBesideCluster)
        #expect(layout(bytes: 108).socketDirectory != layout(bytes: 109).socketDirectory)
        #expect(!ClusterLayout(dataDirectory: "/srv/a,b").hasSocketBesideCluster)
    }

    @Test("A server that root starts accepts root and its own account; another accepts only its owner")
    func identityMap() {
        func map(_ account: ServerAccount) -> String {
            ServerSettings(
                layout: ClusterLayout(dataDirectory: "/d"), account: account, durability: .full, maximumConnections: 9
            ).identityMap
        }
        let byRoot = ServerAccount(
            name: "postgres", userID: 101, groupID: 104, launcherName: "root", launcherUserID: 0)
        let byAlice = ServerAccount(
            name: "alice", userID: 1000, groupID: 1000, launcherName: "alice", launcherUserID: 1000)
        #expect(
            map(byRoot) == """
                owner "root" tessera
                owner "root" postgres
                owner "postgres" tessera
                owner "postgres" postgres

                """)
        #expect(map(byAlice) == "owner \"alice\" tessera\nowner \"alice\" postgres\n")
    }

    @Test("A lock counts only while its file is the one at the lock's path")
    func lockOfRemovedFile() throws {
        let root = try FilePath("\(FileManager.default.temporaryDirectory.path)/tessera-lock-").makeUniqueDirectory()
        let layout = ClusterLayout(dataDirectory: root)
        let (removed, replaced) = (
            try DataDirectoryLock.openFile(layout), try DataDirectoryLock.openFile(layout)
        )
        try layout.lock.removeTree()
        #expect(DataDirectoryLock(removed, of: layout) == nil, "no file is at the path")
        let current = try DataDirectoryLock.openFile(layout)
        let second = try DataDirectoryLock.openFile(layout)
        #expect(DataDirectoryLock(replaced, of: layout) == nil, "another file is at the path")
        let held = DataDirectoryLock(current, of: layout)
        #expect(held != nil)
        #expect(DataDirectoryLock(second, of: layout) == nil, "somebody holds the lock")
        withExtendedLifetime(held) {}
        try root.removeTree()
    }

    @Test("A directory that another process has just written to is not removed")
    func removalOfUsedDirectory() throws {
        let root = try FilePath("\(FileManager.default.temporaryDirectory.path)/tessera-lock-").makeUniqueDirectory()
        let file = try DataDirectoryLock.openFile(ClusterLayout(dataDirectory: root))
        try file.close()
        try root.removeIfEmpty()
        #expect(root.entries.count == 1)
        for entry in root.entries { try entry.removeTree() }
        try root.removeIfEmpty()
        #expect(try root.statusIfPresent() == nil)
        try root.removeIfEmpty()
    }

    @Test("A path in the settings cannot end its quotes")
    func settings() {
        let settings = ServerSettings(
            layout: ClusterLayout(dataDirectory: "/it's\\"),
            account: ServerAccount(name: "a", userID: 1, groupID: 1, launcherName: "a", launcherUserID: 1),
            durability: .full, maximumConnections: 9
        ).settings
        #expect(settings.contains("hba_file = '/it''s\\\\/postgres/pg_hba.conf'\n"))
        #expect(settings.contains("fsync = on\n"))
        #expect(settings.contains("max_connections = 9\n"))
    }
}
