import Foundation
import SystemPackage

/// The right to use a data directory, held by one process at a time.
///
/// It is a lock on an open file. The kernel releases it no matter how the process ends, so no stale lock is ever left.
/// The process identifier in the file only tells a second process which one holds the lock. Only the holder removes the
/// file, after everything that it protects. Another process may have opened the file before that and lock it
/// afterwards; such a lock does not count, because a third process can create and lock a new file of that name.
final class DataDirectoryLock: Sendable {
    private let file: FileDescriptor

    /// Between fork and exec, a child of the owner also holds the open file for an instant. So if the owner is alive,
    /// this fails at once; if it was killed, its last child gets a second to end.
    static func acquire(_ layout: ClusterLayout) async throws(EmbeddedPostgresFailure) -> DataDirectoryLock {
        for _ in 0..<40 {
            if let lock = try DataDirectoryLock(openFile(layout), of: layout) { return lock }
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

    /// Opens the lock's file, and creates it if there is none.
    static func openFile(_ layout: ClusterLayout) throws(EmbeddedPostgresFailure) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                layout.lock, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        } catch {
            throw .fileSystem(operation: "open", layout.lock, (error as? Errno) ?? .ioError)
        }
    }

    /// Nil, with the file closed, if another process holds the lock or the file is no longer the one at the path.
    init?(_ file: FileDescriptor, of layout: ClusterLayout) {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, DataDirectoryLock.isAtPath(file, layout) else {
            try? file.close()
            return nil
        }
        ftruncate(file.rawValue, 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
        self.file = file
    }

    private static func isAtPath(_ file: FileDescriptor, _ layout: ClusterLayout) -> Bool {
        guard let locked = try? Stat(file), let named = try? Stat(layout.lock, followTargetSymlink: false) else {
            return false
        }
        return locked.inode == named.inode && locked.deviceID == named.deviceID
    }

    /// Unlocks explicitly: after only closing the file here, such a child would still hold the lock.
    deinit {
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }
}
