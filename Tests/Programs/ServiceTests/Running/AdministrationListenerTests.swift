import AsyncHTTPClient
import Foundation
import NIOHTTP1
import Subprocess
import Testing

/// `tessera-core serve --admin-port`.
@Suite("The administration's listener", .timeLimit(.minutes(20)))
struct AdministrationListenerTests {
    /// Makes a token as an operator does.
    static func token(of name: String, _ role: String) async throws -> (token: String, entry: String) {
        let made = try await Program.run(["admin", "operator", "token", name, "--role", role], by: .core)
        let found = try #require(made.output.firstMatch(of: /Token: ([\w-]{43})\nEntry: (\{.*\})\n/))
        return (String(found.output.1), String(found.output.2))
    }

    static func write(_ entries: [String], to file: String, mode: Int = 0o600) throws {
        let text = #"{"operators": [\#(entries.joined(separator: ", "))]}"#
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }

    @Test("It answers operators with a right token, and is not on the public port")
    func listener() async throws {
        let (host, port) = (Unshared.host(), Unshared.port())
        let operatorOfKeys = try await Self.token(of: "olga", "key-custodian")
        try await ProductionDatabase.with { directory, options in
            let file = directory.path + "-operators.json"
            try Self.write([operatorOfKeys.entry], to: file)
            defer { try? FileManager.default.removeItem(atPath: file) }
            let environment = [
                "TESSERA_ADMIN_HOST": host, "TESSERA_ADMIN_PORT": "\(port)", "TESSERA_ADMIN_OPERATORS": file,
            ]
            let (_, ending) = try await Program.serve(options, environment: environment, by: .core) { service in
                _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                var request = HTTPClientRequest(url: "http://\(host):\(port)/administration/keys")
                #expect(try await Answer.to(request).status == 401)
                request.headers.add(name: "Authorization", value: "Bearer \(operatorOfKeys.token)")
                let keys = try await Answer.to(request)
                #expect(keys.status == 200 && keys.body.contains("checkValue"), "\(keys.body)")
                request.url = service.url + "/administration/keys"
                #expect(try await Answer.to(request).status == 404)
            }
            #expect(ending.status == .exited(0) && !ending.errors.contains(operatorOfKeys.token))
        }
    }

    @Test("It is refused without a file of operators, with one that others can read, and without TLS to other machines")
    func refusals() async throws {
        let made = try await Self.token(of: "olga", "viewer")
        try await DataDirectory.with { directory in
            let file = directory.path + "-operators.json"
            try Self.write([made.entry], to: file, mode: 0o644)
            defer { try? FileManager.default.removeItem(atPath: file) }
            for (options, complaint) in [
                ([], "--admin-operators"), (["--admin-operators", file], "others than its owner"),
                (["--admin-operators", file, "--admin-host", "0.0.0.0"], "--tls-certificate"),
            ] as [([String], String)] {
                let arguments = ["serve", "--data-dir", directory.path, "--admin-port", "9470"] + options
                let ending = try await Program.run(arguments, by: .core)
                #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
            }
        }
    }

    @Test("The command for tokens refuses a name with a space and an unknown role", arguments: [
        ["ol ga", "--role", "viewer"], ["olga", "--role", "boss"],
    ])
    func badOperators(arguments: [String]) async throws {
        let ending = try await Program.run(["admin", "operator", "token"] + arguments, by: .core)
        #expect(ending.status == .exited(64), "\(ending.errors)")
    }
}
