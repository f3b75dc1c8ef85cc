import CardAPI
import CardClient
import Foundation
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// The commands for a test run, beside a running demo.
@Suite("Commands that testers run beside a service", .timeLimit(.minutes(20)))
struct ExecCommandTests {
    private struct Scene {
        let service: RunningService
        let sandbox: Sandbox

        var variables: [String: String] { ["TESSERA_URL": service.url, "TESSERA_SANDBOX_URL": sandbox.url] }

        func run(_ arguments: [String]) async throws -> Program.Ending {
            try await Program.run(arguments, environment: variables)
        }

        func tenants() async throws -> String { try await sandbox.get("/sandbox/tenants").body }
    }

    private func scene(_ work: @Sendable (Scene) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let (sandbox, port) = (Sandbox(), Unshared.port())
            // The sandbox's answer has the host of the request in the URLs of a tenant.
            let host = sandbox.host
            let options = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", host, "--port",
                "\(port)",
            ]
            _ = try await Program.serve(options, sandbox, host: host) { served in
                _ = try await served.log.entry("Server started and listening on \(host):\(port)")
                let service = RunningService(
                    processIdentifier: served.processIdentifier, host: host, port: port, log: served.log)
                try await work(Scene(service: service, sandbox: sandbox))
            }
        }
    }

    @Test("exec gives a command its own tenant, exits with its code, and deletes the tenant")
    func exec() async throws {
        try await scene { scene in
            let script = """
                curl -s "$TESSERA_SANDBOX_URL/clock"; curl -s -o /dev/null -w ' %{http_code}' "$TESSERA_URL/readyz"
                echo " $TESSERA_TENANT $TESSERA_BRAND $TESSERA_CLIENT_ID $TESSERA_BACKEND_ID $TESSERA_CUSTOMER"; exit 7
                """
            let options = ["exec", "--name", "mine", "--now", "2029-12-01T00:00:00Z", "--"]
            let ending = try await scene.run(options + ["bash", "-c", script])
            #expect(ending.status == .exited(7), "\(ending.errors)")
            #expect(
                ending.output == #"{"now":"2029-12-01T00:00:00Z","frozen":true} 200"#
                    + " mine demo demo-app demo-backend 10000001\n")
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)

            // Commands inside `exec` use the tenant.
            let program = try Program.tessera.path.string
            let nested = try await scene.run(["exec", "--", program, "clock", "--set", "2031-01-01T00:00:00Z"])
            #expect(nested.status == .exited(0), "\(nested.errors)")
            // The clock runs, so the second may be later on a slow machine.
            #expect(nested.output.hasPrefix("2031-01-01T"))
            #expect(try await !scene.run(["clock"]).output.hasPrefix("2031"))
            let missing = try await scene.run(["exec", "--", "no-such-program"])
            #expect(missing.status == .exited(127) && missing.errors.contains("no-such-program cannot be run"))
            #expect(try await scene.run(["exec", "--brand", "no brand", "--", "true"]).status == .exited(1))
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
        }
    }

    @Test("A signal ends the command, and exec still deletes the tenant", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(_ signal: Int32) async throws {
        try await scene { scene in
            // The command sends the signal to its parent, which is exec, and waits until exec forwards it.
            let name = [SIGTERM: "TERM", SIGINT: "INT", SIGHUP: "HUP"][signal] ?? ""
            let script = "trap 'echo passed on; exit 3' \(name); kill -\(name) $PPID; while :; do sleep 0.05; done"
            let ending = try await scene.run(["exec", "--", "bash", "-c", script])
            #expect(ending.status == .exited(3) && ending.output == "passed on\n", "\(ending.errors)")
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
            let killed = try await scene.run(["exec", "--", "bash", "-c", "kill -KILL $$"])
            #expect(killed.status == .exited(128 + SIGKILL))
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
        }
    }

    @Test("clock, messages, reset and wait ask a running sandbox")
    func others() async throws {
        try await scene { scene in
            let ready = try await scene.run(["wait"])
            #expect(ready.status == .exited(0) && ready.output == "The service and its sandbox are ready.\n")
            let set = ["clock", "--set", "2029-12-01T00:00:00Z", "--freeze"]
            #expect(try await scene.run(set).output == "2029-12-01T00:00:00Z, frozen\n")
            #expect(try await scene.run(["clock", "--advance", "24h"]).output == "2029-12-02T00:00:00Z, frozen\n")
            #expect(try await scene.run(["clock", "--run"]).output.hasSuffix(", running\n"))

            #expect(try await scene.run(["messages"]).output == "No message was sent to customer 10000001.\n")
            let none = try await scene.run(["messages", "--code"])
            #expect(none.status == .exited(1) && none.errors.contains("No message has a code."))
            let waited = try await scene.run(["wait", "--operation", "createCard", "--within", "0s"])
            #expect(waited.status == .exited(1) && waited.errors.contains("createCard was called 0 times, not 1."))
            async let later = scene.run(["wait", "--operation", "createCard", "--where", #"{"status": 201}"#])
            _ = try await scene.service.cards(of: "10000001").create(.virtual())
            #expect(try await later.output == "createCard was called 1 times.\n")

            #expect(try await scene.run(["reset"]).output == "The sandbox now has only the demo universe.\n")
            #expect(try await scene.service.cards(of: "10000001").getAll().cards.isEmpty)
        }
    }

    @Test("seed sends scenarios to a running server, and prints what it made or every mistake")
    func seed() async throws {
        try await scene { scene in
            try await DataDirectory.with { place in
                let good = "\(place.path).yaml", bad = "\(place.path)-bad.yaml"
                try Data("cards:\n  one: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}\n".utf8)
                    .write(to: URL(filePath: good))
                try Data("""
                    cards:
                      one: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA, status: ISSUED}
                      two: {customer: 1, program: SKRILL-VIRTUAL-MC-EEA}
                    """.utf8).write(to: URL(filePath: bad))
                let made = try await scene.run(["seed", good])
                #expect(made.status == .exited(0), "\(made.errors)")
                let lines = made.output.split(separator: "\n")
                #expect(lines.count == 2 && lines[0] == "\(good) is there:" && lines[1].hasPrefix("  cards.one "))
                #expect(try await scene.service.cards(of: "10000001").getAll().cards.count == 1)
                let refused = try await scene.run(["seed", bad])
                #expect(refused.status == .exited(1))
                #expect(refused.errors.contains("\(bad) cannot be played.\ncards.one.status must be one of ACTIVE, "))
                #expect(refused.errors.contains("(line 2, column 69)\ncards.two.customer must be a customer of"))
                #expect(try await scene.run(["seed", "--cards", "10"]).status == .exited(64))
                #expect(try await scene.run(["seed"]).status == .exited(64))
            }
        }
    }

    @Test("demo retries the calls that the contract allows to retry, and prints each step with its time")
    func patientDemo() async throws {
        try await scene { scene in
            let plan = #"""
                {"seed": 3, "alsoTools": true, "rules": [
                  {"fault": "STATUS", "status": 503, "retryAfterSeconds": 0, "percent": 10},
                  {"fault": "STATUS", "status": 429, "retryAfterSeconds": 0, "nth": 5},
                  {"operation": "tokenizeCard", "fault": "ANSWER_LOST", "nth": 2},
                  {"operation": "listTransactions", "fault": "TRUNCATED", "nth": 1},
                  {"fault": "SCA_AGAIN", "nth": 2}, {"fault": "WEBHOOK_DUPLICATE", "percent": 50}]}
                """#
            #expect(try await scene.sandbox.send("PUT", "/sandbox/faults", plan).status == 200)
            let ending = try await scene.run(["demo"])
            #expect(ending.status == .exited(0), "\(ending.output)\n\(ending.errors)")
            let struck = try await scene.sandbox.get("/sandbox/faults").body
            #expect(!struck.contains(#""strikes":0"#), "\(struck)")
            #expect(ending.output.contains(#"\#n1. A new customer orders two cards\#n   Virtual cards can be used"#))
            #expect(ending.output.firstMatch(of: /14 steps in \d+\.\d s\. The Visa/) != nil, "\(ending.output)")
        }
    }

    @Test("demo --step waits for Enter before each further step")
    func steps() async throws {
        try await scene { scene in
            // Without a terminal it does not wait.
            let ending = try await scene.run(["demo", "--step"])
            #expect(ending.status == .exited(0), "\(ending.errors)")
            #expect(ending.output.components(separatedBy: "Press Enter for the next step.").count == 14)
        }
    }

    @Test("Options that make no sense are refused", arguments: [
        (["exec"], "Name the command after two hyphens"), (["clock", "--freeze", "--run"], "not both"),
        (["clock", "--advance", "soon"], "--advance"), (["wait", "--times", "2"], "go with --operation"),
        (["wait", "--operation", "x", "--where", "[]"], "must be a JSON object"),
        (["messages", "--customer", "x"], "must be a customer's number"),
        (["seed", "--sandbox-url", "http://127.0.0.1:9", "--data-dir", "x"], "names a running server"),
    ])
    func refusals(_ options: [String], _ complaint: String) async throws {
        let ending = try await Program.run(options)
        #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
    }
}
