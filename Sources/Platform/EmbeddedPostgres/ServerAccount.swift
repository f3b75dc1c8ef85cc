import Foundation
import Subprocess
import SystemPackage

/// The operating system's account that the server runs as.
///
/// Postgres refuses root, so root runs it as `postgres`, the account that every distribution's package creates. Any
/// other user runs it under their own account.
struct ServerAccount: Sendable, Equatable {
    let name: String
    let userID: uid_t
    let groupID: gid_t
    /// The account of this process, which connects to the server and owns the files around the cluster.
    let launcherName: String
    let launcherUserID: uid_t

    /// Whether the server runs as another account than this process.
    var isAnother: Bool { userID != launcherUserID }

    static func current() throws(EmbeddedPostgresFailure) -> ServerAccount {
        let userID = geteuid()
        guard let launcher = entry(ofUser: userID) else { throw .accountMissing(name: "uid \(userID)") }
        guard userID == 0 else {
            return ServerAccount(
                name: launcher.name, userID: userID, groupID: getegid(),
                launcherName: launcher.name, launcherUserID: userID)
        }
        guard let server = entry(named: "postgres") else { throw .accountMissing(name: "postgres") }
        return ServerAccount(
            name: server.name, userID: server.userID, groupID: server.groupID,
            launcherName: launcher.name, launcherUserID: userID)
    }

    /// A program to run as this account.
    ///
    /// `setpriv` changes the account, not swift-subprocess: swift-subprocess calls `setgroups` and `setuid` in a bare
    /// clone of this process, where glibc sometimes waits forever for threads that were not cloned.
    ///
    /// It runs in its own session, because Ctrl-C in a terminal goes to the whole process group: the server would shut
    /// down while requests are still being answered. The environment is a closed list: `PGPORT`, `PGOPTIONS` and the
    /// like belong to the user who started this process, not to this cluster, and `LC_ALL` keeps the log in the
    /// language of the texts that this module looks for. Every account may enter the working directory.
    func command(_ program: String, _ arguments: [String]) -> Configuration {
        let identity = ["--reuid=\(userID)", "--regid=\(groupID)", "--clear-groups", "--", program]
        let named: Executable = program.hasPrefix("/") ? .path(FilePath(program)) : .name(program)
        var options = PlatformOptions()
        options.createSession = true
        return Configuration(
            executable: isAnother ? .name("setpriv") : named,
            arguments: Arguments(isAnother ? identity + arguments : arguments),
            environment: .custom([
                "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "TZ": "UTC",
            ]),
            workingDirectory: "/",
            platformOptions: options)
    }

    /// Whether the account may pass through the directory. It tries to, because access lists and mount options decide
    /// too, not only mode bits.
    func canReach(_ directory: FilePath) async -> Bool {
        guard isAnother else { return true }
        let probe = try? await Subprocess.run(command("test", ["-x", directory.string]), output: .discarded)
        return probe?.terminationStatus.isSuccess ?? false
    }

    private typealias Entry = (name: String, userID: uid_t, groupID: gid_t)

    private static func entry(ofUser userID: uid_t) -> Entry? {
        entry { getpwuid_r(userID, $0, $1, $2, $3) }
    }

    private static func entry(named name: String) -> Entry? {
        entry { getpwnam_r(name, $0, $1, $2, $3) }
    }

    private static func entry(
        _ lookUp: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> CInt
    ) -> Entry? {
        var record = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress, lookUp(&record, start, buffer.count, &found) == 0, found != nil
            else { return nil }
            return (String(cString: record.pw_name), record.pw_uid, record.pw_gid)
        }
    }
}
