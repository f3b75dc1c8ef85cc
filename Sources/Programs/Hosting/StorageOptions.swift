import ArgumentParser
import CardSecrets
import Foundation
import Postgres
import Validation

/// The options for where data is stored. Every sub-command has the same ones.
package struct StorageOptions: ParsableArguments {
    @Option(help: "libpq URL of the Postgres to use. Without it, the service runs its own in --data-dir.")
    package var databaseURL: String?

    @Option(help: "File with that URL, which only its owner can access.")
    package var databaseURLFile: String?

    @Option(help: "Seconds that a request waits for the database before the response is 503. (default: 2)")
    package var databaseWait: Int?

    @Option(help: "Maximum seconds for a database statement. (default: 5)")
    package var statementTimeout: Int?

    @Option(help: "Directory of the embedded Postgres and the key-encryption key. (default: .tessera)")
    package var dataDir: String?

    @Option(help: "File with the key-encryption key. (default: created in --data-dir on the first start)")
    package var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "Program that prints the key-encryption key, with its arguments, separated by spaces; no shell runs it. "
                + "In place of --key-file. (default: none)",
            valueName: "command"))
    package var keyCommand: String?

    @Option(help: "Log level: trace, debug, info, notice, warning, error or critical. (default: info)")
    package var logLevel: String?

    package init() {}

    /// The directory for everything that this service stores in files.
    var dataDirectory: String { Setting.text(dataDir, "DATA_DIR", default: ".tessera") }

    /// Where the key-encryption key comes from: from one place only.
    func keySource() throws -> KeySource {
        let file = Setting.text(keyFile, "KEY_FILE")
        guard let line = Setting.text(keyCommand, "KEY_COMMAND") else {
            return .file(file ?? dataDirectory + "/key-encryption.key", isGiven: file != nil)
        }
        guard file == nil else {
            throw ValidationError("--key-file and --key-command name the key twice; remove one of them.")
        }
        guard let command = KeyCommand(line) else {
            throw ValidationError("--key-command must name a program, and it is empty.")
        }
        return .command(command)
    }
}

extension StorageOptions {
    /// More than any URL needs.
    private static let urlLimitBytes = 16 << 10

    /// Whether the command line says where the data is.
    package var isNamed: Bool { dataDir != nil || databaseURL != nil || databaseURLFile != nil }

    /// The external database, and whether its password is an argument, which every account of the machine can see. Nil
    /// if the service runs its own Postgres.
    package func externalDatabase() throws -> (configuration: DatabaseConfiguration, showsPassword: Bool)? {
        let given = Setting.text(databaseURL, "DATABASE_URL")
        guard let file = Setting.text(databaseURLFile, "DATABASE_URL_FILE") else {
            guard let given else { return nil }
            let configuration = try Self.configuration(given)
            return (configuration, databaseURL != nil && configuration.hasPassword)
        }
        guard given == nil else {
            throw ValidationError("--database-url and --database-url-file name the database twice; remove one of them.")
        }
        return (try Self.configuration(Self.text(of: file)), false)
    }

    /// The database whose URL is in a file that only its owner can access.
    static func database(in file: String, option: String) throws -> DatabaseConfiguration {
        try configuration(text(of: file, option: option))
    }

    private static func text(of file: String, option: String = "--database-url-file") throws -> String {
        var contents = try translating({ failure in
            let remedy = if case .exposed = failure { "; 0600 or 0400 is accepted: chmod 600 \(file)" } else { "." }
            return ValidationError("\(option) \(file) cannot be read: \(failure)\(remedy)")
        }) { () throws(SmallFile.Failure) in
            try SmallFile.contents(of: file, limit: urlLimitBytes, isPrivate: true)
        }
        defer { contents.wipe() }
        return String(decoding: contents, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func configuration(_ url: String) throws -> DatabaseConfiguration {
        try translating({ ValidationError("\($0)") }) { () throws(DatabaseConfigurationError) in
            try DatabaseConfiguration(url: url)
        }
    }
}
