import CardClient
import Foundation
import Subprocess
import Testing
import TestSupport

/// Runs the commands about hardware security modules in docs/OPERATIONS.md, with SoftHSM, a module in software.
@Suite("A key-encryption key in a hardware security module", .timeLimit(.minutes(20)))
struct HardwareKeyTests {
    private static let module = "/usr/lib/softhsm/libsofthsm2.so"

    @Test("The module opens the key when a service starts, no file has it, and a wrong PIN starts nothing")
    func section() async throws {
        let (commands, _) = try Document.section(
            "Keep the key in a hardware security module", of: "docs/OPERATIONS.md")
        try await ProductionDatabase.with { directory, options in
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            let tokens = folder.appending(path: "tokens")
            try FileManager.default.createDirectory(at: tokens, withIntermediateDirectories: true)
            let settings = folder.appending(path: "softhsm2.conf")
            try "directories.tokendir = \(tokens.path)\n".write(to: settings, atomically: true, encoding: .utf8)
            let making = [
                "cp \(directory.keyFile) key-encryption.key",
                "export SOFTHSM2_CONF=\(settings.path) PKCS11_MODULE=\(Self.module) HSM_PIN=40718293",
                "softhsm2-util --init-token --free --label tessera --so-pin 50718293 --pin \"$HSM_PIN\"",
            ]
            // The database has its key already, so that is the one to keep.
            let all = making + commands.filter { !$0.contains("> key-encryption.key") }
                + [#"printf '%s' "$TESSERA_KEY_COMMAND""#]
            let person = Operator(url: "", folder: folder)
            let line = try #require(try await person.run(all).last)
            let key = try String(contentsOfFile: directory.keyFile, encoding: .utf8)
            let wrapped = try Data(contentsOf: folder.appending(path: "key-encryption.key.wrapped"))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "key-encryption.key").path))
            #expect(wrapped.firstRange(of: Data(key.prefix(64).utf8)) == nil)

            var variables = ["SOFTHSM2_CONF": settings.path, "HSM_PIN": "40718293", "TESSERA_KEY_COMMAND": line]
            _ = try await Program.serve(options, environment: variables, by: .core) { service in
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            variables["HSM_PIN"] = "11111111"
            let refused = try await Program.run(["serve"] + options, environment: variables, by: .core)
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("--key-command pkcs11-tool ended with status 1"), "\(refused.errors)")
            #expect(!refused.errors.contains("11111111"))
        }
    }
}
