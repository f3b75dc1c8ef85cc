import Foundation
import SystemPackage

/// The right to a data directory, held by one process at a time.
///
/// A lock on an open file rather than a file with a process identifier in it: the kernel gives it back however the
/// process ends, so nothing stale is left to be judged. The identifier inside is only there to be named to whoever
/// comes second. The file is never removed, or two processes could each hold a lock on a file of that name.
final class DataDirectoryLock: Sendable {
    private let file: FileDescriptor

    init(_ layout: ClusterLayout) throws(EmbeddedPostgresFailure) {
        do {
            file = try FileDescriptor.open(
                layout.lock, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        } catch {
            throw .fileSystem(operation: "open", layout.lock, (error as? Errno) ?? .ioError)
        }
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let owner = layout.lock.lastText(limit: 20).trimmingCharacters(in: .whitespacesAndNewlines)
            try? file.close()
            throw .dataDirectoryInUse(layout.dataDirectory, processIdentifier: owner.isEmpty ? "unknown" : owner)
        }
        ftruncate(file.rawValue, 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    /// Unlocked by name: for an instant between fork and exec any child of this process holds the open file as well,
    /// and closing it here alone would leave the lock with the child.
    deinit {
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }
}
