import ArgumentParser

/// The options for where data is stored. Every sub-command has the same ones.
package struct StorageOptions: ParsableArguments {
    @Option(help: "libpq URL of the Postgres to use. Without it, the service runs its own in --data-dir.")
    package var databaseURL: String?

    @Option(help: "Seconds that a request waits for the database before the response is 503. (default: 2)")
    package var databaseWait: Int?

    @Option(help: "Maximum seconds for a database statement. (default: 5)")
    package var statementTimeout: Int?

    @Option(help: "Directory of the embedded Postgres and the key-encryption key. (default: .tessera)")
    package var dataDir: String?

    @Option(help: "File with the key-encryption key. (default: created in --data-dir on the first start)")
    package var keyFile: String?

    @Option(help: "Log level: trace, debug, info, notice, warning, error or critical. (default: info)")
    package var logLevel: String?

    package init() {}

    /// The directory for everything that this service stores in files.
    var dataDirectory: String { Setting.text(dataDir, "DATA_DIR", default: ".tessera") }

    /// Nil if the service runs a Postgres of its own.
    var externalDatabase: String? { Setting.text(databaseURL, "DATABASE_URL") }

    /// Nil for the usual one, which is made on the first start.
    var givenKeyFile: String? { Setting.text(keyFile, "KEY_FILE") }

    var keyFilePath: String { givenKeyFile ?? dataDirectory + "/key-encryption.key" }
}
