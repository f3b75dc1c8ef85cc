import Foundation
import SystemPackage

/// The right to use a data directory, held by one process at a time.
///
/// It is a lock on an open file. The kernel releases it no matter how the process ends, so no stale lock is ever left.
/// The process identifier in the file only tells a second process which one holds the lock. The file is never removed
/// while it is in use; otherwise two processes could each lock a file of that name.
final class DataDirectoryLock: Sendable {
    private let file: FileDescriptor

    /// Between fork and exec, a child of the owner also holds the open file for an instant. So if the owner is alive,
    /// this fails at once; if it was killed, its last child gets a second to end.
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

    /// Unlocks explicitly: after only closing the file here, such a child would still hold the lock.
    deinit {
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }
}
