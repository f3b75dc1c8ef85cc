import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Sandbox
import Testing
import TestSupport
import Webhooks

@testable import Postgres

@Suite("Statements sent to the database")
struct StatementTests {
    /// Utility commands, which Postgres neither prepares nor plans.
    static let unplanned: Set = [
        "sandbox_empty", "sandbox_restart_customer_numbers", "sandbox_restart_account_numbers",
        "sandbox_restart_transaction_numbers", "sandbox_hold_brands",
        "sandbox_empty_merchants", "crowd_hold",
    ]

    static let statements = AllStatements.list + AllSandboxStatements.list

    @Test("The list has every statement in the sources, each with its own name")
    func completeList() throws {
        let sources = try SourceFile.all(in: [
            "Sources/Issuer", "Sources/Money/Authorizing", "Sources/Sandbox", "Sources/Platform/Webhooks",
        ])
        let names = sources.flatMap { file in
            file.text.matches(of: /Statement\(\s*"(\w+)"/).map { String($0.1) }
        }
        #expect(names.count > 30)
        #expect(Set(names).count == names.count, "two statements share a name")
        #expect(Set(names) == Set(Self.statements.map(\.name)).union(Self.unplanned))
    }

    /// Looks at the generic plan, which Postgres keeps for all values, on tables that are too large to scan.
    @Test("No statement scans a growing table")
    func queryPlans() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.issuing.database.execute(script: CardCrowd.sql(copying: card))
        let plans: [(name: String, plan: [String])] = try await fixture.issuing.database.transaction {
            tx throws(PostgresFailure) in
            try tx.run(script: "SET LOCAL plan_cache_mode = force_generic_plan", named: "settings")
            var plans: [(String, [String])] = []
            for statement in Self.statements {
                let name = "planned_\(statement.name)"
                try tx.run(script: "PREPARE \(name) AS \(statement.sql)", named: name)
                let counted = Statement("parameters", """
                    SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = $1
                    """) { row throws(PostgresFailure) in Int(try row.integer()) }
                let count = try tx.run(counted(.text(name))).first ?? 0
                let nulls = count == 0 ? "" : "(\(Array(repeating: "NULL", count: count).joined(separator: ", ")))"
                let explain = Statement("explain", "EXPLAIN (COSTS OFF) EXECUTE \(name)\(nulls)") {
                    row throws(PostgresFailure) in try row.text()
                }
                plans.append((statement.name, try tx.run(explain())))
            }
            return plans
        }
        #expect(plans.count == Self.statements.count)
        let growing = Set(SchemaCatalog.growingTableNames)
        for (name, plan) in plans {
            let scanned = plan.compactMap { $0.firstMatch(of: /Seq Scan on (\w+)/) }.map { String($0.1) }
            #expect(growing.isDisjoint(with: scanned), "\(name):\n\(plan.joined(separator: "\n"))")
        }
        #expect(plans.contains { $0.plan.contains { $0.contains("Index Scan using card_by_expiry") } })
    }
}
