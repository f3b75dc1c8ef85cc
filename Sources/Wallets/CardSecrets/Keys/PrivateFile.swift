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
    package static func contents(of path: String, limit: Int) throws(KeyFailure) -> [UInt8] {
        do throws(SmallFile.Failure) {
            return try SmallFile.contents(of: path, limit: limit, isPrivate: true)
        } catch {
            switch error {
            case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
            case .exposed(let mode): throw .exposed(path: path, mode: mode)
            }
        }
    }

    /// Writes a draft next to the path and links it to the path only when the draft is on the disk, and only if the
    /// path is free.
    package static func create(_ path: String, contents: [UInt8], nameSuffix: String) throws(KeyFailure) {
        let draft = "\(path).\(nameSuffix)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: SmallFile.lastError()) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        guard write(descriptor, contents, contents.count) == contents.count, fsync(descriptor) == 0 else {
            throw .unwritable(path: path, reason: SmallFile.lastError())
        }
        guard link(draft, path) == 0 else {
            throw errno == EEXIST ? .exists(path: path) : .unwritable(path: path, reason: SmallFile.lastError())
        }
        try synchronizeDirectory(of: path)
    }

    /// A new name is safe from a power cut only once its directory is on the disk.
    private static func synchronizeDirectory(of path: String) throws(KeyFailure) {
        let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: SmallFile.lastError()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path: path, reason: SmallFile.lastError()) }
    }
}
