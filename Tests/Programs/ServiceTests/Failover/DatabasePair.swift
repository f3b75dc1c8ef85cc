@testable import EmbeddedPostgres
import Foundation
import Subprocess
import SystemPackage

/// Two Postgres servers with the demo universe: a primary, and its synchronous standby.
struct DatabasePair: Sendable {
    /// The ways in which a primary dies.
    enum Death: String, CaseIterable, Sendable {
        /// A proxy cuts all connections to it, of clients and of the standby. It lives on, alone.
        case cut
        /// All its processes are killed.
        case killed
        /// All its processes are stopped. They still have their sockets, so its clients wait.
        case frozen
    }

    let one: DatabaseNode
    let two: DatabaseNode
    private let proxy: CuttingProxy

    /// The URL that the service has all the time. libpq looks for the primary in this order.
    var url: String {
        """
        postgresql://\(EmbeddedPostgres.role)@/\(EmbeddedPostgres.database)?host=\(one.door),\(two.door)\
        &target_session_attrs=read-write&connect_timeout=2
        """
    }

    /// Starts both, and ends them after `body`. At first the server `one` is the primary, and behind the proxy.
    ///
    /// - Parameter directory: a seeded one, whose cluster becomes that of the first server.
    static func with<Result>(
        _ directory: DataDirectory, _ body: (DatabasePair) async throws -> Result
    ) async throws -> Result {
        let place = URL(filePath: directory.path).deletingLastPathComponent().path
        let account = try ServerAccount.current()
        let installation = try await ServerInstallation.find(
            for: ClusterLayout(dataDirectory: FilePath(directory.path)), account: account)
        let one = try DatabaseNode("one", cluster: directory.cluster, in: place, account, installation)
        try FileManager.default.createDirectory(
            atPath: place + "/copy", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let two = try DatabaseNode("two", cluster: place + "/copy/cluster", in: place, account, installation)
        let pair = DatabasePair(one: one, two: two, proxy: try CuttingProxy(before: one))
        do {
            try await one.start()
            try await pair.proxy.start()
            try await two.follow(one)
            let result = try await body(pair)
            await pair.end()
            return result
        } catch {
            await pair.end()
            throw error
        }
    }

    private func end() async {
        await proxy.cut()
        for node in [one, two] { try? await node.stop() }
    }

    func lose(_ primary: DatabaseNode, _ death: Death) async throws {
        switch death {
        case .cut: await proxy.cut()
        case .killed: try await primary.die()
        case .frozen: primary.freeze()
        }
    }

    /// Ends a server that could go on beside the new primary, as an operator must before the promotion. A server that
    /// is cut off acknowledges no write without its standby.
    func fence(_ primary: DatabaseNode, after death: Death) async throws {
        if death == .frozen { try await primary.die() }
    }

    /// The dead server is reachable again, and is a second primary, whose sessions are read-only by default.
    func bringBack(_ old: DatabaseNode, after death: Death) async throws {
        if death == .cut { try await old.stop() }
        try await old.start(["default_transaction_read_only": "on"])
        try old.openDoor(to: old.socket)
    }
}

/// HAProxy between a server and everybody else.
private final class CuttingProxy: Sendable {
    private let process: ServerProcess
    private let socket: String

    /// Leads the server's door to the proxy, which begins to listen.
    init(before node: DatabaseNode) throws {
        let directory = node.folder + "/proxy"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let (file, socket) = (directory + "/haproxy.cfg", "\(directory)/\(ClusterLayout.socketName)")
        let settings = """
            defaults
                mode tcp
                timeout connect 60s
                timeout client 1h
                timeout server 1h

            listen door
                bind \(socket) mode 666
                server node \(node.socket)/\(ClusterLayout.socketName)

            """
        try Data(settings.utf8).write(to: URL(filePath: file))
        try node.openDoor(to: directory)
        self.socket = socket
        process = ServerProcess(
            Configuration(executable: .path("/usr/sbin/haproxy"), arguments: ["-db", "-f", file]))
    }

    /// Waits until it listens.
    func start() async throws {
        try await Deadline.within(Deadline.usual, "a proxy that listens") { [process, socket] in
            while !FileManager.default.fileExists(atPath: socket), !process.log.isOver, !Task.isCancelled {
                await Task.yield()
            }
        }
    }

    /// Ends all connections, and accepts no others.
    func cut() async { await process.kill() }
}
