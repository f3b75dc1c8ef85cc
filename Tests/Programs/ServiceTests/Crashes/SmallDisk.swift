import EmbeddedPostgres
import Foundation
import Logging
import Subprocess
import SystemPackage

/// A file system in memory with a seeded data directory and little room besides.
struct SmallDisk: Sendable {
    struct Failure: Error {
        let command: String
        let errors: String
    }

    let directory: DataDirectory
    private var ballast: String { directory.path + "/ballast" }

    /// The room besides the data, in bytes. The write-ahead log needs some of it.
    private static let room = 64 << 20

    /// Whether this account may mount file systems, which root may not in every container.
    static var isPermitted: Bool {
        get async {
            guard geteuid() == 0 else { return false }
            let place = FileManager.default.temporaryDirectory.appending(path: "tessera-mount-\(getpid())").path
            guard mkdir(place, 0o700) == 0 else { return false }
            defer { rmdir(place) }
            let isMounted = (try? await mount(at: place)) != nil
            if isMounted { try? await run("umount", [place]) }
            return isMounted
        }
    }

    /// Mounts it beside the data directory, and removes it after `body`.
    static func with<Result>(
        _ original: DataDirectory, _ body: (SmallDisk) async throws -> Result
    ) async throws -> Result {
        let disk = SmallDisk(directory: DataDirectory(path: original.path + "-small"))
        let place = disk.directory.path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try await mount(at: place)
        do {
            try await run("cp", ["--archive", original.path + "/.", place])
            try await run("mount", ["-o", "remount,size=\(try used(at: place) + room)", place])
            let result = try await body(disk)
            await disk.remove()
            return result
        } catch {
            await disk.remove()
            throw error
        }
    }

    /// Writes until there is no room.
    func fill() {
        guard let file = try? FileDescriptor.open(
            FilePath(ballast), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
        else { return }
        // The smaller parts take what a larger one leaves.
        for size in [1 << 20, 4096] {
            let part = [UInt8](repeating: 0, count: size)
            while (try? file.writeAll(part)) != nil {}
        }
        try? file.close()
    }

    /// Makes room again.
    func clear() throws { try FileManager.default.removeItem(atPath: ballast) }

    /// The superuser's URL of its server.
    var administratorURL: String {
        EmbeddedPostgres(dataDirectory: directory.path).url(
            database: EmbeddedPostgres.database, user: EmbeddedPostgres.administrator)
    }

    private static func mount(at place: String) async throws {
        try await run("mount", ["-t", "tmpfs", "-o", "size=1g,mode=711", "tessera-tests", place])
    }

    private static func used(at place: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: place)
        func bytes(_ key: FileAttributeKey) -> Int { (attributes[key] as? NSNumber)?.intValue ?? 0 }
        return bytes(.systemSize) - bytes(.systemFreeSize)
    }

    private func remove() async {
        let logger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }
        try? await EmbeddedPostgres(dataDirectory: directory.path, logger: logger).destroy()
        try? await Self.run("umount", ["--lazy", directory.path])
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let ending = try await Command.run(
            Configuration(executable: .name(program), arguments: Arguments(arguments)))
        guard ending.status.isSuccess else { throw Failure(command: program, errors: ending.errors) }
    }
}
