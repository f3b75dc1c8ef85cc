import Foundation
import SystemPackage

/// The right to a data directory, held by one process at a time.
///
/// A lock on an open file rather than a file with a process identifier in it: the kernel gives it back however the
/// process ends, so nothing stale is left to be judged. The identifier inside is there to be named to whoever comes
/// second. The file is never removed while it is in use, or two processes could each hold a lock on one of that name.
final class DataDirectoryLock: Sendable {
    private let file: FileDescriptor

    /// For an instant between fork and exec a child of the owner holds the open file as well. So an owner that lives
    /// is believed at once, and one that was killed gets a second for its last child.
    static func acquire(_ layout: ClusterLayout) async throws(EmbeddedPostgresFailure) -> DataDirectoryLock {
        for _ in 0..<40 {
            if let lock = try DataDirectoryLock(layout) { return lock }
            if let owner = Int32(owner(layout)), kill(owner, 0) == 0 || errno == EPERM { break }
            do {
                try await Task.sleep(for: .milliseconds(25))
            } catch {
                throw .cancelled
            }
        }
        throw .dataDirectoryInUse(layout.dataDirectory, processIdentifier: owner(layout))
    }

    private static func owner(_ layout: ClusterLayout) -> String {
        let text = layout.lock.lastText(limit: 20).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? "unknown" : text
    }

    private init?(_ layout: ClusterLayout) throws(EmbeddedPostgresFailure) {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                layout.lock, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        } catch {
            throw .fileSystem(operation: "open", layout.lock, (error as? Errno) ?? .ioError)
        }
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? file.close()
            return nil
        }
        ftruncate(file.rawValue, 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
        self.file = file
    }

    /// Unlocked by name, since closing it here alone would leave the lock with such a child.
    deinit {
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }
}
