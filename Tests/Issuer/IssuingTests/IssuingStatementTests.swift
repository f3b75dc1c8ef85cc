import Administration
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
struct IssuingStatementTests {
    /// Utility commands, which Postgres neither prepares nor plans.
    static let unplanned: Set = [
        "sandbox_hold_brands", "crowd_hold", "brand_hold", "data_key_lock", "data_key_lock_cards",
        "waiting_change_hold",
    ]

    static let statements = AllStatements.list + AllAdministrationStatements.list + AllSandboxStatements.list

    @Test("The list of statements has every statement of the sources, each with its own name")
    func completeList() throws {
        let sources = try SourceFile.all(in: ["Sources/Issuer", "Sources/Sandbox", "Sources/Platform/Webhooks"])
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
        try await CardCrowd.add(to: fixture.scratch, copying: card)
        let plans = try await fixture.issuing.database.plans(of: Self.statements)
        #expect(plans.count == Self.statements.count)
        let growing = Set(SchemaCatalog.growingTableNames)
        for plan in plans { #expect(growing.isDisjoint(with: plan.scannedTables), "\(plan)") }
        #expect(plans.contains { $0.lines.contains { $0.contains("Index Scan using card_by_expiry") } })
        let breaks = try #require(plans.first { $0.statement == "clearing_break_list_of_kind" })
        #expect(
            breaks.lines.contains { $0.contains("Index Scan using clearing_break_open_by_kind") },
            "breaks of other kinds must not be read: \(breaks)")
    }
}
