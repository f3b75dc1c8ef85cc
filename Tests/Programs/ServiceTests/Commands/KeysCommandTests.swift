import CardAPI
import CardClient
import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("The commands for keys", .timeLimit(.minutes(20)))
struct KeysCommandTests {
    private static func write(
        _ digits: String, _ name: String, in directory: DataDirectory, mode: Int = 0o600
    ) throws -> String {
        let path = "\(directory.path)/\(name)"
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        let contents = Data((String(repeating: digits, count: 32) + "\n").utf8)
        try #require(FileManager.default.createFile(atPath: path, contents: contents, attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }

    @Test("keys list prints a line for each version, and no key")
    func list() async throws {
        try await ProductionDatabase.with { directory, options in
            let listing = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(listing.status.isSuccess, "\(listing.errors)")
            let lines = listing.output.split(separator: "\n")
            #expect(lines.count == 11)
            #expect(lines.first?.wholeMatch(of: /PURPOSE +VERSION +STATE +CHECK VALUE +CREATED/) != nil)
            for line in lines.dropFirst() {
                #expect(line.wholeMatch(of: /[A-Z_]+ +1 +active +[0-9a-f]{8} +20[0-9-]+T[0-9:]+Z/) != nil, "\(line)")
            }
            #expect(try await Program.run(["keys", "list"] + options, by: .core).output == listing.output)
        }
    }

    @Test("After keys rewrap the running service goes on, the old key no longer starts one, and the new one does")
    func rewrap() async throws {
        try await ProductionDatabase.with { directory, options in
            let new = try Self.write("c3", "new.key", in: directory)
            let before = try await Program.run(["keys", "list"] + options, by: .core).output
            _ = try await Program.serve(options, by: .core) { service in
                let card = try await service.cards(of: "10000001").create(.virtual())
                let ending = try await Program.run(["keys", "rewrap", "--to-key-file", new] + options, by: .core)
                #expect(ending.status.isSuccess, "\(ending.errors)")
                #expect(ending.output.contains("All 10 data keys are wrapped under"))
                #expect(ending.output.contains("Restart each service with --key-file \(new)."))
                #expect(!ending.output.contains("c3c3"))
                #expect(try await service.cards(of: "10000001").get(card.cardId).cardId == card.cardId)
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            let late = try await Program.run(["serve"] + options, by: .core)
            #expect(late.status == .exited(1) && late.errors.contains("does not fit"), "\(late.errors)")
            let renewed = options + ["--key-file", new]
            #expect(try await Program.run(["keys", "list"] + renewed, by: .core).output == before)
            _ = try await Program.serve(renewed, by: .core) { service in
                let cards = try await service.cards(of: "10000001").getAll().cards
                #expect(cards.count == 2)
            }
        }
    }

    @Test("keys rewrap refuses a file that others can read, that is absent or no key, and the key of now")
    func refused() async throws {
        try await ProductionDatabase.with { directory, options in
            let exposed = try Self.write("c3", "exposed.key", in: directory, mode: 0o640)
            let rubbish = try Self.write("xy", "rubbish.key", in: directory)
            for (file, complaint) in [
                (exposed, "has mode 0640"), (rubbish, "holds no key-encryption key"),
                (directory.path + "/none.key", "cannot be read: No such file or directory"),
                (directory.keyFile, "that the database has already. Nothing was changed."),
            ] {
                let ending = try await Program.run(["keys", "rewrap", "--to-key-file", file] + options, by: .core)
                #expect(ending.status == .exited(1) && ending.errors.contains(complaint), "\(ending.errors)")
            }
            let wrong = try Self.write("77", "wrong.key", in: directory)
            let new = try Self.write("c3", "new.key", in: directory)
            let ending = try await Program.run(
                ["keys", "rewrap", "--to-key-file", new, "--key-file", wrong] + options, by: .core)
            #expect(ending.status == .exited(1) && ending.errors.contains("does not fit"), "\(ending.errors)")
            #expect(try await Program.run(["keys", "list"] + options, by: .core).status.isSuccess)
        }
    }

    @Test("After kill -9 of keys rewrap, all keys are as they were")
    func killed() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            #expect(try await Program.run(["migrate"] + options, by: .core).status.isSuccess)
            let before = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(before.status.isSuccess, "\(before.errors)")
            let new = try Self.write("c3", "new.key", in: directory)
            let lock = try await TableLock.take("issuing.data_key", in: scratch)
            let rewrapping = try Program.begin(["keys", "rewrap", "--to-key-file", new] + options, by: .core)
            try await lock.isWaitedForInTime()
            await rewrapping.kill()
            lock.release()
            let after = try await Program.run(["keys", "list"] + options, by: .core)
            #expect(after.output == before.output, "\(after.errors)")
        }
    }

