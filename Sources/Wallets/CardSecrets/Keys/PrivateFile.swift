#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if canImport(CoreFoundation)
// CoreFoundation includes the C library's headers too. If the compiler reads it first, it attributes the C structures
// to CoreFoundation.
import CoreFoundation
#endif

/// A small file that only its owner may read.
package enum PrivateFile {
    /// Checks the permissions of the open file, not of its name, because another file could take that name in between.
    package static func contents(of path: String, limit: Int) throws(KeyFailure) -> [UInt8] {
        // Without O_NONBLOCK, opening a named pipe would wait for someone to write to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: lastError()) }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: lastError()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "not a regular file") }
        guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: UInt32(status.st_mode & 0o777)) }
        guard status.st_size <= limit else {
            throw .unreadable(path: path, reason: "more than \(limit) bytes long")
        }

        var contents = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &contents, limit)
        guard count >= 0 else { throw .unreadable(path: path, reason: lastError()) }
        defer { contents.wipe() }
        return Array(contents.prefix(count))
    }

    /// Writes a draft next to the path and links it to the path only when the draft is on the disk, and only if the
    /// path is free.
    package static func create(_ path: String, contents: [UInt8], nameSuffix: String) throws(KeyFailure) {
        let draft = "\(path).\(nameSuffix)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: lastError()) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        guard write(descriptor, contents, contents.count) == contents.count, fsync(descriptor) == 0 else {
            throw .unwritable(path: path, reason: lastError())
        }
        guard link(draft, path) == 0 else {
            throw errno == EEXIST ? .exists(path: path) : .unwritable(path: path, reason: lastError())
        }
        try synchronizeDirectory(of: path)
    }

    /// A new name is safe from a power cut only once its directory is on the disk.
    private static func synchronizeDirectory(of path: String) throws(KeyFailure) {
        let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: lastError()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path: path, reason: lastError()) }
    }

    private static func lastError() -> String { String(cString: strerror(errno)) }
}
