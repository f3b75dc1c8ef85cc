import Foundation
import SystemPackage

/// What a running server says of itself in `postmaster.pid`, one value a line: its process in the first, in the
/// eighth whether it accepts connections (PostgreSQL's `src/include/utils/pidfile.h`).
struct PostmasterFile: Sendable, Equatable {
    let processIdentifier: Int32
    let isReady: Bool

    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = lines.first, let processIdentifier = Int32(first), processIdentifier > 1 else { return nil }
        self.processIdentifier = processIdentifier
        isReady = lines.count > 7 && lines[7] == "ready"
    }

    init?(in cluster: FilePath) {
        self.init(text: cluster.appending("postmaster.pid").lastText(limit: 8192))
    }

    /// Whether that process is running, and is this cluster's server: a file that outlived its server names a process
    /// that may be anybody's by now.
    func isRunning(in cluster: FilePath) -> Bool {
        guard kill(processIdentifier, 0) == 0 || errno == EPERM else { return false }
        return WorkingDirectory.isKnown ? WorkingDirectory.of(processIdentifier, is: cluster) : true
    }
}

/// Which processes work in a directory, as far as the kernel tells.
///
/// All processes of a server have its cluster as their working directory, and nobody else has a reason to. So this
/// tells a server from a stranger that has got its number.
enum WorkingDirectory {
    private static let processes: FilePath = "/proc"

    static var isKnown: Bool { status(of: processes.appending("self").appending("cwd")) != nil }

    static func of(_ processIdentifier: Int32, is directory: FilePath) -> Bool {
        matches(processes.appending("\(processIdentifier)"), directory)
    }

    static func isAnybodys(_ directory: FilePath) -> Bool {
        processes.entries.contains { Int32($0.lastComponent?.string ?? "") != nil && matches($0, directory) }
    }

    private static func matches(_ process: FilePath, _ directory: FilePath) -> Bool {
        guard let theirs = status(of: process.appending("cwd")), let ours = status(of: directory) else { return false }
        return theirs.deviceID == ours.deviceID && theirs.inode == ours.inode
    }

    private static func status(of path: FilePath) -> Stat? {
        try? path.statusIfPresent(followingLink: true)
    }
}

/// A server that outlived the process which started it.
struct LeftoverServer {
    let cluster: FilePath

    /// Ends it, in order if it can be done within the limit, at once if not. It is not a child of this process, so
    /// there is nothing to wait on and it is looked at again and again.
    func end(
        limits: [(signal: Int32, limit: Duration)] = [(SIGINT, .seconds(20)), (SIGQUIT, .seconds(5))]
    ) async throws(EmbeddedPostgresFailure) {
        guard let server = PostmasterFile(in: cluster) else { return }
        for (signal, limit) in limits where server.isRunning(in: cluster) {
            let deadline = ContinuousClock.now + limit
            kill(server.processIdentifier, signal)
            while server.isRunning(in: cluster), ContinuousClock.now < deadline {
                do {
                    try await Task.sleep(for: .milliseconds(10))
                } catch {
                    throw .cancelled
                }
            }
        }
        guard !server.isRunning(in: cluster) else {
            throw .leftoverServerStayed(processIdentifier: server.processIdentifier)
        }
        try removeStaleFile()
    }

    /// Postgres takes a stale file for a running server's as soon as its number belongs to anybody, which after the
    /// restart of a container is the rule. It may go only when no process of the old server is left.
    private func removeStaleFile() throws(EmbeddedPostgresFailure) {
        guard WorkingDirectory.isKnown, !WorkingDirectory.isAnybodys(cluster) else { return }
        try cluster.appending("postmaster.pid").removeTree()
    }
}
