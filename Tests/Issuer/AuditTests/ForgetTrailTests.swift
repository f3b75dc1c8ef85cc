import Foundation
import Postgres
import Testing
import TestSupport

@testable import Audit

@Suite("Forgetting old events of the audit trail")
struct ForgetTrailTests {
    private static let longAgo = Date(timeIntervalSince1970: 1_500_000_000)
    /// Postgres knows no other clock than its own, so a young event is one of the year 2100.
    private static let young = Date(timeIntervalSince1970: 4_102_444_800)

    /// Three events of 2017 and two of two later days, of which the last is young.
    private static func old() async throws -> AuditFixture {
        let fixture = try await AuditFixture.make()
        try await fixture.record("one", "two", "three", at: longAgo)
        try await fixture.trail.placeWaiting(on: AuditDay(of: longAgo))
        try await fixture.record("four", at: longAgo + 86_400)
        try await fixture.trail.placeWaiting(on: AuditDay(of: longAgo + 86_400))
        try await fixture.record("five", at: young)
        try await fixture.trail.placeWaiting(on: AuditDay(of: young))
        return fixture
    }

    @Test("The events before a day go, except the last of them, and the rest can still be checked")
    func forgetting() async throws {
        let fixture = try await Self.old()
        #expect(try await fixture.forget(before: AuditDay(of: Self.longAgo + 86_400)) == 2)
        let report = try await fixture.trail.verify()
        #expect(report.faults.isEmpty && !report.isFromTheBeginning && report.days.map(\.events) == [1, 1, 2])
        try await fixture.tamper("UPDATE audit.audit_event SET detail = 'CVV' WHERE subject = 'four'")
        #expect(try await fixture.trail.verify().faults.count == 1)
    }

    @Test("A trail whose first events are gone, and that does not say so, has a fault")
    func removalOfFirst() async throws {
        let fixture = try await Self.old()
        try await fixture.tamper("DELETE FROM audit.audit_event WHERE subject IN ('one', 'two')")
        let report = try await fixture.trail.verify()
        #expect(report.faults.map(\.position) == [3] && !report.isFromTheBeginning)
    }

    @Test("Postgres refuses to remove events of the last year, and then removes none")
    func tooYoung() async throws {
        let fixture = try await Self.old()
        try await fixture.record("six", at: Self.young)
        try await fixture.trail.placeWaiting(on: AuditDay(of: Self.young))
        let failure = await #expect(throws: PostgresFailure.self) {
            _ = try await fixture.forget(before: AuditDay(of: Self.young + 86_400))
        }
        #expect(failure?.constraint == "audit_is_append_only")
        #expect(try await fixture.lines().count == 6)
    }

    @Test("The first day to keep is a year ago")
    func firstDay() {
        #expect(AuditTrail.firstDayToKeep(on: AuditFixture.now) == AuditDay("2025-03-15"))
    }

    @Test("A day has one form", arguments: ["2026-3-15", "2026-02-30", "15.03.2026", "", "2026-03-15T00:00:00Z"])
    func form(_ text: String) { #expect(AuditDay(text) == nil) }
}
