import Foundation
import Issuing
import Postgres
import Testing
import TestSupport

/// Ends the session of each step of the schema's history in the middle of the step, on the data of a released version.
///
/// `KILLED_SEED` chooses the statement before which each session ends.
@Suite("Migrations that are killed", .timeLimit(.minutes(20)))
struct KilledMigrationTests {
    private static let seed = ProcessInfo.processInfo.environment["KILLED_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("A step that ends in its middle changes nothing, and the next start goes on with it and loses no row")
    func everyStep() async throws {
        let (killed, whole) = (try await ScratchDatabase.make(), try await ScratchDatabase.make())
        for scratch in [killed, whole] { try await DatabaseDump.restore("Tests/Released/data-26.sql", to: scratch.url) }
        var numbers = SeededNumbers(seed: Self.seed)
        let database = try killed.database
        let steps = IssuingSchema.migrations
        for (index, step) in steps.enumerated() where step.version > 26 {
            let dying = Self.dying(step, &numbers)
            let outcome = await Self.failure(of: dying, after: steps[..<index], in: database)
            #expect(outcome?.kind == .connectionLost, "seed \(Self.seed), \(step.version): \(outcome as Any)")
            let plan = try await database.migrationPlan(steps)
            #expect(plan.pending == Array(steps[index...]), "seed \(Self.seed), \(step.version)")
            let report = try await database.migrate(Array(steps[...index]), freshSchema: "nonsense")
            #expect(report.applied == [step.version], "seed \(Self.seed)")
        }
        _ = try await whole.database.migrate(steps, freshSchema: "nonsense")
        #expect(try await Self.contents(of: killed) == Self.contents(of: whole), "seed \(Self.seed)")
    }

    /// The same step, whose session ends before one of its statements or after the last one.
    private static func dying(_ step: Migration, _ numbers: inout SeededNumbers) -> Migration {
        let place = numbers.one(of: places(in: step.sql))
        // The last statement of a step may end without a semicolon.
        let mark = place == step.sql.endIndex ? ";" : ""
        let end = "\(mark)\nSELECT pg_sleep(300) FROM pg_terminate_backend(pg_backend_pid());\n"
        return Migration(
            version: step.version, name: step.name, sql: "\(step.sql[..<place])\(end)\(step.sql[place...])",
            worksFrom: step.worksFrom, contracts: step.contracts)
    }

    /// The beginnings of statements, and the end. The bodies of functions stand between marks such as `$$`.
    private static func places(in sql: String) -> [String.Index] {
        let bodies = sql.matches(of: /\$(\w*)\$.*?\$\1\$/.dotMatchesNewlines()).map(\.range)
        let ends = sql.ranges(of: ";\n").map(\.upperBound)
        return [sql.startIndex, sql.endIndex] + ends.filter { end in !bodies.contains { $0.contains(end) } }
    }

    private static func failure(
        of step: Migration, after earlier: ArraySlice<Migration>, in database: Database
    ) async -> PostgresFailure? {
        do throws(PostgresFailure) {
            _ = try await database.migrate(Array(earlier) + [step], freshSchema: "nonsense")
            return nil
        } catch {
            return error
        }
    }

    /// Its schema, and its rows in any order. An undone step leaves gaps between its rows, and in its sequences.
    private static func contents(of scratch: ScratchDatabase) async throws -> [String] {
        let sequences = /SELECT pg_catalog\.setval/
        let lines = try await DatabaseDump.text(of: scratch).split(separator: "\n").map(String.init)
        return lines.filter { !$0.starts(with: sequences) }.sorted()
    }
}
