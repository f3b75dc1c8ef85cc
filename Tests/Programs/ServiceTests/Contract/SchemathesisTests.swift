import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing
import TestSupport

@Suite("Schemathesis, a tester that knows only the OpenAPI document", .timeLimit(.minutes(20)))
struct SchemathesisTests {
    /// The core has no sandbox, so the brand's policy cannot change, and most requests need strong customer
    /// authentication. Both programs have the same operations, so the documented examples are enough here.
    @Test("Schemathesis finds no error in the service without a sandbox, with every check")
    func core() async throws {
        try await ProductionDatabase.with { directory, options in
            _ = try await Program.serve(options, by: .core) { service in
                let phases = Tester.isThorough ? [] : ["--phases", "examples"]
                let found = try await Self.run(against: service, phases, in: directory.path)
                #expect(found.status.isSuccess, "\(found.output)\(found.errors)")
                #expect(found.output.contains(/([0-9]{3,}) generated, \1 passed/), "\(found.output)")
            }
        }
    }

    @Test("Schemathesis finds no error with every check and every phase")
    func schemathesis() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                // Only UPDATE_CARD needs strong customer authentication; the other operations need only a token.
                _ = try await sandbox.send(
                    "PUT", "/sandbox/brands/demo/authentication", #"{"operations": ["UPDATE_CARD"]}"#)
                let found = try await Self.run(against: service, in: directory.path)
                #expect(found.status.isSuccess, "\(found.output)\(found.errors)")
                #expect(found.output.contains(/([0-9]{4,}) generated, \1 passed/), "\(found.output)")
            }
        }
    }

    @Test("Schemathesis finds no error in a gateway", arguments: ["cardpointe", "dintero", "moneyhash"])
    func gateway(name: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let (host, port) = (Unshared.host(), 18082)
            let options = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", host,
                "--merchants-port", "\(port)",
            ]
            _ = try await Program.serve(options, Sandbox(), host: host) { service in
                _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                let settings = Tester.folder.appending(path: "\(name).toml").path
                let url = "http://\(host):\(port)/\(name)"
                var variables = Self.hooks
                if name == "dintero" { variables["DINTERO_TOKEN"] = try await Self.dinteroToken(at: url) }
                let found = try await Tester.run(
                    "st", ["--config-file", settings, "run"] + Self.examples + ["--url", url, "\(url)/openapi.json"],
                    environment: variables, in: directory.path)
                #expect(found.status.isSuccess, "\(found.output)\(found.errors)")
                #expect(found.output.contains(/[0-9]{4,} generated, [0-9]{4,} passed/), "\(found.output)")
            }
        }
    }

    /// The number of requests that the tester generates for each operation. Empty in an everyday run, which uses the
    /// tester's settings file.
    private static let examples = Tester.isThorough ? ["--max-examples", "500"] : []

    private static let hooks = ["SCHEMATHESIS_HOOKS": Tester.folder.appending(path: "schemathesis_hooks.py").path]

    /// A token of the demo's account.
    private static func dinteroToken(at url: String) async throws -> String {
        let account = "\(url)/v1/accounts/T12345678"
        var request = HTTPClientRequest(url: "\(account)/auth/token")
        request.method = .POST
        request.setBasicAuth(username: "demo-client", password: "demo-client-secret")
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(
            ByteBuffer(string: #"{"grant_type": "client_credentials", "audience": "\#(account)"}"#))
        return try await Answer.to(request).member("access_token")
    }

    private static func run(
        against service: RunningService, _ options: [String] = [], in directory: String
    ) async throws -> Program.Ending {
        let nobody = "0d3a6b0e-6c5e-4f5b-9d3c-3f7f4f3a2b10"
        let pass = #"{"scaDetails":{"eventId":"\#(nobody)","walletOperationId":"\#(nobody)"}}"#
        let devicePass = #"{"deviceId":"\#(nobody)","signedAt":1773576000000,"signature":"MEUCIQDx"}"#
        let variables = [
            "CUSTOMER_TOKEN": try await service.token(of: "10000001", scope: "pci-dss-1"),
            "BUSINESS_TOKEN": try await service.businessToken(),
            "SCA_AUTHORIZATION": Data(pass.utf8).base64EncodedString(),
            "SCA_DEVICE": Data(devicePass.utf8).base64EncodedString(),
        ]
        let settings = Tester.folder.appending(path: "schemathesis.toml").path
        return try await Tester.run(
            "st", ["--config-file", settings, "run"] + options + Self.examples + [service.url + "/openapi.json"],
            environment: variables.merging(hooks) { $1 }, in: directory)
    }
}
