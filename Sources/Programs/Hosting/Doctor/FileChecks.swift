import CardSecrets
import Foundation

/// Looks at the key file, its directory, and the room on the disk.
package enum FileChecks {
    static func findings(_ storage: StorageOptions, key source: KeySource) async -> [DoctorFinding] {
        var findings: [DoctorFinding?] = []
        switch source {
        case .file(let path, let isGiven):
            findings.append(keyFile(path, isGiven: isGiven))
            findings.append(keyDirectory(URL(filePath: path).deletingLastPathComponent().path))
        case .command(let command): findings.append(await keyCommand(command))
        }
        findings.append(disk(nearestDirectory(to: storage.dataDirectory)))
        return findings.compactMap(\.self)
    }

    /// Whether the key in the file is the right one is known only with the database.
    private static func keyFile(_ path: String, isGiven: Bool) -> DoctorFinding {
        guard FileManager.default.fileExists(atPath: path) else {
            return isGiven
                ? .failed("key file", "There is no \(path). Put the key file there, or correct --key-file.")
                : .ok("key file", "There is no \(path). The first start makes it, if the database has no keys.")
        }
        do throws(KeyFailure) {
            _ = try KeyEncryptionKey(file: path)
            return .ok("key file", "\(path) holds a key, and only its owner can access it.")
        } catch {
            return .failed("key file", error.remedied)
        }
    }

    private static func keyCommand(_ command: KeyCommand) async -> DoctorFinding {
        do {
            _ = try await command.key()
            return .ok("key command", "\(command.program) prints a key.")
        } catch {
            return .failed("key command", "\(error)")
        }
    }

    /// Nil if there is no directory.
    private static func keyDirectory(_ path: String) -> DoctorFinding? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let mode = attributes[.posixPermissions] as? Int
        else { return nil }
        return keyDirectory(path, mode: mode)
    }

    package static func keyDirectory(_ path: String, mode: Int) -> DoctorFinding {
        let octal = "0" + String(mode & 0o777, radix: 8)
        // In a directory with the sticky bit, only its owner replaces a file.
        guard mode & 0o022 != 0, mode & 0o1000 == 0 else {
            return .ok("key directory", "Only its owner can replace files in \(path) (mode \(octal)).")
        }
        return .warning(
            "key directory", "Other accounts can replace files in \(path) (mode \(octal)): chmod go-w \(path)")
    }

    /// The data directory does not exist before the first start.
    private static func nearestDirectory(to path: String) -> URL {
        var directory = URL(filePath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: directory.path), directory.path != "/" {
            directory = directory.deletingLastPathComponent()
        }
        return directory
    }

    private static func disk(_ directory: URL) -> DoctorFinding {
        guard let system = try? FileManager.default.attributesOfFileSystem(forPath: directory.path),
            let free = (system[.systemFreeSize] as? NSNumber)?.int64Value,
            let size = (system[.systemSize] as? NSNumber)?.int64Value
        else { return .failed("disk", "The room at \(directory.path) cannot be read. Check that the disk is mounted.") }
        return disk(at: directory.path, free: free, of: size)
    }

    package static func disk(at path: String, free: Int64, of size: Int64) -> DoctorFinding {
        let gibibytes = DoctorFinding.oneDecimal(Double(free) / Double(1 << 30))
        let percent = size > 0 ? free * 100 / size : 0
        let sentence = "\(gibibytes) GiB (\(percent) %) are free at \(path)."
        let advice = "Make room or a larger disk: without room, Postgres stops."
        if free < 256 << 20 { return .failed("disk", "\(sentence) \(advice)") }
        return free < 2 << 30 || percent < 5
            ? .warning("disk", "\(sentence) \(advice)") : .ok("disk", sentence)
    }
}

extension KeyFailure {
    /// The description, and what to do if it does not say that.
    fileprivate var remedied: String {
        guard case .unreadable = self else { return "\(self)" }
        return "\(self) Run doctor as the account of the service, which must own the file."
    }
}