    /// A production database with the demo's customers, who see their cards' numbers, and the options that lead to it.
    private static func production(
        _ body: (_ scratch: ScratchDatabase, _ options: [String]) async throws -> Void
    ) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            let seeding = try await Program.run(["seed"] + options)
            try #require(seeding.status.isSuccess, "\(seeding.errors)")
            try await scratch.database.execute(script: """
                DROP SCHEMA sandbox CASCADE; DROP SCHEMA merchants CASCADE;
                UPDATE issuing.authentication_policy SET operations = array_remove(operations, 'CARD_DETAILS');
                """)
            try await body(scratch, options)
        }
    }

    private static let waiting = Statement(
        "waiting",
        """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND NOT granted
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    /// The numbers of a customer's cards, as a service that has just started opens them.
    private static func numbers(_ options: [String]) async throws -> [String] {
        let (numbers, _) = try await Program.serve(options, by: .core) { service -> [String] in
            let cards = service.cards(bearing: try await service.token(of: "10000001", scope: "pci-dss-1"))
            var numbers: [String] = []
            for card in try await cards.getAll().cards {
                numbers.append(try #require(try await cards.showDetails(card.cardId).pan))
            }
            return numbers
        }
        return numbers
    }

    @Test(
        "After kill -9 of keys reencrypt it is run again; then the earlier version is retired, and all cards open",
        arguments: [
            ("PAN_ENCRYPTION", "card", "card.sealed_pan", "encrypted"),
            ("PAN_LOOKUP", "issued_pan", "issued_pan.pan_hash", "hashed"),
        ])
    func reencryptKilled(purpose: String, table: String, column: String, verb: String) async throws {
        try await Self.production { scratch, options in
            func keys(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(["keys"] + arguments + options, by: .core)
            }
            _ = try await Program.serve(options, by: .core) { service in
                for _ in 1...3 { _ = try await service.cards(of: "10000001").create(.virtual()) }
                let ending = try await keys("rotate", purpose)
                #expect(ending.output.hasPrefix("\(purpose) version 2 was added. It makes new values from "))
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            let before = try await Self.numbers(options)
            #expect(before.count == 4)
            let early = try await keys("reencrypt", purpose)
            #expect(early.status == .exited(1) && early.errors.contains("version 2 makes new values from"))
            // Two hours pass.
            try await scratch.database.execute(
                script: "UPDATE issuing.data_key SET created_at = created_at - interval '2 hours'")

            try await scratch.database.execute(script: """
                CREATE FUNCTION issuing.wait() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END $$;
                CREATE TRIGGER waits BEFORE UPDATE ON issuing.\(table) FOR EACH ROW EXECUTE FUNCTION issuing.wait();
                """)
            let lock = try await TableLock.take(statement: "SELECT pg_advisory_xact_lock(7)", in: scratch)
            let killed = try Program.begin(["keys", "reencrypt", purpose] + options, by: .core)
            try await lock.isWaitedForInTime()
            await killed.kill()
            // PostgreSQL looks for lost clients every half second, and then undoes the batch.
            while try await scratch.database.read(Self.waiting()) != [0] { await Task.yield() }
            lock.release()
            let refusal = try await keys("retire", purpose, "1")
            #expect(refusal.errors.contains("is needed by 4 values of \(column)"), "\(refusal.errors)")

            let listing = try await keys("list").output
            let counts = listing.matches(of: /([A-Z_]+) +(\d) .*Z +(\d)\n/).map {
                "\($0.output.1) \($0.output.2): \($0.output.3)"
            }
            #expect(counts == ["\(purpose) 1: 4", "\(purpose) 2: 0"], "\(listing)")
            let again = try await keys("reencrypt", purpose)
            // A hash that becomes greater may be met a second time.
            let rows = verb == "hashed" ? 4...8 : 4...4
            #expect(
                rows.map { "\(column): \($0) rows, 4 values \(verb) again, 0 left\n" }.contains(again.output),
                "\(again.output) \(again.errors)")
            #expect(try await keys("retire", purpose, "1").status.isSuccess)
            let versions = try await keys("list").output.split(separator: "\n").filter { $0.hasPrefix("\(purpose) ") }
            #expect(versions.count == 1 && versions[0].contains(#/ 2 +active /#), "\(versions)")
            #expect(try await Self.numbers(options) == before)
        }
    }

    @Test("keys rotate refuses a purpose that there is not, and one whose output names no version")
    func refusedRotation() async throws {
        try await Self.production { _, options in
            for (purpose, status, complaint) in [
                ("PAN", TerminationStatus.exited(64), "The purpose must be one of PAN_ENCRYPTION, PAN_LOOKUP,"),
                ("ZONE_PIN", .exited(1), "ZONE_PIN cannot be rotated: others share it"),
            ] {
                let ending = try await Program.run(["keys", "rotate", purpose] + options, by: .core)
                #expect(ending.status == status && ending.errors.contains(complaint), "\(ending.errors)")
            }
        }
    }
}
