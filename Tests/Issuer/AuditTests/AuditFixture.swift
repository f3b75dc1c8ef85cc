import Foundation
import Postgres
import TestSupport

@testable import Audit

/// An audit trail on a database for one test.
struct AuditFixture: Sendable {
    static let now = Date(timeIntervalSince1970: 1_773_576_000)
    static let today = AuditDay(of: now)
    static let tomorrow = AuditDay(of: now + 86_400)

    let scratch: ScratchDatabase
    let trail: AuditTrail
    var database: Database { trail.database }

    static func make() async throws -> AuditFixture {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        return AuditFixture(scratch: scratch, trail: AuditTrail(try scratch.database))
    }

    /// A trail with three events of one day and two of the next.
    static func twoDays() async throws -> AuditFixture {
        let fixture = try await make()
        try await fixture.record("one", "two", "three")
        try await fixture.trail.placeWaiting(on: today)
        try await fixture.record("four", "five")
        try await fixture.trail.placeWaiting(on: tomorrow)
        return fixture
    }

    func record(_ subjects: String..., at time: Date = Self.now) async throws {
        try await record(subjects, at: time)
    }

    func record(_ subjects: [String], at time: Date = Self.now) async throws {
        let events = subjects.map { AuditEvent.shown($0, at: time) }
        _ = try await database.write(AuditTrail.recording(events))
    }

    /// Forgets, and places the event that tells of it.
    func forget(before day: AuditDay) async throws -> Int {
        let removed = try await trail.forget(before: day, by: AuditCaller(operatorName: "olga"), at: Self.now)
        try await trail.placeWaiting(on: Self.today)
        return removed
    }

    /// Runs SQL as somebody who owns the tables and may disable their triggers.
    func tamper(_ sql: String) async throws {
        try await database.execute(
            script: "ALTER TABLE audit.audit_event DISABLE TRIGGER USER; \(sql);"
                + "ALTER TABLE audit.audit_event ENABLE TRIGGER USER;")
    }

    func lines(from first: AuditDay? = nil, to last: AuditDay? = nil) async throws -> [String] {
        var lines: [String] = []
        try await trail.export(from: first, to: last) { lines.append($0) }
        return lines
    }
}

extension AuditEvent {
    /// An event with all its texts.
    static func shown(_ subject: String, at time: Date = AuditFixture.now) -> AuditEvent {
        AuditEvent(
            "CARD_DATA_SHOWN", .done, about: subject, detail: "PAN",
            by: AuditCaller(
                operatorName: "olga", client: "acme-app", brand: "acme", customer: "10000001", tokenID: "jti-1",
                requestID: "request-1", address: "192.0.2.7", operation: "showDetails"),
            at: time)
    }
}
