import EmbeddedPostgres
import Foundation
import Logging
import Subprocess
import Synchronization

/// A data directory for one test. It does not exist until the program creates it.
struct DataDirectory: Sendable {
    let path: String

    var keyFile: String { path + "/key-encryption.key" }

    /// - Parameter isSeeded: whether it already contains the demo universe. Then it is a copy of a seeded directory,
    ///   which is ten times as fast as seeding and shows that a copied data directory works, as a backup must.
    static func with<Result>(
        seeded isSeeded: Bool = false, _ body: (DataDirectory) async throws -> Result
    ) async throws -> Result {
        let directory = DataDirectory(path: try makePlace() + "/data")
        let result: Result
        do {
            if isSeeded { try await copy(try await seeded.value, to: directory) }
            result = try await body(directory)
        } catch {
            try? await directory.remove()
            throw error
        }
        try await directory.remove()
        return result
    }

    /// Where the embedded Postgres has its data.
    var cluster: String { path + "/postgres/cluster" }

    /// All processes of the embedded Postgres.
    var serverProcesses: [Int32] { Self.serverProcesses(of: cluster) }

    /// All processes of a Postgres: only they have its cluster as their working directory.
    static func serverProcesses(of cluster: String) -> [Int32] {
        let cluster = URL(filePath: cluster).resolvingSymlinksInPath().path()
        let files = FileManager.default
        return ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.filter { process in
            (try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) == cluster
        }
    }

    func mode(of name: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : "\(path)/\(name)")
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }

    private static let made = Atomic(0)

    private static let seeded = Task {
        let directory = DataDirectory(path: try makePlace() + "/data")
        let ending = try await Program.run(["seed", "--data-dir", directory.path])
        guard ending.status.isSuccess else { throw NotPrepared(why: ending.errors) }
        place.withLock { $0 = directory.path }
        atexit {
            let place = DataDirectory.place.withLock { URL(filePath: $0).deletingLastPathComponent() }
            try? FileManager.default.removeItem(at: place)
        }
        return directory
    }

    private static let place = Mutex("")

    private struct NotPrepared: Error {
        let why: String
    }

    /// Creates a directory that Postgres' own account can reach if root runs the tests.
    private static func makePlace() throws -> String {
        let name = "tessera-service-\(getpid())-\(made.add(1, ordering: .relaxed).newValue)"
        let place = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
        return place
    }

    private static func copy(_ original: DataDirectory, to copy: DataDirectory) async throws {
        let copying = try await Command.run(
            Configuration(executable: .name("cp"), arguments: ["--archive", original.path, copy.path]))
        guard copying.status.isSuccess else { throw NotPrepared(why: copying.errors) }
    }

    /// Removes the directory, and stops the Postgres that a killed service left running.
    private func remove() async throws {
        if FileManager.default.fileExists(atPath: path + "/postgres") {
            let logger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }
            try await EmbeddedPostgres(dataDirectory: path, logger: logger).destroy()
        }
        try FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }
}
