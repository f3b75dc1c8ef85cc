import Foundation
import SystemPackage

/// The few file calls that swift-system lacks. Each failure names the path.
extension FilePath {
    /// The file's status, without following a symbolic link; nil if there is no file.
    func statusIfPresent(followingLink: Bool = false) throws(EmbeddedPostgresFailure) -> Stat? {
        do throws(Errno) {
            return try Stat(self, followTargetSymlink: followingLink)
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
            throw .fileSystem(operation: "look at", self, error)
        }
    }

    func makeDirectory(permissions: FilePermissions) throws(EmbeddedPostgresFailure) {
        try succeed("create") { mkdir($0, permissions.rawValue) }
    }

    /// Creates the missing directories above, with the permissions that the process's umask allows.
    func makeParentDirectories() throws(EmbeddedPostgresFailure) {
        let parent = removingLastComponent()
        guard !parent.isEmpty, try parent.statusIfPresent(followingLink: true) == nil else { return }
        try parent.makeParentDirectories()
        try parent.makeDirectory(permissions: [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
    }

    /// Creates a directory with mode 0700 whose name begins with this path.
    func makeUniqueDirectory() throws(EmbeddedPostgresFailure) -> FilePath {
        var template = Array((string + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .fileSystem(operation: "create a directory next to", self, Errno(rawValue: errno))
        }
        return FilePath(platformString: template)
    }

    func setOwner(_ user: uid_t, group: gid_t) throws(EmbeddedPostgresFailure) {
        try succeed("change the owner of") { lchown($0, user, group) }
    }

    func setPermissions(_ permissions: FilePermissions) throws(EmbeddedPostgresFailure) {
        try succeed("change the permissions of") { chmod($0, permissions.rawValue) }
    }

    func move(to destination: FilePath) throws(EmbeddedPostgresFailure) {
        try succeed("move") { source in destination.withPlatformString { rename(source, $0) } }
    }

    func makeLink(to destination: FilePath) throws(EmbeddedPostgresFailure) {
        try succeed("create the link") { link in destination.withPlatformString { symlink($0, link) } }
    }

    /// The target of a symbolic link; nil if this is not a link.
    var linkDestination: FilePath? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: string)).map { FilePath($0) }
    }

    /// The absolute path without `.` and `..`. Symbolic links are not resolved.
    var absolute: FilePath {
        let absolute = isAbsolute ? self : FilePath(FileManager.default.currentDirectoryPath).pushing(self)
        return absolute.lexicallyNormalized()
    }

    var entries: [FilePath] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: string)) ?? []
        return names.sorted().map { appending($0) }
    }

    /// Removes the file, or the directory with everything in it. A missing file counts as removed.
    func removeTree() throws(EmbeddedPostgresFailure) {
        guard try statusIfPresent() != nil else { return }
        do {
            try FileManager.default.removeItem(atPath: string)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO
            throw .fileSystem(operation: "remove", self, Errno(rawValue: code))
        }
    }

    /// Removes an empty directory, or a link to a directory. A directory that another process has just removed or
    /// written to is left as it is.
    func removeIfEmpty() throws(EmbeddedPostgresFailure) {
        try succeed("remove") { path in
            remove(path) == 0 || errno == ENOTEMPTY || errno == ENOENT ? 0 : -1
        }
    }

    /// Opens the file for writing from its beginning. A link in its place is refused, because root would then write to
    /// a file of another account's choice. The permissions do not depend on the process's umask.
    func openForReplacing(permissions: FilePermissions) throws(EmbeddedPostgresFailure) -> FileDescriptor {
        do {
            let file = try FileDescriptor.open(
                self, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec], permissions: permissions)
            fchmod(file.rawValue, permissions.rawValue)
            return file
        } catch {
            throw .fileSystem(operation: "write", self, (error as? Errno) ?? .ioError)
        }
    }

    func replaceContents(_ text: String, permissions: FilePermissions) throws(EmbeddedPostgresFailure) {
        let file = try openForReplacing(permissions: permissions)
        do {
            _ = try file.closeAfter { try file.writeAll(text.utf8) }
        } catch {
            throw .fileSystem(operation: "write", self, (error as? Errno) ?? .ioError)
        }
    }

    /// Writes a directory's entries to the disk, so that a renamed file has its new name even after a crash.
    func synchronizeDirectory() throws(EmbeddedPostgresFailure) {
        try succeed("write to the disk") { path in
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return -1 }
            defer { close(descriptor) }
            return fsync(descriptor)
        }
    }

    /// At most `limit` bytes from the end of the file, as text; empty if it cannot be read.
    func lastText(limit: Int) -> String {
        guard let handle = FileHandle(forReadingAtPath: string) else { return "" }
        defer { try? handle.close() }
        let size = (try? handle.seekToEnd()) ?? 0
        try? handle.seek(toOffset: size > UInt64(limit) ? size - UInt64(limit) : 0)
        let bytes = (try? handle.read(upToCount: limit)) ?? nil
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    private func succeed(
        _ operation: String, _ call: (UnsafePointer<CChar>) -> CInt
    ) throws(EmbeddedPostgresFailure) {
        let failure = withPlatformString { call($0) == 0 ? nil : Errno(rawValue: errno) }
        if let failure { throw .fileSystem(operation: operation, self, failure) }
    }
}
