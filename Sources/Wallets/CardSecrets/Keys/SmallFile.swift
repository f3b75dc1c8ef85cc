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

/// Reads a regular file as a whole. A pipe or a device is refused, because it may never end.
package enum SmallFile {
    package enum Failure: Error, Equatable, Sendable {
        case unreadable(reason: String)
        /// Others than the owner may access the file.
        case exposed(mode: UInt32)
    }

    /// Checks the open file, not its name, because another file could take that name in between.
    ///
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - isPrivate: whether only the owner may have access to the file.
    package static func contents(
        of path: String, limit: Int, isPrivate: Bool = false
    ) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a named pipe would wait for someone to write to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(reason: lastError()) }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: lastError()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "not a regular file") }
        guard !isPrivate || status.st_mode & 0o077 == 0 else { throw .exposed(mode: UInt32(status.st_mode & 0o777)) }
        guard status.st_size <= limit else { throw .unreadable(reason: "more than \(limit) bytes long") }

        var contents = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &contents, limit)
        guard count >= 0 else { throw .unreadable(reason: lastError()) }
        defer { contents.wipe() }
        return Array(contents.prefix(count))
    }

    /// The system's message for the last system call of this thread that failed.
    static func lastError() -> String { String(cString: strerror(errno)) }
}

extension SmallFile.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .exposed(let mode): "others than its owner can access it (mode 0\(String(mode, radix: 8)))"
        }
    }
}
