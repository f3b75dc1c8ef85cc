import Foundation
import Synchronization

/// All contents of a database, as `pg_dump` writes them. A thief who steals a backup has the same data.
public enum DatabaseDump {
    /// The dump as plain SQL, without `schema_migration`, because that table only records how the schema was created.
    ///
    /// - Parameter isSchemaOnly: leaves out the tables' rows.
    public static func text(of scratch: ScratchDatabase, isSchemaOnly: Bool = false) async throws -> String {
        let name = "tessera-dump-\(getpid())-\(scratch.name).sql"
        let file = FileManager.default.temporaryDirectory.appending(path: name)
        defer { try? FileManager.default.removeItem(at: file) }
        try await run(
            ["pg_dump", "--exclude-table=schema_migration", "--file=\(file.path)"]
                + (isSchemaOnly ? ["--schema-only"] : []) + [scratch.url])
        let lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        // Newer versions of pg_dump put a random word before and after the dump, as a protection against injected
        // commands.
        return lines.filter { !$0.hasPrefix("\\restrict") && !$0.hasPrefix("\\unrestrict") }.joined(separator: "\n")
    }

    /// Restores a dump of one database in another, empty one. Both parameters are URLs.
    public static func move(from source: String, to target: String) async throws {
        let name = "tessera-dump-\(getpid())-\(moved.add(1, ordering: .relaxed).newValue)"
        let file = FileManager.default.temporaryDirectory.appending(path: name).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await run(["pg_dump", "--format=custom", "--compress=0", "--file=\(file)", source])
        try await run(["pg_restore", "--exit-on-error", "--single-transaction", "--dbname=\(target)", file])
    }

    /// Restores a plain SQL dump of the repository in an empty database with this URL.
    public static func restore(_ file: String, to url: String) async throws {
        let path = Golden.repository.appending(path: file).path
        let strictly = ["--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        try await run(["psql"] + strictly + ["--file=\(path)", url])
    }

    private static let moved = Atomic(0)

    private static func run(_ command: [String]) async throws {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = command
        program.environment = ["PATH": path, "LC_ALL": "C"]
        try await withCheckedThrowingContinuation { continuation in
            program.terminationHandler = { continuation.resume(with: Self.outcome(of: $0)) }
            do {
                try program.run()
            } catch {
                program.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }

    private struct Failed: Error {
        let status: Int32
    }

    private static func outcome(of program: Process) -> Result<Void, any Error> {
        program.terminationStatus == 0 ? .success(()) : .failure(Failed(status: program.terminationStatus))
    }

    /// The PATH for the programs of Postgres. Debian's newest version comes first, because a pg_dump that is older than
    /// the server refuses to dump it.
    public static var path: String {
        let installed = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newestFirst = installed.sorted { Int($0) ?? 0 > Int($1) ?? 0 }.map { "/usr/lib/postgresql/\($0)/bin" }
        return (newestFirst + [ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"]).joined(separator: ":")
    }
}
