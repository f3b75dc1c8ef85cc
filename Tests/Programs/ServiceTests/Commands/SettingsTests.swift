import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import Testing
import TestSupport

@Suite(
    "Settings from the command line and the environment",
    .timeLimit(.minutes(20)))
struct SettingsTests {
    @Test("The options of serve can be given as environment variables")
    func environment() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let (sandbox, host) = (Sandbox(), Unshared.host())
            let variables = [
                "TESSERA_HOST": host, "TESSERA_PORT": "18080",
                "TESSERA_SANDBOX_HOST": sandbox.host, "TESSERA_SANDBOX_PORT": "\(sandbox.port)",
                "TESSERA_DATABASE_URL": scratch.url, "TESSERA_DATA_DIR": directory.path,
                "TESSERA_DEMO": "true", "TESSERA_LOG_LEVEL": "debug", "TESSERA_PUBLIC_URL": "https://cards.example/",
                "TESSERA_CONNECTIONS_PER_ADDRESS": "100",
            ]
            let (_, ending) = try await Program.serve([], environment: variables, host: host) { service in
                #expect(service.port == 18080)
                #expect(try await service.log.port(at: sandbox.host) == sandbox.port)
                #expect(try await sandbox.get("/sandbox/clock").status == 200)
                _ = try await service.cards(of: "10000001").create(.virtual())
                let document = try await service.get("/openapi.json").body
                #expect(document.contains(#""servers":[{"url":"https://cards.example/digitalwallets","#))
                #expect(directory.serverProcesses.isEmpty, "the database that was given is used")
            }
            #expect(FileManager.default.fileExists(atPath: directory.keyFile))
            #expect(ending.errors.contains(#""level":"debug""#))
            #expect(ending.output.contains("\n  Card service   http://\(host):18080\n"), "\(ending.output)")
        }
    }

    @Test("The options for your own database and its key file can be given as environment variables")
    func environmentOfProduction() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let key = URL(filePath: directory.path).deletingLastPathComponent().path() + "own.key"
            try #require(
                FileManager.default.createFile(
                    atPath: key, contents: Data(String(repeating: "0f", count: 32).utf8),
                    attributes: [.posixPermissions: 0o600]))
            let variables = [
                "TESSERA_DATABASE_URL": scratch.url, "TESSERA_DATA_DIR": directory.path, "TESSERA_KEY_FILE": key,
                "TESSERA_MIGRATE": "1", "TESSERA_DEMO": "no",
            ]
            let (_, ending) = try await Program.serve([], environment: variables) { service in
                let readiness = try await service.get("/readyz")
                #expect(readiness.status == 200)
                await #expect(throws: WalletError.self, "there is no demo") {
                    try await service.token(of: "10000001")
                }
            }
            #expect(ending.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: directory.keyFile))
        }
    }

    @Test("The command line takes precedence over the environment")
    func precedence() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let ending = try await Program.run(
                ["migrate", "--data-dir", directory.path, "--database-url", scratch.url, "--log-level", "error"],
                environment: ["TESSERA_DATABASE_URL": "postgres://nowhere.invalid/none", "TESSERA_LOG_LEVEL": "loud"])
            #expect(ending.status == .exited(0), "\(ending.errors)")
        }
    }

    @Test("--sandbox-port 0 turns the sandbox off")
    func noSandbox() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let arguments = [
                "--migrate", "--data-dir", directory.path, "--database-url", scratch.url, "--sandbox-port", "0",
            ]
            _ = try await Program.serve(arguments, environment: ["TESSERA_SANDBOX_PORT": "18081"]) { service in
                let answer = try await service.get("/sandbox/clock")
                #expect(answer.status == 404)
                #expect(service.log.lines.count { $0.contains("listening on 127.0.0.1:") } == 1)
            }
        }
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        var environment: [String: String] = [:]
        let complaint: String
        var testDescription: String { (arguments + environment.map { "\($0)=\($1)" }).joined(separator: " ") }
    }

    @Test("An invalid setting ends the program before it does anything", arguments: [
        Mistake(arguments: ["serve", "--port", "65536"], complaint: "--port must be 0 to 65535, not 65536."),
        Mistake(arguments: ["serve", "--port", "-1"], complaint: "--port"),
        Mistake(arguments: ["serve", "--port", "http"], complaint: "'http' is invalid for '--port"),
        Mistake(
            arguments: ["serve", "--sandbox-port", "70000"],
            complaint: "--sandbox-port must be 0 to 65535, not 70000."),
        Mistake(
            arguments: ["serve", "--apple-root", "/nowhere.pem"],
            complaint: "--apple-root /nowhere.pem cannot be read: No such file or directory. Name a PEM file"),
        Mistake(
            arguments: ["serve", "--sandbox-port", "0"], environment: ["TESSERA_APPLE_ROOT": "root.pem"],
            complaint: "--apple-root needs the sandbox, which --sandbox-port 0 turns off."),
        Mistake(
            arguments: ["serve", "--sandbox", "--sandbox-port", "0"],
            complaint: "--sandbox turns the sandbox on and --sandbox-port 0 turns it off"),
        Mistake(
            arguments: ["serve", "--network-keys", "/nowhere"],
            complaint: "--network-keys: /nowhere is not a directory that can be read."),
        Mistake(
            arguments: ["serve", "--demo", "--sandbox-host", "::"],
            complaint: "export TESSERA_SANDBOX_TOKEN=$(openssl"),
        Mistake(
            arguments: ["serve", "--demo"], environment: ["TESSERA_SANDBOX_NAME": "https://acme"],
            complaint: "--sandbox-name must be a host name without a port"),
        Mistake(
            arguments: ["serve", "--tls-name", "laptop.local"],
            complaint: "--tls-name adds a name to the certificate of --tls; add --tls, or remove --tls-name."),
        Mistake(
            arguments: ["serve", "--tls", "--tls-name", "https://laptop"],
            complaint: "--tls-name must be a host name or an IP address, such as laptop.local, not 'https://laptop'."),
        Mistake(
            arguments: ["serve", "--tls-certificate", "/nowhere.pem"],
            complaint: "--tls-certificate and --tls-key need each other; give both, or neither."),
        Mistake(
            arguments: ["serve", "--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.pem"],
            complaint: "--tls-certificate /nowhere.pem cannot be read: No such file or directory. "
                + "Name a PEM file of at most 65536 bytes."),
        Mistake(
            arguments: ["serve", "--tls-certificate", "/dev/zero", "--tls-key", "/dev/zero"],
            complaint: "--tls-certificate /dev/zero cannot be read: not a regular file."),
        Mistake(
            arguments: ["serve", "--apple-root", "/dev/zero"],
            complaint: "--apple-root /dev/zero cannot be read: not a regular file."),
        Mistake(
            arguments: ["demo", "--tls-root", "/dev/zero"],
            complaint: "--tls-root /dev/zero cannot be read: not a regular file."),
        Mistake(
            arguments: ["serve", "--tls"],
            environment: ["TESSERA_TLS_CERTIFICATE": "/nowhere.pem", "TESSERA_TLS_KEY": "/nowhere.pem"],
            complaint: "--tls creates a certificate and --tls-certificate names one; remove one of the two."),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_TLS": "maybe"],
            complaint: "TESSERA_TLS must be true or false, not 'maybe'"),
        Mistake(arguments: ["serve", "--log-level", "loud"], complaint: "Unknown log level 'loud'"),
        Mistake(
            arguments: ["serve", "--public-url", "cards.example"],
            complaint: "The public URL must be like https://cards.example, not 'cards.example'."),
        Mistake(arguments: ["serve", "--database-url", "nonsense"], complaint: "The database URL cannot be read"),
        Mistake(arguments: ["serve", "--prot", "80"], complaint: "Unknown option '--prot'"),
        Mistake(arguments: ["serve", "now"], complaint: "Unexpected argument 'now'"),
        Mistake(arguments: ["sreve"], complaint: "sreve"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_PORT": "http"],
            complaint: "TESSERA_PORT must be a port, not 'http'"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_SANDBOX_PORT": "1e3"],
            complaint: "TESSERA_SANDBOX_PORT must be a port, not '1e3'"),
        Mistake(
            arguments: ["serve", "--connections-per-address", "0"],
            complaint: "--connections-per-address must be 1 to 8192, not 0."),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_CONNECTIONS_PER_ADDRESS": "many"],
            complaint: "TESSERA_CONNECTIONS_PER_ADDRESS must be a whole number, not 'many'"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_DEMO": "maybe"],
            complaint: "TESSERA_DEMO must be true or false, not 'maybe'"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_MIGRATE": "2"],
            complaint: "TESSERA_MIGRATE must be true or false, not '2'"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_WEBHOOKS_ANYWHERE": "maybe"],
            complaint: "TESSERA_WEBHOOKS_ANYWHERE must be true or false, not 'maybe'"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_NETWORK_KEYS": "/nowhere"],
            complaint: "--network-keys: /nowhere is not a directory that can be read."),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_APPLE_ROOT": "/nowhere.pem"],
            complaint: "--apple-root /nowhere.pem cannot be read: No such file or directory. Name a PEM file"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_SANDBOX_TOKEN": "0123456789"],
            complaint: "The sandbox's token must be 32 to 256"),
        Mistake(
            arguments: ["serve", "--sandbox-port", "0"], environment: ["TESSERA_SANDBOX": "yes"],
            complaint: "--sandbox turns the sandbox on and --sandbox-port 0 turns it off"),
        Mistake(
            arguments: ["serve"], environment: ["TESSERA_SEED": "seven"],
            complaint: "TESSERA_SEED must be a whole number, 0 or more, not 'seven'."),
        Mistake(
            arguments: ["serve", "--sandbox-port", "0"], environment: ["TESSERA_SEED": "7"],
            complaint: "--seed needs the sandbox, which --sandbox-port 0 turns off"),
        Mistake(
            arguments: ["seed"], environment: ["TESSERA_LOG_LEVEL": "loud"],
            complaint: "Unknown log level 'loud'"),
        Mistake(
            arguments: ["healthcheck"], environment: ["TESSERA_PORT": "-"],
            complaint: "TESSERA_PORT must be a port, not '-'"),
    ])
    func refused(mistake: Mistake) async throws {
        try await DataDirectory.with { directory in
            let environment = mistake.environment.merging(["TESSERA_DATA_DIR": directory.path]) { given, _ in given }
            let ending = try await Program.run(mistake.arguments, environment: environment)
            #expect(!ending.status.isSuccess)
            #expect(ending.errors.contains("Error: "))
            #expect(ending.errors.contains(mistake.complaint))
            #expect(ending.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("The help of a command lists its options", arguments: [
        ([], ["serve", "migrate", "seed", "ca", "healthcheck", "TESSERA_DATA_DIR"]),
        (["migrate"], ["--database-url", "--data-dir"]),
        (["seed"], ["--database-url", "--data-dir"]),
        (["healthcheck"], ["--host", "--port", "--tls"]),
        (["ca"], ["--data-dir"]),
    ] as [([String], [String])])
    func help(command: [String], mentions: [String]) async throws {
        let ending = try await Program.run(command + ["--help"])
        #expect(ending.status == .exited(0))
        for mentioned in mentions { #expect(ending.output.contains(mentioned)) }
    }
}
