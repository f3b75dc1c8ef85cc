import CardSecrets
import Foundation

/// Where the key-encryption key comes from.
enum KeySource: Sendable, CustomStringConvertible {
    /// - isGiven: whether an option names the file, which must then exist. Otherwise the first start makes it.
    case file(String, isGiven: Bool)
    case command(KeyCommand)

    /// The key, which must be there already.
    func key() async throws -> KeyEncryptionKey {
        switch self {
        case .file(let path, _): try KeyEncryptionKey(file: path)
        case .command(let command): try await command.key()
        }
    }

    /// The usual file, if it is absent.
    var newFile: String? {
        guard case .file(let path, isGiven: false) = self, !FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        return path
    }

    var description: String {
        switch self {
        case .file(let path, _): "The key file \(path)"
        case .command(let command): "The key that --key-command \(command.program) prints"
        }
    }

    /// The advice if the key is not the one of the database.
    var remedy: String {
        switch self {
        case .file(let path, _): "put it to \(path), or name it with --key-file or --key-command."
        case .command: "correct --key-command, or name the key's file with --key-file."
        }
    }
}
