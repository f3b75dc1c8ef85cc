import Subprocess
import SystemPackage

/// Creates the cluster once for a data directory, with the role and the database that the service uses.
///
/// Everything happens in a temporary directory, which is renamed at the end. If a run is killed half way, the next run
/// removes that directory, so a half-made cluster is never used.
struct ClusterCreation {
    let installation: ServerInstallation
    let account: ServerAccount
    let layout: ClusterLayout
    let durability: EmbeddedPostgres.Durability

    func createIfMissing() async throws(EmbeddedPostgresFailure) {
        removeUnfinished()
        if let status = try layout.cluster.statusIfPresent() {
            let owner = status.userID.rawValue
            guard owner == account.userID else {
                throw .directoryNotOurs(layout.cluster, reason: "it belongs to uid \(owner), not to \(account.name)")
            }
            return
        }
        let unfinished = try layout.home.appending("cluster.new-").makeUniqueDirectory()
        if account.isAnother { try unfinished.setOwner(account.userID, group: account.groupID) }
        try await initialize(unfinished)
        try await addRoleAndDatabase(unfinished)
        try unfinished.move(to: layout.cluster)
        try layout.home.synchronizeDirectory()
    }

    /// Removes as much as it can. The initdb of a killed run may still write there; the next start then removes the
    /// rest.
    private func removeUnfinished() {
        for leftover in layout.home.entries where leftover.lastComponent?.string.hasPrefix("cluster.new-") == true {
            try? leftover.removeTree()
        }
    }

    /// The C locale sorts text in the same way on every machine.
    private func initialize(_ directory: FilePath) async throws(EmbeddedPostgresFailure) {
        var arguments = [
            "--pgdata", directory.string, "--username", EmbeddedPostgres.administrator,
            "--encoding", "UTF8", "--locale", "C", "--auth-local", "peer", "--auth-host", "reject",
        ]
        switch durability {
        case .full: arguments.append("--data-checksums")
        case .none: arguments.append("--no-sync")
        }
        try await succeed("initdb", arguments)
    }

    /// Single-user mode needs neither a socket nor a password. The service's role is not a superuser, so a hole in its
    /// SQL does not reach the server's files and programs. It may create databases, because a tenant is one.
    private func addRoleAndDatabase(_ directory: FilePath) async throws(EmbeddedPostgresFailure) {
        let role = EmbeddedPostgres.role
        try await succeed(
            "postgres",
            ["--single", "-D", directory.string, "-c", "exit_on_error=on"]
                + (durability == .none ? ["-c", "fsync=off"] : []) + ["postgres"],
            input: """
                CREATE ROLE \(role) LOGIN CREATEDB
                CREATE DATABASE \(EmbeddedPostgres.database) OWNER \(role)

                """)
    }

    private func succeed(
        _ program: String, _ arguments: [String], input: String = ""
    ) async throws(EmbeddedPostgresFailure) {
        let (status, output) = try await installation.run(program, arguments, input: input, as: account)
        guard status.isSuccess else {
            throw .clusterNotCreated(program: program, output: lastLines(of: output))
        }
    }
}

/// The last lines of a program's output, few enough for an error message.
func lastLines(of text: String, limit: Int = 10) -> String {
    let lines = text.split(whereSeparator: \.isNewline).suffix(limit)
    return lines.isEmpty ? "(nothing)" : lines.joined(separator: "\n")
}
