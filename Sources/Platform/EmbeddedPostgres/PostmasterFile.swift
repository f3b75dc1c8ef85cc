import Foundation
import SystemPackage

/// The status of a running server in `postmaster.pid`, one value per line: the first line is its process, the eighth
/// says whether it accepts connections (PostgreSQL's `src/include/utils/pidfile.h`).
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

    /// Whether that process is running and is this cluster's server. After its server has ended, the number in the file
    /// may belong to any process.
    func isRunning(in cluster: FilePath) -> Bool {
        guard kill(processIdentifier, 0) == 0 || errno == EPERM else { return false }
        return WorkingDirectory.isKnown ? WorkingDirectory.of(processIdentifier, is: cluster) : true
    }
}

/// The processes that have a directory as their working directory, as far as the kernel reveals them.
///
/// All processes of a server have its cluster as their working directory, and no other process has a reason to. So this
/// tells a server from another process that now has its process number.
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

/// A server that outlived the process that started it.
struct LeftoverServer {
    let cluster: FilePath
    let socketLock: FilePath

    /// Ends the server: cleanly if that works within the limit, otherwise immediately. It is not a child of this
    /// process, so this polls instead of waiting on it.
    func end(
        limits: [(signal: Int32, limit: Duration)] = [(SIGINT, .seconds(20)), (SIGQUIT, .seconds(5))]
    ) async throws(EmbeddedPostgresFailure) {
        guard let server = PostmasterFile(in: cluster) else { return try removeStaleFiles() }
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
        try removeStaleFiles()
    }

    /// Postgres takes a stale file for a running server's if any process has that number. After a container restarts,
    /// that is usual. If the service and its server were killed together, the server's own number is taken until its
    /// new parent asks how it has ended. The files may be removed only when no process of the old server is left.
    private func removeStaleFiles() throws(EmbeddedPostgresFailure) {
        var files: [FilePath] = []
        for file in [cluster.appending("postmaster.pid"), socketLock] where try file.statusIfPresent() != nil {
            files.append(file)
        }
        // A server that shut down leaves no file, and a look at all processes takes long.
        guard !files.isEmpty, WorkingDirectory.isKnown, !WorkingDirectory.isAnybodys(cluster) else { return }
        for file in files { try file.removeTree() }
    }
}
