import Foundation
import Issuing
import Postgres
import Subprocess
import Testing
import TestSupport

/// A kind of write that an operator makes with a command while a test kills the command, its server or both.
enum KilledCommand: String, CaseIterable, Sendable {
    /// `migrate`, on the data of a released version.
    case migrations
    /// `keys rotate`, `keys reencrypt` and `keys retire`, of which one is killed.
    case keyRotation = "key rotation"

    struct Problem: Error {
        let command: String
        let ending: Program.Ending
    }

    /// - Returns: the number of changes that were acknowledged. All are there.
    /// - Throws: if one is not, or if a command does not go on by itself.
    func run(
        _ victim: Victim, at place: KilledPlace, on service: RunningService, _ numbers: inout SeededNumbers
    ) async throws -> Int {
        switch self {
        case .migrations: try await Self.migrate(victim, place, service, &numbers)
        case .keyRotation: try await Self.rotate(victim, place, service, &numbers)
        }
    }

    // MARK: Migrations

    /// Tables that different steps change.
    private static let changed = ["customer", "webhook_subscription", "client", "card", "issued_pan"]

    private static func migrate(
        _ victim: Victim, _ place: KilledPlace, _ service: RunningService, _ numbers: inout SeededNumbers
    ) async throws -> Int {
        try await place.execute("CREATE DATABASE released")
        try await DatabaseDump.restore(
            "Tests/Released/data-26.sql", to: KilledPlace.url(of: "released", in: place.directory))
        let key = place.directory.path + ".key"
        try Data(String(repeating: "5e", count: 32).utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let storage = place.storage(of: "released") + ["--key-file", key]
        let table = "issuing." + numbers.one(of: changed)
        _ = try await kill(["migrate"] + storage, waitingFor: table, in: "released", victim, place, service)
        _ = try await complete(["migrate"] + storage)
        let events = "SELECT count(*)::text FROM audit.audit_event WHERE act = 'MIGRATED'"
        let (needed, told) = try await place.with("released") { database in
            let needed = try await database.neededMigrations(IssuingSchema.migrations)
            return (needed, try await database.read(Statement<String>.evidence(events)()))
        }
        #expect(needed == [] && told == ["1"], "\(needed.map(\.version)), told \(told) times")
        _ = try await complete(["ledger", "check"] + storage)
        return 1
    }

    // MARK: Key rotation

    private static let purpose = "SECRET_SEALING"

    /// The demo's three customers have a value under the key each.
    private static func rotate(
        _ victim: Victim, _ place: KilledPlace, _ service: RunningService, _ numbers: inout SeededNumbers
    ) async throws -> Int {
        try await place.execute("CREATE DATABASE rotated")
        let storage = place.storage(of: "rotated")
        let seeding = try await Program.run(["seed"] + storage)
        try #require(seeding.status.isSuccess, "\(seeding.errors)")
        try await place.execute("DROP SCHEMA sandbox CASCADE; DROP SCHEMA merchants CASCADE", in: "rotated")
        let (keys, means) = ("issuing.data_key", "issuing.authentication_means")
        let commands: [(String, [String], String)] = [
            ("rotate", [], keys), ("reencrypt", [], means), ("retire", ["1"], keys),
        ]
        let dying = numbers.below(commands.count)
        for (index, (name, more, table)) in commands.enumerated() {
            let command = ["keys", name, purpose] + more + storage
            var isDone = false
            if index == dying {
                isDone = try await kill(command, waitingFor: table, in: "rotated", victim, place, service)
            }
            if !isDone { _ = try await complete(command) }
            // A version makes new values after ten minutes, and the one before it goes an hour later.
            try await place.execute(
                "UPDATE issuing.data_key SET created_at = created_at - interval '2 hours'", in: "rotated")
        }
        let values = """
            SELECT concat(seed_key_version, ': ', count(*)) FROM issuing.authentication_means GROUP BY seed_key_version
            """
        let found = try await place.with("rotated") { database in
            try await database.read(Statement<String>.evidence(values)())
        }
        #expect(found == ["2: 3"], "the version and the number of its values")
        let list = try await complete(["keys", "list"] + storage)
        let versions = list.output.matches(of: /SECRET_SEALING +(\d+) +/).map { String($0.output.1) }
        #expect(versions == ["2"], "\(list.output)")
        return commands.count
    }

    // MARK: Commands

    /// Kills when the command waits for a table.
    ///
    /// - Returns: whether the command was done, which it may be if only its server died.
    private static func kill(
        _ command: [String], waitingFor table: String, in name: String, _ victim: Victim, _ place: KilledPlace,
        _ service: RunningService
    ) async throws -> Bool {
        let starts = place.starts(by: service)
        let running = try await place.with(name) { database in
            let lock = try await TableLock.take(statement: "LOCK TABLE \(table) IN EXCLUSIVE MODE", in: database)
            defer { lock.release() }
            let running = try Program.begin(command, by: .core)
            try await lock.isWaitedForInTime()
            if victim != .postgres { await running.kill() }
            if victim != .service { place.killPostgres() }
            return running
        }
        if victim != .service { try await place.isReady(starts + 1, by: service) }
        guard victim == .postgres else { return false }
        try await running.log.end()
        return try await running.terminate().status.isSuccess
    }

    private static func complete(_ command: [String]) async throws -> Program.Ending {
        let ending = try await Program.run(command, by: .core)
        guard ending.status.isSuccess else {
            throw Problem(command: command.prefix(3).joined(separator: " "), ending: ending)
        }
        return ending
    }
}
