import CardAPI
import CardClient
import Foundation
import HTTPContract
import Issuing
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite(
    "Your own database: migrate, seed, serve and healthcheck", .timeLimit(.minutes(20)))
struct ReadinessTests {
    @Test("migrate reports what it did and may be repeated; seed and serve work after it")
    func stepByStep() async throws {
        try await withEmptyDatabase { _, arguments in
            let first = try await Program.run(["migrate"] + arguments)
            #expect(first.status == .exited(0))
            #expect(first.output.hasPrefix("The database was empty and has the schema now"))
            let second = try await Program.run(["migrate"] + arguments)
            #expect(second.status == .exited(0))
            #expect(second.output == "The schema is up to date.\n")

            for _ in 1...2 {
                let seeding = try await Program.run(["seed"] + arguments)
                #expect(seeding.status == .exited(0))
            }

            let (_, ending) = try await Program.serve(arguments) { service in
                let cards = try await service.cards(of: "20000001")
                #expect(try await cards.programs().programs.count == 2)
            }
            #expect(ending.status == .exited(0))
            #expect(ending.output.isEmpty, "only --demo prints lines to paste")
        }
    }

    @Test("migrate names the rights that a role needs to create the schema")
    func missingPrivilege() async throws {
        try await withEmptyDatabase { scratch, arguments in
            try await scratch.database.execute(
                script: "REVOKE CREATE ON DATABASE \(scratch.name) FROM CURRENT_USER")
            let ending = try await Program.run(["migrate"] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("GRANT CREATE ON DATABASE"), "\(ending.errors)")
            try await scratch.database.execute(
                script: "GRANT CREATE ON DATABASE \(scratch.name) TO CURRENT_USER")
            #expect(try await Program.run(["migrate"] + arguments).status == .exited(0))
        }
    }

    @Test("Two migrations may run at the same time")
    func migrateTwice() async throws {
        try await withEmptyDatabase { _, arguments in
            async let one = Program.run(["migrate"] + arguments)
            async let other = Program.run(["migrate"] + arguments)
            let endings = try await [one, other]
            #expect(endings.allSatisfy { $0.status == .exited(0) })
            #expect(endings.count { $0.output == "The schema is up to date.\n" } == 1)
        }
    }

    /// The migrations up to the last one that a service needs.
    private static let migrations = IssuingSchema.migrations.reversed().drop { $0.contracts }.reversed()
        .map { "\($0.version) \($0.name)" }.joined(separator: ", ")

    @Test("Without migrations, serve exits with 1 and says what to do")
    func notMigrated() async throws {
        try await withEmptyDatabase { _, arguments in
            let ending = try await Program.run(["serve", "--port", "0"] + arguments)
            #expect(ending.status == .exited(1))
            #expect(
                ending.errors == """
                    Error: The database lacks migrations: \(Self.migrations). Run the command migrate, or serve with \
                    --migrate, as the role that owns the tables.

                    """)
        }
    }

    @Test("A service whose database lacks migrations is alive but not ready, and healthcheck exits with 1")
    func healthcheck() async throws {
        try await withEmptyDatabase { scratch, arguments in
            _ = try await Program.serve(["--migrate"] + arguments) { service in
                let port = ["healthcheck", "--port", "\(service.port)"]
                let ready = try await Program.run(port)
                #expect(ready.status == .exited(0))
                #expect(ready.output.contains("ready"))

                try await scratch.database.execute(script: "DELETE FROM public.schema_migration")
                #expect(try await service.get("/healthz").status == 200)
                let answer = try await service.get("/readyz")
                #expect(answer.status == 503)
                #expect(answer.body.contains("migrations are pending: \(Self.migrations)"))
                let behind = try await Program.run(["healthcheck"], environment: ["TESSERA_PORT": "\(service.port)"])
                #expect(behind.status == .exited(1))
                #expect(behind.output.contains("migrations are pending"))
                #expect(behind.output.hasSuffix("runs, but is not ready for the reason above.\n"))
            }
        }
    }

    @Test("If the database does not answer within 3 seconds, /readyz returns 503 and /healthz returns 200")
    func silence() async throws {
        try await withEmptyDatabase { scratch, arguments in
            _ = try await Program.serve(["--migrate"] + arguments) { service in
                let lock = try await TableLock.take("public.schema_migration", mode: "ACCESS EXCLUSIVE", in: scratch)
                let answer = try await service.get("/readyz")
                #expect(answer.status == 503)
                #expect(answer.body.contains("the database does not answer within 3 s"))
                #expect(try await service.get("/healthz").status == 200)
                lock.release()
            }
        }
    }

    @Test("While the database accepts no writes, /readyz returns 503; afterwards the service works again by itself")
    func readOnly() async throws {
        try await withEmptyDatabase { scratch, arguments in
            _ = try await Program.serve(["--migrate"] + arguments) { service in
                let setting = "ALTER DATABASE \(scratch.name) SET default_transaction_read_only"
                // A script is one transaction, and no new session sees the setting before it is committed.
                try await ScratchDatabase.administer(script: "\(setting) = on")
                try await ScratchDatabase.administer(script: """
                    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '\(scratch.name)'
                    """)
                #expect(try await service.get("/readyz").status == 503)
                #expect(try await service.get("/healthz").status == 200)
                try await ScratchDatabase.administer(script: "\(setting) = off")
                try await Deadline.within(Deadline.usual, "a service whose database accepts writes again") {
                    while try await service.get("/readyz").status != 200, !Task.isCancelled {}
                }
            }
        }
    }

    @Test("healthcheck exits with 1 and names the URL if no service answers")
    func nobodyThere() async throws {
        let ending = try await Program.run(["healthcheck", "--port", "1"])
        #expect(ending.status == .exited(1))
        #expect(ending.output.contains("Nothing answers at http://127.0.0.1:1/readyz"))
        #expect(ending.output.hasSuffix("\nCheck that the service runs, and --host and --port.\n"))
        for (host, url) in [("0.0.0.0", "127.0.0.1:1"), ("::", "[::1]:1"), ("::1", "[::1]:1")] {
            let ending = try await Program.run(["healthcheck", "--host", host, "--port", "1"])
            #expect(ending.output.contains("Nothing answers at http://\(url)/readyz"))
        }
    }

    @Test("The error for an unreachable database does not contain the password")
    func unreachable() async throws {
        try await DataDirectory.with { directory in
            let ending = try await Program.run([
                "serve", "--data-dir", directory.path, "--database-wait", "1", "--database-url",
                "postgres://someone:p4ssw0rd@127.0.0.1:1/none",
            ])
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("Error: Postgres could not be reached"))
            #expect(!ending.errors.contains("p4ssw0rd"))
        }
    }

    private func withEmptyDatabase(_ body: (ScratchDatabase, [String]) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try await body(scratch, ["--data-dir", directory.path, "--database-url", scratch.url])
        }
    }
}
