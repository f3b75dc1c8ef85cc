import Foundation
import Subprocess
import Testing

/// OpenSSL's own program.
enum OpenSSL {
    /// Opens a connection and closes it. A certificate that cannot be verified is a failure.
    static func connect(
        _ address: (host: String, port: Int), trusting root: String?, _ options: [String] = []
    ) async throws -> Program.Ending {
        let trust = root.map { ["-CAfile", $0] } ?? []
        return try await run(
            ["s_client", "-connect", "\(address.host):\(address.port)", "-verify_return_error", "-brief", "-no-CApath"]
                + trust + options)
    }

    /// The listener's certificate, in PEM between other text.
    static func certificate(of address: (host: String, port: Int)) async throws -> String {
        try await run(["s_client", "-connect", "\(address.host):\(address.port)"]).output
    }

    static func expires(_ pem: String, withinDays days: Int) async throws -> Bool {
        try await run(["x509", "-noout", "-checkend", "\(days * 86_400)"], input: pem).status == .exited(1)
    }

    /// The certificate as text.
    static func describe(_ pem: String) async throws -> String {
        try await run(["x509", "-noout", "-text"], input: pem).output
    }

    /// A new key on the curve P-256.
    static let onP256 = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]

    /// - Parameter newKey: options for the key; by default, one on P-256 without a passphrase.
    /// - Returns: the files of a certificate for `name.test` and of its key.
    static func selfSigned(
        in directory: String, _ name: String, _ newKey: [String] = onP256 + ["-nodes"]
    ) async throws -> (certificate: String, key: String) {
        let (certificate, key) = ("\(directory)/\(name).pem", "\(directory)/\(name).key")
        let ending = try await run(
            ["req", "-x509"] + newKey + [
                "-days", "30", "-subj", "/CN=\(name).test", "-addext", "subjectAltName=DNS:\(name).test", "-keyout",
                key, "-out", certificate,
            ])
        try #require(ending.status.isSuccess, "\(ending.errors)")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: certificate)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        return (certificate, key)
    }

    /// A new private key of Ed25519 without a passphrase, and its public key.
    static func signingKey(in directory: String) async throws -> (private: String, public: String) {
        let (secret, open) = ("\(directory)/signing.key", "\(directory)/signing.pem")
        for command in [
            ["genpkey", "-algorithm", "ed25519", "-out", secret], ["pkey", "-in", secret, "-pubout", "-out", open],
        ] {
            let ending = try await run(command)
            try #require(ending.status.isSuccess, "\(ending.errors)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        return (secret, open)
    }

    /// Whether the file beside a document is its signature.
    static func verifies(_ document: String, with publicKey: String) async throws -> Bool {
        try await run([
            "pkeyutl", "-verify", "-pubin", "-inkey", publicKey, "-rawin", "-in", document, "-sigfile",
            document + ".sig",
        ]).status.isSuccess
    }

    private static func run(_ arguments: [String], input: String = "") async throws -> Program.Ending {
        try await Command.run(
            Configuration(executable: .name("openssl"), arguments: Arguments(arguments)), input: .string(input))
    }
}
