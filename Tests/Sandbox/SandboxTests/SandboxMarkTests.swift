import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("The mark of a sandbox database")
struct SandboxMarkTests {
    @Test("An empty database is marked once, even by 8 callers at the same time")
    func empty() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let database = try scratch.database
        #expect(try await SandboxMark(of: database) == nil)
        #expect(try await SandboxMark.isPossible(on: database))
        let names = try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 0..<8 { tasks.addTask { try #require(await SandboxMark(on: database)).database } }
            return try await tasks.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names == [scratch.name])
        #expect(try await SandboxMark(of: database)?.database == scratch.name)
    }

    @Test("A database that holds data cannot be marked")
    func holdsData() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let database = try scratch.database
        try await database.execute(script: "INSERT INTO brand VALUES ('acme')")
        #expect(try await !SandboxMark.isPossible(on: database))
        #expect(try await SandboxMark(on: database) == nil)
        #expect(try await SandboxMark(of: database) == nil)
    }

    @Test("A database with another program's table cannot be marked; one without tables can", arguments: [
        "CREATE TABLE invoice (number integer)", "CREATE SCHEMA theirs CREATE TABLE invoice (number integer)",
        "CREATE SCHEMA sandbox CREATE TABLE invoice (number integer)",
    ])
    func others(script: String) async throws {
        let scratch = try await ScratchDatabase.make()
        let database = try scratch.database
        #expect(try await SandboxMark.isPossible(on: database))
        try await database.execute(script: script)
        #expect(try await !SandboxMark.isPossible(on: database))
        #expect(try await SandboxMark(of: database) == nil)
    }

    @Test("Without the mark, a reset, seeding, a new time and a restore are refused")
    func refusals() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let name = try #require(SnapshotName(rawValue: "before"))
        _ = try await sandbox.takeSnapshot(name)
        try await sandbox.issuing.database.execute(script: "DROP TABLE sandbox.mark")
        let before = try await fixture.contents()
        try await expectMissingMark { try await sandbox.resetToDemoUniverse() }
        try await expectMissingMark { try await sandbox.seedDemoUniverse() }
        try await expectMissingMark { try await sandbox.setClock(.frozen(at: .distantFuture)) }
        try await expectMissingMark { try await sandbox.restore(name) }
        #expect(try await fixture.contents() == before)
        #expect(sandbox.clock.setting == .frozen(at: IssuingFixture.now))
        #expect(try await fixture.reread(card) == card)
    }

    @Test("The mark survives a reset and the restore of a snapshot")
    func survives() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        let name = try #require(SnapshotName(rawValue: "before"))
        _ = try await sandbox.takeSnapshot(name)
        _ = try await fixture.enrol()
        try await sandbox.restore(name)
        #expect(try await SandboxMark(of: sandbox.issuing.database) != nil)
        try await sandbox.resetToDemoUniverse()
        #expect(try await SandboxMark(of: sandbox.issuing.database) != nil)
    }
}

/// Expects that work ends because the database is not marked as a sandbox's.
func expectMissingMark(
    at location: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async throws {
    do {
        try await work()
        Issue.record("It worked on a database that is not a sandbox's.", sourceLocation: location)
    } catch let failure as any DatabaseError {
        let explanation = failure.postgresFailure?.explanation
        #expect(
            explanation == "the database is not marked as a sandbox's; nothing was changed", sourceLocation: location)
    }
}
