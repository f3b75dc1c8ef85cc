import Administration
import ArgumentParser
import CardSecrets
import Foundation
import Hosting
import Issuing

/// Shows an auditor that no card data is in clear.
struct Attest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for card numbers and PINs in clear: in all tables, and in logs, the WAL and dumps.",
        discussion: """
            It opens the number and the PIN of each card, and looks for them in all tables of the database and in the \
            files of --path, as digits, packed, as integers, and inside hexadecimal digits and Base64. It prints a \
            document in JSON that says what was searched and where something was found, and never the value. The \
            audit trail has an event of each run. It exits with 0 if nothing is in clear, with 1 if something could \
            not be read, and with 2 if card data was found. A service with its own Postgres must be stopped first; \
            its WAL and logs are searched, too.

            For example: tessera-core attest --path /var/lib/postgresql/17/main/pg_wal --path /var/log/tessera \
            --output attestation.json --signing-key attestation.key
            """)

    @Option(
        help: ArgumentHelp(
            "File to search, or directory with all files in it. Can be given several times. (default: none)",
            valueName: "path"))
    var path: [String] = []

    @Option(help: ArgumentHelp("File for the document. (default: standard output)", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Private key of Ed25519 in PEM, which signs the file of --output into a file beside it, whose name ends "
                + "with .sig. (default: none)",
            valueName: "file"))
    var signingKey: String?

    @OptionGroup var storage: StorageOptions

    func validate() throws {
        guard signingKey == nil || output != nil else {
            throw ValidationError("--signing-key signs the file of --output; name one.")
        }
    }

    func run() async throws {
        let key = try signingKey.map { try DocumentKey(file: $0) }
        try await withProductionInstallation(storage) { installation in
            let attestation = try await installation.administration().attest(
                files: installation.databaseLogs + path, telling: Self.note)
            try write(AttestationDocument(of: attestation).json(), signedBy: key)
            for line in AttestationSummary(of: attestation).lines { Self.note(line) }
            switch attestation.verdict {
            case .clean: break
            case .incomplete: throw ExitCode.failure
            case .found: throw ExitCode(2)
            }
        }
    }

    @Sendable private static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }

    private func write(_ json: [UInt8], signedBy key: DocumentKey?) throws {
        guard let output else {
            try FileHandle.standardOutput.write(contentsOf: Data(json))
            return
        }
        try Data(json).write(to: URL(filePath: output))
        if let key { try Data(key.signature(of: json)).write(to: URL(filePath: output + ".sig")) }
    }
}
