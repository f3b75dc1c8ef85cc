import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// A database of production, its services one after the other, and the commands of its operator.
struct RotatedProduction: Sendable {
    let scratch: ScratchDatabase
    let directory: DataDirectory
    let customers = BusyCustomers()
    let doors = NetworkDoorPorts()

    private var logs: String { directory.path + "/logs" }

    /// - Parameter name: the name of its sessions.
    func options(_ name: String = "operator") -> [String] {
        ["--data-dir", directory.path, "--database-url", "\(scratch.url)&application_name=\(name)"]
    }

    /// The demo's customers see their cards' numbers without authentication, as often as they like. A command whose
    /// sessions are named `killed` waits before it changes a value, as long as a test has the lock.
    static func with(_ body: (RotatedProduction) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let production = RotatedProduction(scratch: try await ScratchDatabase.make(), directory: directory)
            let seeding = try await Program.run(["seed"] + production.options())
            try #require(seeding.status.isSuccess, "\(seeding.errors)")
            try FileManager.default.createDirectory(atPath: production.logs, withIntermediateDirectories: false)
            let triggers = ["card", "issued_pan", "authentication_means"].map {
                "CREATE TRIGGER waits BEFORE UPDATE ON issuing.\($0) FOR EACH ROW EXECUTE FUNCTION issuing.wait();\n"
            }
            try await production.scratch.database.execute(script: """
                DROP SCHEMA sandbox CASCADE; DROP SCHEMA merchants CASCADE;
                UPDATE issuing.authentication_policy
                SET operations = array_remove(operations, 'CARD_DETAILS'), challenges_per_hour = 100000;
                UPDATE issuing.program SET cards_per_customer = 100000;
                CREATE FUNCTION issuing.wait() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF current_setting('application_name') = 'killed' THEN PERFORM pg_advisory_xact_lock(7); END IF;
                    RETURN NEW;
                END $$;
                \(triggers.joined())
                """)
            try await body(production)
        }
    }

    func keys(_ arguments: String...) async throws -> Program.Ending {
        try await Program.run(["keys"] + arguments + options(), by: .core)
    }

    /// Moves the versions of the keys, and the ends of the clients' secrets from before, into the past.
    func pass(hours: Int) async throws {
        try await scratch.database.execute(script: """
            UPDATE issuing.data_key SET created_at = created_at - interval '\(hours) hours';
            UPDATE issuing.client SET earlier_secret_ends_at = earlier_secret_ends_at - interval '\(hours) hours';
            """)
    }

    func wait(until condition: String) async throws {
        let statement = Statement<String>.evidence("SELECT (\(condition))::text")
        let database = try scratch.database
        try await Deadline.within(Deadline.usual, "the moment when \(condition)") {
            while try await database.read(statement()) != ["true"], !Task.isCancelled { await Task.yield() }
        }
    }

    /// Runs a service, and keeps its log.
    func serve<Result: Sendable>(
        _ name: String, _ work: (RunningService) async throws -> Result
    ) async throws -> (result: Result, status: TerminationStatus) {
        let arguments = options("service") + doors.arguments + ["--webhooks-anywhere"]
        let (result, ending) = try await Program.serve(arguments, by: .core) { service in
            try await doors.open(on: service)
            return try await work(service)
        }
        try Data(ending.errors.utf8).write(to: URL(filePath: "\(logs)/\(name).log"))
        return (result, ending.status)
    }
}

// MARK: Commands

extension RotatedProduction {
    private static let waits = """
        EXISTS (
            SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted)
        """

    /// Kills the command within its first batch, which is undone.
    func killReencryption(of purpose: String, _ column: String) async throws {
        let lock = try await TableLock.take(statement: "SELECT pg_advisory_xact_lock(7)", in: scratch)
        let killed = try Program.begin(["keys", "reencrypt", purpose] + options("killed"), by: .core)
        try await wait(until: Self.waits)
        await killed.kill()
        // PostgreSQL looks for lost clients every half second, and then undoes the batch.
        try await wait(until: "NOT \(Self.waits)")
        lock.release()
        try await expectRefusal(of: purpose, "values of \(column). Run keys reencrypt \(purpose) first.")
    }

    /// Encrypts or hashes all values again, and retires the first version.
    func reencrypt(_ purpose: String) async throws {
        var ending = try await keys("reencrypt", purpose)
        // Customers may have locked a value each time that the command has tried it.
        while ending.errors.contains("values of earlier versions are left") {
            ending = try await keys("reencrypt", purpose)
        }
        let report = /: \d+ rows, \d+ values (encrypted|hashed) again, 0 left\n/
        #expect(ending.status.isSuccess && ending.output.contains(report), "\(ending.output) \(ending.errors)")
        try await retire(purpose)
    }

    func retire(_ purpose: String) async throws {
        let ending = try await keys("retire", purpose, "1")
        #expect(ending.output == "\(purpose) version 1 was removed.\n", "\(ending.errors)")
    }

    /// Expects that the first version is not retired yet.
    func expectRefusal(of purpose: String, _ reason: String) async throws {
        let ending = try await keys("retire", purpose, "1")
        #expect(ending.status == .exited(1) && ending.errors.contains(reason), "\(ending.errors)")
    }

    /// Expects that no card data is in clear, in the database and in the logs of its services.
    ///
    /// - Parameter log: of a service that runs.
    /// - Returns: the summary.
    @discardableResult
    func attest(_ log: [String] = []) async throws -> String {
        let running = logs + "/running.log"
        try Data(log.joined(separator: "\n").utf8).write(to: URL(filePath: running))
        let ending = try await Program.run(["attest", "--path", logs] + options(), by: .core)
        #expect(ending.status == .exited(0) && ending.errors.contains("CLEAN: 0 findings"), "\(ending.errors)")
        try FileManager.default.removeItem(atPath: running)
        return ending.errors
    }
}
