import Foundation
import Subprocess
import SystemPackage

/// The programs of one major version of the server.
struct ServerInstallation: Sendable, Equatable {
    let programs: FilePath
    let majorVersion: String

    /// The newest version; or, if there is a cluster, the version that created it, because a major version cannot read
    /// another one's files.
    static func find(
        for layout: ClusterLayout, account: ServerAccount
    ) async throws(EmbeddedPostgresFailure) -> ServerInstallation {
        let candidates = await candidateDirectories()
        var found: [ServerInstallation] = []
        for directory in candidates {
            if let version = await majorVersion(in: directory, account: account) {
                found.append(ServerInstallation(programs: directory, majorVersion: version))
            }
        }
        guard let newest = found.first else {
            throw .serverNotInstalled(searched: ["/usr/lib/postgresql/*/bin"] + candidates.map(\.string))
        }
        let needed = layout.cluster.appending("PG_VERSION").lastText(limit: 20)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !needed.isEmpty else { return newest }
        guard let fitting = found.first(where: { $0.majorVersion == needed }) else {
            throw .serverVersionNotInstalled(
                cluster: layout.cluster, needed: needed, installed: found.map(\.majorVersion))
        }
        return fitting
    }

    /// Runs one of the programs to its end, with `input` as its standard input.
    func run(
        _ program: String, _ arguments: [String], input: String = "", as account: ServerAccount
    ) async throws(EmbeddedPostgresFailure) -> (status: TerminationStatus, output: String) {
        do {
            let result = try await Subprocess.run(
                account.command(path(of: program), arguments), input: .string(input),
                output: .string(limit: 1 << 20), error: .combinedWithOutput)
            return (result.terminationStatus, result.standardOutput)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .programNotRun(programs.appending(program), reason: "\(error)")
        }
    }

    func path(of program: String) -> String {
        programs.appending(program).string
    }

    /// Debian's directories by version, newest first, then the directories that `pg_config` and `PATH` name.
    private static func candidateDirectories() async -> [FilePath] {
        let versions = FilePath("/usr/lib/postgresql").entries
            .sorted { (Int($0.lastComponent?.string ?? "") ?? 0) > (Int($1.lastComponent?.string ?? "") ?? 0) }
            .map { $0.appending("bin") }
        let configured = try? await Subprocess.run(
            .name("pg_config"), arguments: ["--bindir"], workingDirectory: "/", output: .string(limit: 4096))
        let named = configured?.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { String($0) }
        let elsewhere = ([named] + path).filter { $0.hasPrefix("/") }.map { FilePath($0) }
        return (versions + elsewhere).reduce(into: []) { unique, directory in
            if !unique.contains(directory) { unique.append(directory) }
        }
    }

    /// Asks the program itself, because only Debian has the version in the directory's name; nil if there is no server.
    private static func majorVersion(in directory: FilePath, account: ServerAccount) async -> String? {
        let programs = ["initdb", "postgres"].map { directory.appending($0).string }
        guard programs.allSatisfy(FileManager.default.isExecutableFile(atPath:)) else { return nil }
        let installation = ServerInstallation(programs: directory, majorVersion: "")
        guard let (status, output) = try? await installation.run("postgres", ["--version"], as: account),
            status.isSuccess
        else { return nil }
        return output.split(separator: " ").lazy
            .compactMap { $0.split(separator: ".").first.flatMap { Int($0) } }
            .first.map { String($0) }
    }
}
