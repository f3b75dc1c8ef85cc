import Administration
import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport

@Suite("Drafts of a program's controls")
struct RulesDraftTests {
    private static func limited(to amount: Int64) throws -> CardControls {
        CardControls(limits: [try #require(Limit(.day, amount: amount))])
    }

    @Test(
        "A draft decides nothing, and what it would decide in shadow is recorded with both reasons",
        arguments: [false, true])
    func shadow(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let (card, administration) = (try await fixture.loadedCard(with: 100_000), fixture.administration)
        _ = try await administration.draft(Self.limited(to: 3000), forProgram: card.program)
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        let draft = try await administration.setShadow(true, forProgram: card.program)
        #expect(draft.status == .shadow && draft.version == 2)
        for name in ["p2", "p3", "p4"] {
            #expect(try await fixture.pay(name, with: card).answer.code == .approved)
        }
        try await fixture.follow("p2", .reversal, "v2", for: card, amount: 0)
        let found = try await administration.shadowDifferences(ofProgram: card.program).differences
        // The payments were approved, so they count.
        #expect(found.map(\.reference.text) == ["p3", "p4"])
        #expect(found.map(\.drafted.reason) == [.amountLimit, .amountLimit])
        #expect(found.map(\.recorded.code) == [.approved, .approved])
        _ = try await administration.setShadow(false, forProgram: card.program)
        _ = try await administration.setShadow(true, forProgram: card.program)
        #expect(try await administration.shadowDifferences(ofProgram: card.program).differences == [])
        #expect(try await fixture.pay("p5", with: card).answer.code == .approved)
        // A payment that had read the earlier version adds to it after its end.
        try await fixture.issuing.database.execute(script: """
            UPDATE shadow_difference SET draft_version = 2 WHERE reference = 'p4';
            UPDATE shadow_difference SET draft_version = 1 WHERE reference = 'p3';
            """)
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT reference FROM shadow_difference") == ["p5"])
        for (days, left) in [(90.0, ["p5"]), (91.0, [])] {
            let later = try await fixture.server(now: IssuingFixture.now + days * 86_400)
            try await later.issuing.settleWhatIsDue()
            #expect(try await fixture.texts("SELECT reference FROM shadow_difference") == left, "\(days) days later")
        }
    }

    @Test("A draft that allows more is recorded, and a draft's counter is never used for another one")
    func counters() async throws {
        let fixture = try await IssuingFixture.make()
        let (card, administration) = (try await fixture.loadedCard(with: 100_000), fixture.administration)
        _ = try await administration.set(Self.limited(to: 2000), forProgram: card.program)
        let month = CardControls(limits: [try #require(Limit(.month, amount: 2468))])
        _ = try await administration.draft(month, forProgram: card.program)
        _ = try await administration.setShadow(true, forProgram: card.program)
        #expect(try await fixture.pay("p1", with: card).answer.code == .approved)
        #expect(try await fixture.pay("p2", with: card).answer.code == .amountLimit)
        let found = try await administration.shadowDifferences(ofProgram: card.program).differences
        #expect(found.map(\.recorded.reason) == [.amountLimit] && found.map(\.drafted.code) == [.approved])
        try await administration.dropRules(ofProgram: card.program)
        _ = try await administration.set(.none, forProgram: card.program)
        #expect(try await fixture.pay("p3", with: card).answer.code == .approved)
        _ = try await administration.draft(month, forProgram: card.program)
        let draft = try await administration.rulesDraft(of: card.program)
        _ = try await administration.promoteRules(ofProgram: card.program, version: draft.version)
        // 12.34 twice.
        #expect(try await fixture.pay("p4", with: card).answer.code == .amountLimit)
    }

    @Test("A draft does not undo a change of the controls that was made after it, and can be made again")
    func changedControls() async throws {
        let fixture = try await IssuingFixture.make()
        let (card, administration) = (try await fixture.loadedCard(with: 100_000), fixture.administration)
        let (drafted, changed) = (try Self.limited(to: 1000), try Self.limited(to: 2000))
        #expect(try await !administration.draft(drafted, forProgram: card.program).controlsHaveChanged)
        _ = try await administration.set(changed, forProgram: card.program)
        let draft = try await administration.setShadow(true, forProgram: card.program)
        #expect(draft.controlsHaveChanged)
        let refused = await #expect(throws: RulesFailure.self) {
            try await administration.promoteRules(ofProgram: card.program, version: draft.version)
        }
        #expect(refused?.description.contains("they had version 0 and have version 1 now") == true)
        await #expect(throws: RulesFailure.self) {
            try await administration.checkPromotion(ofProgram: card.program, version: draft.version)
        }
        #expect(try await administration.controls(ofProgram: card.program) == changed)
        let again = try await administration.draft(drafted, forProgram: card.program)
        #expect(!again.controlsHaveChanged)
        _ = try await administration.promoteRules(ofProgram: card.program, version: again.version)
        #expect(try await administration.controls(ofProgram: card.program) == drafted)
    }

    @Test(
        "A draft does not undo a change of the controls that its promotion has waited for", .timeLimit(.minutes(5)))
    func controlsChangedMeanwhile() async throws {
        let fixture = try await IssuingFixture.make()
        let (card, administration) = (try await fixture.loadedCard(with: 100_000), fixture.administration)
        _ = try await administration.set(Self.limited(to: 2000), forProgram: card.program)
        let draft = try await administration.draft(Self.limited(to: 1000), forProgram: card.program)
        let change = Statement(
            "test_change_controls",
            "UPDATE program_controls SET version = version + 1 WHERE program_name = $1 RETURNING true AS is_held"
        ) { row throws(PostgresFailure) in try row.boolean("is_held") }
        var promotion: Task<CardControls, any Error>?
        try await fixture.holding(change(.text(card.program))) {
            promotion = Task { try await administration.promoteRules(ofProgram: card.program, version: draft.version) }
            while try await fixture.waitingForLocks() < 1 {}
        }
        let waited = try #require(promotion)
        let refused = await #expect(throws: RulesFailure.self) { try await waited.value }
        #expect(refused?.description.contains("they had version 1 and have version 2 now") == true)
        #expect(try await administration.controls(ofProgram: card.program) == Self.limited(to: 2000))
    }

    @Test("A draft is promoted once, in the version that was seen, and the audit trail tells of each step")
    func promotion() async throws {
        let fixture = try await IssuingFixture.make()
        let (card, administration) = (try await fixture.loadedCard(with: 100_000), fixture.administration)
        await #expect(throws: RulesFailure.self) { try await administration.rulesDraft(of: card.program) }
        await #expect(throws: RulesFailure.self) { try await administration.draft(.none, forProgram: "NONE") }
        let controls = try Self.limited(to: 1000)
        _ = try await administration.draft(.none, forProgram: card.program)
        let draft = try await administration.draft(controls, forProgram: card.program)
        await #expect(throws: RulesFailure.self) {
            try await administration.promoteRules(ofProgram: card.program, version: draft.version - 1)
        }
        #expect(try await administration.controls(ofProgram: card.program) == .none)
        #expect(
            try await administration.promoteRules(ofProgram: card.program, version: draft.version) == controls)
        #expect(try await administration.controls(ofProgram: card.program) == controls)
        #expect(try await fixture.pay("p1", with: card).answer.code == .amountLimit)
        await #expect(throws: RulesFailure.self) { try await administration.dropRules(ofProgram: card.program) }
        #expect(try await administration.rulesDrafts() == [])
        let acts = try await fixture.texts("""
            SELECT act FROM audit.audit_event WHERE act LIKE 'RULES%' ORDER BY number
            """)
        #expect(acts == ["RULES_DRAFTED", "RULES_DRAFTED", "RULES_PROMOTED"])
    }
}
