import Foundation
import Postgres
import Testing
import TestSupport

@testable import Audit

@Suite("Tampering with the audit trail")
struct AuditTamperingTests {
    @Test(
        "One changed value of one event is found, with its day",
        arguments: [
            "happened_at = happened_at + interval '1 microsecond'", "act = 'PIN_SET'", "outcome = 'REFUSED'",
            "subject = 'twp'", "detail = NULL", "operator = 'oleg'", "client = 'acme-apq'", "brand = 'acmf'",
            "customer = '10000002'", "token_id = 'jti-2'", "request_id = 'request-2'", "address = '192.0.2.8'",
            "operation = 'showDetail'", "hash = overlay(hash PLACING '\\x00' FROM 7 FOR 1)", "number = 99",
        ])
    func change(_ change: String) async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.tamper("UPDATE audit.audit_event SET \(change) WHERE subject = 'two'")
        let faults = try await fixture.trail.verify().faults
        #expect(faults.map(\.day) == [AuditFixture.today], "\(change)")
        #expect(faults.first?.description.hasPrefix("2026-03-15: event") == true)
    }

    @Test("A changed first event is found")
    func first() async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.tamper("UPDATE audit.audit_event SET subject = 'onf' WHERE subject = 'one'")
        #expect(
            try await fixture.trail.verify().faults
                == [AuditFault(day: AuditFixture.today, position: 1, kind: .changed(number: 1))])
    }

    @Test("A removed event is found, with its day")
    func removal() async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.tamper("DELETE FROM audit.audit_event WHERE subject = 'two'")
        #expect(
            try await fixture.trail.verify().faults
                == [AuditFault(day: AuditFixture.today, position: 2, kind: .gap)])
    }

    @Test("A removed last event of a day is found on the next day")
    func removalOfLast() async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.tamper("DELETE FROM audit.audit_event WHERE subject = 'three'")
        #expect(try await fixture.trail.verify().faults.map(\.day) == [AuditFixture.tomorrow])
    }

    @Test("Two events that changed places are found")
    func exchange() async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.tamper("""
            UPDATE audit.audit_event e SET subject = o.subject FROM audit.audit_event o
            WHERE (e.subject, o.subject) IN (('one', 'two'), ('two', 'one'))
            """)
        #expect(try await fixture.trail.verify().faults.map(\.day) == [AuditFixture.today])
    }

    @Test("A trail that was rewritten does not contain a hash that was kept")
    func rewriting() async throws {
        let fixture = try await AuditFixture.twoDays()
        let kept = try #require(try await fixture.trail.verify().lastHash)
        #expect(try await fixture.trail.verify(containing: kept).containsHash)
        try await fixture.tamper("""
            UPDATE audit.audit_event SET day = NULL, position = NULL, hash = NULL, client = 'somebody-else'
            """)
        try await fixture.trail.placeWaiting(on: AuditFixture.today)
        let report = try await fixture.trail.verify(containing: kept)
        #expect(report.faults.isEmpty && !report.containsHash)
    }

    @Test(
        "The trigger refuses to change, remove, empty or place events",
        arguments: [
            "UPDATE audit.audit_event SET detail = 'CVV'", "DELETE FROM audit.audit_event",
            "TRUNCATE audit.audit_event", "UPDATE audit.audit_event SET day = NULL, position = NULL, hash = NULL",
            "UPDATE audit.audit_event SET position = position + 10",
            """
            INSERT INTO audit.audit_event (happened_at, act, outcome, day, position, hash)
            VALUES (now(), 'PIN_SET', 'DONE', '2026-03-15', 4, '\\x00')
            """,
        ])
    func trigger(_ sql: String) async throws {
        let fixture = try await AuditFixture.twoDays()
        let failure = await #expect(throws: PostgresFailure.self) { try await fixture.database.execute(script: sql) }
        #expect(failure?.constraint == "audit_is_append_only")
        #expect(try await fixture.trail.verify().faults.isEmpty)
    }

    @Test("An event that waits can get its place, and nothing else of it can change")
    func waiting() async throws {
        let fixture = try await AuditFixture.make()
        try await fixture.record("one")
        let failure = await #expect(throws: PostgresFailure.self) {
            try await fixture.database.execute(
                script: "UPDATE audit.audit_event SET day = now(), position = 1, hash = '\\x00', detail = 'CVV'")
        }
        #expect(failure?.constraint == "audit_is_append_only")
    }
}
